import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { recordQuery } from '../data/records.ts';
import { useUser } from '../data/session.ts';
import type { RecordItem } from '../data/types.ts';
import { writeSearch } from '../kinds/search-address.ts';
import { VisibilitySign } from '../kinds/visibility.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { ProblemPage } from '../ui/problem.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/tag.tsx';
import { FileList } from './file-list.tsx';
import { MetadataOutline } from './metadata-outline.tsx';
import { RecordFacts } from './record-facts.tsx';
import classes from './record-page.module.css';

const Markdown = lazy(() => import('../ui/markdown.tsx'));

/** One record: what it is, its values and its files. */
export function Component() {
  const { id = '' } = useParams();
  const { data: record, error, refetch } = useQuery(recordQuery(id));
  if (record) return <RecordView key={record.id} record={record} />;
  return error ? <ProblemPage error={error} retry={() => void refetch()} /> : <Waiting />;
}

function RecordView({ record }: { record: RecordItem }) {
  const { t } = useTranslation();
  const user = useUser();
  const seenBy = record.visibility === 'public' ? 'public' : record.creator?.id === user.id ? 'mine' : 'private';
  const bare = record.description === '' && record.extras.length === 0;
  return (
    <article>
      <PageHead title={record.title}>
        <div className={classes.under}>
          <span className={classes.identifier}>
            <code>{record.identifier}</code>
            <CopyButton value={record.identifier} label={t('record.copyIdentifier')} />
          </span>
          {record.type && <Tag to={`/records${writeSearch({ type: [record.type] })}`}>{record.type}</Tag>}
          <VisibilitySign value={record.visibility}>{t(`record.seenBy.${seenBy}`)}</VisibilitySign>
        </div>
      </PageHead>
      <div className={classes.columns}>
        <div className={classes.matter}>
          {record.description !== '' && (
            <Section title={t('record.description')}>
              <Suspense fallback={<Skeleton height={72} />}>
                <Markdown text={record.description} />
              </Suspense>
            </Section>
          )}
          {record.extras.length > 0 && <MetadataOutline extras={record.extras} />}
          {bare && (
            <Text c="dimmed" mb="lg">
              {t('record.bare')}
            </Text>
          )}
          <FileList record={record.id} />
        </div>
        <RecordFacts record={record} />
      </div>
    </article>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div aria-busy aria-label={t('app.starting')} role="status">
      <Skeleton height={22} width="45%" mb={12} />
      <Skeleton height={12} width="25%" mb={32} />
      <div className={classes.columns}>
        <div>
          <Skeleton height={72} mb={32} />
          <Skeleton height={220} />
        </div>
        <Skeleton height={220} />
      </div>
    </div>
  );
}
