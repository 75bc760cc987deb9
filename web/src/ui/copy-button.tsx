import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Copies a text; says so to the eye and to a screen reader. `label` names what is copied. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color={copied ? 'lake' : 'gray'}
        size="sm"
        aria-label={label}
        title={label}
        onClick={() => copy(value)}
      >
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied ? t('ui.copied') : ''}</VisuallyHidden>
    </>
  );
}
