import { Alert } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReachable } from '../data/reachability.ts';
import { sessionQuery } from '../data/session.ts';

const TRY_AGAIN = 5000;

/**
 * Says that the service does not answer, so that a page that no longer changes is not taken for the newest. Meanwhile it
 * keeps asking, and has everything loaded anew as soon as there is an answer.
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const reachable = useReachable();
  const client = useQueryClient();
  const wasReachable = useRef(reachable);
  useQuery({ ...sessionQuery, refetchInterval: reachable ? false : TRY_AGAIN });
  useEffect(() => {
    if (reachable && !wasReachable.current) void client.invalidateQueries();
    wasReachable.current = reachable;
  }, [reachable, client]);
  return (
    <div role="status">
      {!reachable && (
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
