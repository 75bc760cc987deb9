import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigation } from './navigation.tsx';

/** The navigation of narrow screens, over the page. */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer.Root opened onClose={onClose} size="17rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('app.nav.label')}>
        {/* Mantine draws a <header>, which would count as a second banner of the page. */}
        <Drawer.Header role="presentation">
          <Drawer.Title fw={600}>Cairn</Drawer.Title>
          <Drawer.CloseButton aria-label={t('ui.close')} />
        </Drawer.Header>
        <Drawer.Body>
          <nav aria-label={t('app.nav.label')}>
            <Navigation />
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
