import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { recordsQuery } from '../data/records.ts';
import { Pager } from '../kinds/pager.tsx';
import { isNarrowed, readSearch, writeSearch } from '../kinds/search-address.ts';
import { formatNumber } from '../ui/format.ts';
import { useLocale } from '../ui/locale.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Problem } from '../ui/problem.tsx';
import classes from './list-page.module.css';
import { ListTools } from './list-tools.tsx';
import { NothingFound, NothingYet } from './nothing.tsx';
import { RecordRow } from './record-row.tsx';

// The service counts pages of a search no further.
const LAST_PAGE = 100;

/** Records the user can see, narrowed and ordered by the address. */
export function Component() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [params] = useSearchParams();
  const search = readSearch(params);
  const { data, error, isPlaceholderData, refetch } = useQuery(recordsQuery(search));
  const narrowed = isNarrowed(search);
  const empty = data !== undefined && data._pagination.total_items === 0;
  const nothingYet = empty && !narrowed;
  const total = data?._pagination.total_items ?? 0;

  return (
    <>
      <PageHead title={t('record.list.title')}>
        <Text c="dimmed" role="status" mih={nothingYet ? 0 : '1.55em'}>
          {data &&
            !nothingYet &&
            t(narrowed ? 'record.list.found' : 'record.list.count', {
              count: total,
              number: formatNumber(total, locale),
            })}
        </Text>
      </PageHead>
      {!nothingYet && <ListTools search={search} />}
      {error && !data && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <ListSkeleton />}
      {empty && (narrowed ? <NothingFound search={search} /> : <NothingYet />)}
      {data && !empty && (
        <>
          <ul className={classes.list} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
            {data.items.map((record) => (
              <RecordRow key={record.id} record={record} />
            ))}
          </ul>
          {data.items.length === 0 && <Text>{t('record.list.pastEnd')}</Text>}
          <Pager
            page={search.page}
            pages={Math.min(data._pagination.total_pages, LAST_PAGE)}
            address={(page) => `/records${writeSearch({ ...search, page })}`}
          />
        </>
      )}
    </>
  );
}

function ListSkeleton() {
  const rows = ['70%', '45%', '60%', '52%', '66%', '40%'];
  return (
    <div className={classes.list} aria-busy>
      {rows.map((width) => (
        <div key={width} className={classes.waiting}>
          <Skeleton height={14} width={width} mb={10} />
          <Skeleton height={10} width="30%" />
        </div>
      ))}
    </div>
  );
}
