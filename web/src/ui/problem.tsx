import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiFailure, Unreachable } from '../data/client.ts';
import { Notice } from './notice.tsx';
import { PageHead } from './page-head.tsx';
import classes from './problem.module.css';
import { ToRecords } from './to-records.tsx';

/** Says what went wrong in the reader's words: no connection, not allowed, not there, too often, or ours. */
export function useProblemWords() {
  const { t } = useTranslation();
  return (error: unknown) => {
    if (error instanceof Unreachable)
      return { title: t('ui.problem.offline.title'), text: t('ui.problem.offline.text') };
    if (!(error instanceof ApiFailure)) return { title: t('ui.problem.page.title'), text: t('ui.problem.page.text') };
    switch (error.status) {
      case 403:
        return { title: t('ui.problem.forbidden.title'), text: t('ui.problem.forbidden.text') };
      case 404:
        return { title: t('ui.problem.notFound.title'), text: t('ui.problem.notFound.text') };
      case 429:
        return {
          title: t('ui.problem.tooMany.title'),
          text: t('ui.problem.tooMany.text', { count: error.retryAfter ?? 60 }),
        };
      default:
        return { title: t('ui.problem.server.title'), text: error.message || t('ui.problem.server.text') };
    }
  };
}

type Props = { error: unknown; retry: () => void };

/** A problem inside a page: the rest of the page stands. */
export function Problem({ error, retry }: Props) {
  const { t } = useTranslation();
  const { title, text } = useProblemWords()(error);
  return (
    <Notice
      role="alert"
      title={title}
      action={
        <Button variant="default" onClick={retry}>
          {t('ui.problem.retry')}
        </Button>
      }
    >
      {text}
    </Notice>
  );
}

/** A problem in place of a page. */
export function ProblemPage({ error, retry }: Props) {
  const { t } = useTranslation();
  const { title, text } = useProblemWords()(error);
  const gone = error instanceof ApiFailure && (error.status === 404 || error.status === 403);
  return (
    <div className={classes.page}>
      <PageHead title={title} />
      <Text mb="md" maw="32rem">
        {text}
      </Text>
      {gone ? <ToRecords /> : <Button onClick={retry}>{t('ui.problem.retry')}</Button>}
    </div>
  );
}
