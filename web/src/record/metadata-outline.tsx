import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { createContext, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Extra, LeafExtra, NestedExtra } from '../data/types.ts';
import { useLocale } from '../ui/locale.ts';
import { Section } from '../ui/section.tsx';
import { ExtraValue, isWebAddress } from './extra-value.tsx';
import classes from './metadata-outline.module.css';
import { columnOf } from './number-column.ts';
import { countEntries, isNested, pathOf, plainValues, unitOf } from './outline.ts';

// Beyond this a reader looks for a part, not at the whole.
const OPEN_UP_TO = 200;
// Entries of one level drawn at once; the next ones come when asked for.
const AT_ONCE = 500;
// Levels that are moved in; deeper ones would leave no room for their values.
const DEEPEST_INDENT = 8;

/** Which nested entries are open: all or none, except some. */
type Folding = { open: boolean; except: ReadonlySet<string> };
const FoldingContext = createContext<{ isOpen: (path: string) => boolean; toggle: (path: string) => void }>({
  isOpen: () => true,
  toggle: () => undefined,
});

/** Typed metadata as an outline that folds: keys on the left, numbers lined up at the decimal sign, units beside them. */
export function MetadataOutline({ extras }: { extras: Extra[] }) {
  const { t } = useTranslation();
  const [folding, setFolding] = useState<Folding>({ open: countEntries(extras) <= OPEN_UP_TO, except: new Set() });
  const toggle = (path: string) =>
    setFolding(({ open, except }) => ({ open, except: except.symmetricDifference(new Set([path])) }));
  const isOpen = (path: string) => folding.open !== folding.except.has(path);
  const all = (open: boolean) => setFolding({ open, except: new Set() });
  const folds = extras.some((extra) => isNested(extra) && plainValues(extra) === null);

  return (
    <Section
      title={t('record.metadata.title')}
      aside={
        folds && (
          <>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => all(true)}>
              {t('record.metadata.openAll')}
            </Button>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => all(false)}>
              {t('record.metadata.foldAll')}
            </Button>
          </>
        )
      }
    >
      <FoldingContext value={{ isOpen, toggle }}>
        <div className={classes.outline}>
          <Entries extras={extras} path={[]} />
        </div>
      </FoldingContext>
    </Section>
  );
}

function Entries({ extras, path }: { extras: Extra[]; path: string[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [most, setMost] = useState(AT_ONCE);
  const hidden = extras.length - most;
  const shown = extras.slice(0, most);
  const { whole, fraction } = columnOf(shown, locale);
  const style = {
    '--depth': Math.min(path.length, DEEPEST_INDENT),
    '--whole': `${whole}ch`,
    '--fraction': `${fraction}ch`,
  };
  return (
    <>
      <dl
        className={classes.entries}
        style={style as React.CSSProperties}
        data-deep={path.length > DEEPEST_INDENT || undefined}
      >
        {shown.map((extra, place) => {
          const own = pathOf(path, extra, place);
          return <Entry key={own.at(-1)} extra={extra} path={own} />;
        })}
      </dl>
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" my="xs" onClick={() => setMost(most + AT_ONCE)}>
          {t('record.metadata.more', { count: Math.min(hidden, AT_ONCE), total: hidden })}
        </Button>
      )}
    </>
  );
}

function Entry({ extra, path }: { extra: Extra; path: string[] }) {
  if (isNested(extra)) {
    const values = plainValues(extra);
    return values ? <Row extra={extra} path={path} values={values} /> : <Branch extra={extra} path={path} />;
  }
  return <Row extra={extra} path={path} values={[extra]} />;
}

function Key({ extra, path }: { extra: Extra; path: string[] }) {
  const { t } = useTranslation();
  const name = extra.key ?? path.at(-1) ?? '';
  return (
    <>
      <span dir="auto" data-numbered={extra.key === undefined || undefined} className={classes.key}>
        {name}
      </span>
      {extra.term !== undefined && isWebAddress(extra.term) && (
        <a
          href={extra.term}
          className={classes.term}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={extra.term}
          aria-label={t('record.metadata.term', { key: name })}
        >
          <IconExternalLink size={13} aria-hidden />
        </a>
      )}
    </>
  );
}

function Row({ extra, path, values }: { extra: Extra; path: string[]; values: LeafExtra[] }) {
  const unit = unitOf(values[0]);
  const several = values.length > 1;
  return (
    <div className={classes.row}>
      <dt>
        <Key extra={extra} path={path} />
      </dt>
      <dd>
        {values.map((value, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no other name than their place.
          <span key={place}>
            {place > 0 && <span className={classes.between}> · </span>}
            <ExtraValue extra={value} inColumn={!several && !isNested(extra)} />
          </span>
        ))}
        {unit !== null && <span className={classes.unit}>{unit}</span>}
        <Remark text={extra.description} />
      </dd>
    </div>
  );
}

function Branch({ extra, path }: { extra: NestedExtra; path: string[] }) {
  const { t } = useTranslation();
  const { isOpen, toggle } = useContext(FoldingContext);
  const id = path.map(encodeURIComponent).join('/');
  const open = isOpen(id);
  if (extra.value.length === 0) {
    return (
      <div className={classes.row}>
        <dt>
          <Key extra={extra} path={path} />
        </dt>
        <dd className={classes.none}>{t('record.metadata.empty')}</dd>
      </div>
    );
  }
  return (
    <div className={classes.branch}>
      <dt>
        <UnstyledButton className={classes.fold} aria-expanded={open} onClick={() => toggle(id)}>
          <IconChevronRight size={14} className={classes.chevron} data-open={open || undefined} aria-hidden />
          <span dir="auto">{extra.key ?? path.at(-1)}</span>
          <span className={classes.count}>{t('record.metadata.entries', { count: extra.value.length })}</span>
        </UnstyledButton>
      </dt>
      <dd>
        <Remark text={extra.description} />
        {open && <Entries extras={extra.value} path={path} />}
      </dd>
    </div>
  );
}

function Remark({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className={classes.remark} dir="auto">
      {text}
    </p>
  );
}
