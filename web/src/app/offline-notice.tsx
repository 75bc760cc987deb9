import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says that the network is gone, so that a page that no longer changes is not taken for the newest. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert
          icon={<IconWifiOff size={18} aria-hidden />}
          color="orange"
          variant="outline"
          mb="md"
          title={t('app.offline.title')}
        >
          {t('app.offline.text')}
        </Alert>
      )}
    </div>
  );
}
