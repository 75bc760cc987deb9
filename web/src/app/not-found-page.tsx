import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { ToRecords } from '../ui/to-records.tsx';

/** For addresses that lead nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('app.notFound.title')} />
      <Notice action={<ToRecords />}>{t('app.notFound.text')}</Notice>
    </>
  );
}
