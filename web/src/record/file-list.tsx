import { ActionIcon, Button, Skeleton, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDownload,
  IconFile,
  IconFileText,
  IconFileZip,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { apiAddress } from '../data/address.ts';
import { filesQuery } from '../data/records.ts';
import type { FileItem } from '../data/types.ts';
import { Ago } from '../ui/ago.tsx';
import { formatName } from '../ui/file-type.ts';
import { formatSize } from '../ui/format.ts';
import { useLocale } from '../ui/locale.ts';
import { Problem } from '../ui/problem.tsx';
import { Section } from '../ui/section.tsx';
import classes from './file-list.module.css';

const COLUMNS = ['name', 'size', 'last_modified'] as const;
type Column = (typeof COLUMNS)[number];
const DEFAULT_SORT = 'name';

function readSort(params: URLSearchParams): string {
  const sort = params.get('files') ?? DEFAULT_SORT;
  return COLUMNS.some((column) => sort === column || sort === `-${column}`) ? sort : DEFAULT_SORT;
}

/** Files of a record: name, kind, size, date, and the way to have them. Takes no room when there are none. */
export function FileList({ record }: { record: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [params] = useSearchParams();
  const sort = readSort(params);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    filesQuery(record, sort),
  );
  const total = data?.pages[0]?._pagination.total_items ?? 0;
  if (data && total === 0) return null;
  const files = data?.pages.flatMap((page) => page.items) ?? [];
  const complete = files.length === total;
  const size = formatSize(
    files.reduce((sum, file) => sum + file.size, 0),
    locale,
  );

  return (
    <Section
      title={t('record.files.title')}
      aside={
        data && (
          <>
            <Text size="sm" c="dimmed" mr="xs">
              {t('record.files.count', { count: total })}
              {complete && ` · ${size}`}
            </Text>
            <Button
              component="a"
              href={apiAddress(`/records/${record}/files/download`)}
              variant="default"
              size="compact-sm"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              {t('record.files.all')}
            </Button>
          </>
        )
      }
    >
      {!data && error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && (
        <table className={classes.table}>
          <thead>
            <tr>
              <SortHead column="name" sort={sort} />
              <th scope="col" className={classes.kind}>
                {t('record.files.kind')}
              </th>
              <SortHead column="size" sort={sort} />
              <SortHead column="last_modified" sort={sort} />
              <td />
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FileRow key={file.id} record={record} file={file} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('record.files.more', { count: total - files.length })}
        </Button>
      )}
    </Section>
  );
}

function SortHead({ column, sort }: { column: Column; sort: string }) {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
  const turn = () =>
    setParams(
      (known) => {
        const next = direction === 'ascending' ? `-${column}` : column;
        if (next === DEFAULT_SORT) known.delete('files');
        else known.set('files', next);
        return known;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <th scope="col" className={classes[column]} aria-sort={direction}>
      <UnstyledButton className={classes.sort} onClick={turn}>
        {t(`record.files.columns.${column}`)}
        <Arrow size={12} aria-hidden visibility={direction === 'none' ? 'hidden' : 'visible'} />
      </UnstyledButton>
    </th>
  );
}

function iconOf(mimetype: string) {
  if (mimetype.startsWith('image/')) return IconPhoto;
  if (mimetype === 'text/csv' || mimetype === 'text/tab-separated-values' || /sheet|excel/.test(mimetype))
    return IconTable;
  if (/zip|tar|compressed/.test(mimetype)) return IconFileZip;
  return mimetype.startsWith('text/') || mimetype === 'application/json' ? IconFileText : IconFile;
}

function FileRow({ record, file }: { record: number; file: FileItem }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const address = apiAddress(`/records/${record}/files/${file.id}/download`);
  const slash = file.name.lastIndexOf('/') + 1;
  const Icon = iconOf(file.mimetype);
  const kind =
    formatName(file.mimetype) ?? t(file.mimetype === 'text/plain' ? 'record.files.text' : 'record.files.binary');
  const size = (
    <span title={t('record.files.bytes', { count: file.size, number: file.size.toLocaleString(locale) })}>
      {formatSize(file.size, locale)}
    </span>
  );
  return (
    <tr>
      <td className={classes.name}>
        <div className={classes.file}>
          <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
          <div>
            <a href={address} download dir="auto">
              {slash > 0 && <span className={classes.folder}>{file.name.slice(0, slash)}</span>}
              {file.name.slice(slash)}
            </a>
            {file.description !== '' && (
              <p className={classes.remark} dir="auto">
                {file.description}
              </p>
            )}
            <p className={classes.brief}>
              {kind} · {size} · <Ago at={file.last_modified} />
            </p>
          </div>
        </div>
      </td>
      <td className={classes.kind} title={file.mimetype}>
        {kind}
      </td>
      <td className={classes.size}>{size}</td>
      <td className={classes.last_modified}>
        <Ago at={file.last_modified} />
      </td>
      <td className={classes.get}>
        <ActionIcon
          component="a"
          href={address}
          download
          variant="subtle"
          color="gray"
          aria-label={t('record.files.download', { name: file.name })}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}
