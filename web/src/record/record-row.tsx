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
        <Link to={`/records/${record.id}`} className={classes.title} dir="auto" data-row-link>
          {record.title}
        </Link>
        {record.plain_description !== '' && (
          <p className={classes.excerpt} dir="auto">
            {record.plain_description}
          </p>
        )}
        <div className={classes.marks}>
          <span className={classes.identifier}>{record.identifier}</span>
          {record.tags.slice(0, SHOWN_TAGS).map((tag) => (
            <Tag key={tag} to={`/records${writeSearch({ tag: [tag] })}`}>
              {tag}
            </Tag>
          ))}
          {hidden > 0 && <span>{t('record.list.moreTags', { count: hidden })}</span>}
        </div>
      </div>
      <div className={classes.how}>
        <div className={classes.sort}>
          {record.type && (
            <Link to={`/records${writeSearch({ type: [record.type] })}`} className={classes.type} dir="auto">
              {record.type}
            </Link>
          )}
          <Visibility value={record.visibility} />
        </div>
        <div>
          {record.creator && <span>{record.creator.displayname} · </span>}
          <Ago at={record.last_modified} />
        </div>
      </div>
    </li>
  );
}
