import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { readSearch, writeSearch } from '../kinds/search-address.ts';
import classes from './search-box.module.css';

/** The one search field. On the list it shows and changes the list's query, elsewhere it leads there. */
export function SearchBox() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const onList = pathname === '/records';
  const asked = onList ? readSearch(params).query : '';
  const [text, setText] = useState(asked);

  // Back and forward change the address without the field.
  useEffect(() => setText(asked), [asked]);

  const search = (query: string) => {
    const known = onList ? readSearch(params) : readSearch(new URLSearchParams());
    void navigate({ pathname: '/records', search: writeSearch({ ...known, query: query.trim(), page: 1 }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  const clear = () => {
    setText('');
    if (asked !== '') search('');
    input.current?.focus();
  };

  return (
    <search className={classes.search}>
      <form onSubmit={submit}>
        <TextInput
          ref={input}
          type="search"
          name="query"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          aria-label={t('app.search.label')}
          placeholder={t('app.search.placeholder')}
          aria-keyshortcuts="/"
          autoComplete="off"
          enterKeyHint="search"
          data-search-box
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            text === '' ? (
              <Kbd className={classes.hint} size="xs" aria-hidden>
                /
              </Kbd>
            ) : (
              <CloseButton size="sm" aria-label={t('app.search.clear')} onClick={clear} />
            )
          }
        />
      </form>
    </search>
  );
}
