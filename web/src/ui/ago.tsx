import { formatAgo, formatMoment } from './format.ts';
import { useLocale } from './locale.ts';

/** A moment in words, with the exact one on hover and for machines. */
export function Ago({ at }: { at: string }) {
  const locale = useLocale();
  return (
    <time dateTime={at} title={formatMoment(at, locale)}>
      {formatAgo(at, new Date(), locale)}
    </time>
  );
}
