import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../data/address.ts';
import { licenseQuery } from '../data/records.ts';
import type { RecordItem } from '../data/types.ts';
import { writeSearch } from '../kinds/search-address.ts';
import { Ago } from '../ui/ago.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Tag } from '../ui/tag.tsx';
import { isWebAddress } from './extra-value.tsx';
import classes from './record-page.module.css';

/** What stands around a record: who made it, when, under which terms. */
export function RecordFacts({ record }: { record: RecordItem }) {
  const { t } = useTranslation();
  const address = pageAddress(`/records/${record.id}`);
  return (
    <aside className={classes.facts} aria-label={t('record.facts.title')}>
      <Facts>
        {record.creator && <Fact name={t('record.facts.creator')}>{record.creator.displayname}</Fact>}
        <Fact name={t('record.facts.created')}>
          <Ago at={record.created_at} />
        </Fact>
        <Fact name={t('record.facts.changed')}>
          <Ago at={record.last_modified} />
        </Fact>
        {record.tags.length > 0 && (
          <Fact name={t('record.facts.tags')}>
            <span className={classes.tags}>
              {record.tags.map((tag) => (
                <Tag key={tag} to={`/records${writeSearch({ tag: [tag] })}`}>
                  {tag}
                </Tag>
              ))}
            </span>
          </Fact>
        )}
        {record.license && (
          <Fact name={t('record.facts.license')}>
            <License name={record.license} />
          </Fact>
        )}
        <Fact name={t('record.facts.address')}>
          <span className={classes.address}>
            {address.replace(/^https?:\/\//, '')}
            <CopyButton value={address} label={t('record.copyAddress')} />
          </span>
        </Fact>
      </Facts>
    </aside>
  );
}

function License({ name }: { name: string }) {
  const { data } = useQuery(licenseQuery(name));
  if (!data) return name;
  const { title, url } = data;
  return url && isWebAddress(url) ? (
    <a href={url} className={classes.license} rel="noopener noreferrer license" target="_blank">
      {title}
    </a>
  ) : (
    title
  );
}
