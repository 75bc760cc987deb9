import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The moment before anything is known. The circle comes late, so that a quick start shows no flicker. */
export function Starting() {
  const { t } = useTranslation();
  return (
    <Center component="main" h="100dvh" aria-busy aria-label={t('app.starting')}>
      <Loader type="dots" />
    </Center>
  );
}
