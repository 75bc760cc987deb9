import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The way out of a dead end. */
export function ToRecords() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/records" variant="default">
      {t('ui.toRecords')}
    </Button>
  );
}
