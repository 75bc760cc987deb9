import { type MantineSize, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: MantineSize;
  closeOnClickOutside?: boolean;
};

/** A question or a form above the page. It holds the focus and gives it back to where it came from. */
export function Dialog({ title, onClose, children, size = 'md', closeOnClickOutside = true }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened onClose={onClose} size={size} closeOnClickOutside={closeOnClickOutside}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine draws a <header>, which would count as a second banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title fw={600} fz="lg">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('ui.close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
