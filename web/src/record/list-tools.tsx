import { Autocomplete, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTag, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { tagsQuery } from '../data/records.ts';
import { isNarrowed, type ListSearch, SORTS, writeSearch } from '../kinds/search-address.ts';
import classes from './list-tools.module.css';

/** What narrows and orders the list: the conditions in force as chips that can be taken away, and the ways to add one. */
export function ListTools({ search }: { search: ListSearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = (change: Partial<ListSearch>) => `/records${writeSearch({ ...search, page: 1, ...change })}`;
  const go = (change: Partial<ListSearch>) => void navigate(address(change), { preventScrollReset: true });
  const without = (list: string[], gone: string) => list.filter((value) => value !== gone);

  // Without a query every record matches equally well, and the newest change comes first.
  const byMatch = search.query !== '';
  const sorts = SORTS.filter((value) => byMatch || value !== '-last_modified' || value === search.sort).map(
    (value) => ({
      value,
      label: t(`record.list.sorts.${value || (byMatch ? 'best' : '-last_modified')}`),
    }),
  );

  return (
    <div className={classes.tools}>
      <div className={classes.row}>
        <TagField chosen={search.tag} onChoose={(tag) => go({ tag: [...search.tag, tag] })} />
        <NativeSelect
          aria-label={t('record.list.visibility')}
          value={search.visibility}
          onChange={(event) => go({ visibility: event.currentTarget.value as ListSearch['visibility'] })}
          data={[
            { value: '', label: t('record.list.anyVisibility') },
            { value: 'public', label: t('record.list.publicOnly') },
            { value: 'private', label: t('record.list.privateOnly') },
          ]}
        />
        <NativeSelect
          aria-label={t('record.list.sort')}
          value={search.sort}
          onChange={(event) => go({ sort: event.currentTarget.value })}
          data={sorts}
        />
      </div>
      {isNarrowed(search) && (
        <ul className={classes.chips} aria-label={t('record.list.conditions')}>
          {search.query !== '' && <Condition text={`“${search.query}”`} to={address({ query: '' })} />}
          {search.type.map((type) => (
            <Condition
              key={`type ${type}`}
              text={t('record.list.typeIs', { type })}
              to={address({ type: without(search.type, type) })}
            />
          ))}
          {search.tag.map((tag) => (
            <Condition
              key={`tag ${tag}`}
              text={t('record.list.tagIs', { tag })}
              to={address({ tag: without(search.tag, tag) })}
            />
          ))}
          {search.visibility !== '' && (
            <Condition
              text={t(search.visibility === 'public' ? 'record.list.publicOnly' : 'record.list.privateOnly')}
              to={address({ visibility: '' })}
            />
          )}
          <li>
            <Link to="/records" className={classes.all}>
              {t('record.list.clear')}
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}

function Condition({ text, to }: { text: string; to: string }) {
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to={to}
        className={classes.chip}
        aria-label={t('record.list.without', { condition: text })}
        preventScrollReset
      >
        <span dir="auto">{text}</span>
        <IconX size={14} aria-hidden />
      </Link>
    </li>
  );
}

function TagField({ chosen, onChoose }: { chosen: string[]; onChoose: (tag: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const [filter] = useDebouncedValue(text, 150);
  const { data } = useQuery({ ...tagsQuery(filter), enabled: asked });
  const known = (data?.items ?? []).map(({ name }) => name).filter((name) => !chosen.includes(name));
  return (
    <Autocomplete
      className={classes.tag}
      aria-label={t('record.list.addTag')}
      placeholder={t('record.list.addTag')}
      leftSection={<IconTag size={16} aria-hidden />}
      data={known}
      value={text}
      onChange={setText}
      onFocus={() => setAsked(true)}
      onOptionSubmit={(tag) => {
        onChoose(tag);
        // After the component has put the option into the field.
        queueMicrotask(() => setText(''));
      }}
    />
  );
}
