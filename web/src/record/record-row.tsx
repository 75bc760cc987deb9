import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordItem } from '../data/types.ts';
import { writeSearch } from '../kinds/search-address.ts';
import { Visibility } from '../kinds/visibility.tsx';
import { Ago } from '../ui/ago.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './record-row.module.css';

const SHOWN_TAGS = 6;

/** One record in a list: what it is on the left, how it stands on the right. */
export function RecordRow({ record }: { record: RecordItem }) {
  const { t } = useTranslation();
  const hidden = record.tags.length - SHOWN_TAGS;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <div className={classes.first}>
          <Link to={`/records/${record.id}`} className={classes.title} dir="auto" data-row-link>
            {record.title}
          </Link>
          <span className={classes.identifier}>{record.identifier}</span>
        </div>
        {record.plain_description !== '' && (
          <p className={classes.excerpt} dir="auto">
            {record.plain_description}
          </p>
        )}
        {record.tags.length > 0 && (
          <div className={classes.tags}>
            {record.tags.slice(0, SHOWN_TAGS).map((tag) => (
              <Tag key={tag} to={`/records${writeSearch({ tag: [tag] })}`}>
                {tag}
              </Tag>
            ))}
            {hidden > 0 && <span className={classes.more}>{t('record.list.moreTags', { count: hidden })}</span>}
          </div>
        )}
      </div>
      <div className={classes.how}>
        {record.type && (
          <Link to={`/records${writeSearch({ type: [record.type] })}`} className={classes.type} dir="auto">
            {record.type}
          </Link>
        )}
        <span>
          {record.creator && <span className={classes.creator}>{record.creator.displayname} · </span>}
          <Ago at={record.last_modified} />
        </span>
        <Visibility value={record.visibility} />
      </div>
    </li>
  );
}
