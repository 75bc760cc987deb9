import { ActionIcon, Tooltip, VisuallyHidden, CopyButton as WithClipboard } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Copies a text; says so to the eye and to a screen reader. `label` names what is copied. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  return (
    <WithClipboard value={value} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Tooltip label={copied ? t('ui.copied') : label}>
            <ActionIcon variant="subtle" color={copied ? 'lake' : 'gray'} size="sm" aria-label={label} onClick={copy}>
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
          <VisuallyHidden role="status">{copied ? t('ui.copied') : ''}</VisuallyHidden>
        </>
      )}
    </WithClipboard>
  );
}
