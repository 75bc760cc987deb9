import { useTranslation } from 'react-i18next';
import type { LeafExtra } from '../data/types.ts';
import { formatDateTime, formatMoment, numberParts } from '../ui/format.ts';
import { useLocale } from '../ui/locale.ts';
import classes from './extra-value.module.css';

/** Whether a text is an address that a browser can follow safely. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

/** The value of an entry as its type wants it. `inColumn`: numbers keep the room that lines them up with their siblings. */
export function ExtraValue({ extra, inColumn }: { extra: LeafExtra; inColumn: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (extra.value === null) return <span className={classes.none}>{t('record.metadata.notSet')}</span>;
  switch (extra.type) {
    case 'bool':
      return <span>{t(extra.value ? 'ui.yes' : 'ui.no')}</span>;
    case 'date':
      return (
        <time dateTime={extra.value} title={formatMoment(extra.value, locale)}>
          {formatDateTime(extra.value, locale)}
        </time>
      );
    case 'int':
    case 'float':
      return <Measured value={extra.value} inColumn={inColumn} />;
    case 'str':
      return isWebAddress(extra.value) ? (
        <a href={extra.value} className={classes.link} target="_blank" rel="noopener noreferrer nofollow">
          {extra.value}
        </a>
      ) : (
        <span className={classes.text} dir="auto">
          {extra.value}
        </span>
      );
  }
}

function Measured({ value, inColumn }: { value: number; inColumn: boolean }) {
  const { whole, fraction, exponent } = numberParts(value, useLocale());
  if (exponent !== null || !inColumn) {
    return (
      <span className={classes.number} title={String(value)}>
        {whole}
        {fraction}
        {exponent !== null && (
          <>
            {' × 10'}
            <sup>{String(exponent).replace('-', '−')}</sup>
          </>
        )}
      </span>
    );
  }
  return (
    <span className={classes.number}>
      <span className={classes.whole}>{whole}</span>
      <span className={classes.fraction}>{fraction}</span>
    </span>
  );
}
