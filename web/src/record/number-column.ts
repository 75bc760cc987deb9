import type { Extra } from '../data/types.ts';
import { numberParts } from '../ui/format.ts';

// One huge number must not push all others to the right edge.
const WIDEST = 12;

/** Width, in digits, that the numbers among siblings need on both sides of the decimal sign to stand in one column. */
export function columnOf(extras: readonly Extra[], locale: string): { whole: number; fraction: number } {
  let whole = 0;
  let fraction = 0;
  for (const extra of extras) {
    if ((extra.type !== 'int' && extra.type !== 'float') || extra.value === null) continue;
    const parts = numberParts(extra.value, locale);
    if (parts.exponent !== null) continue;
    whole = Math.max(whole, parts.whole.length);
    fraction = Math.max(fraction, parts.fraction.length);
  }
  return { whole: Math.min(whole, WIDEST), fraction: Math.min(fraction, WIDEST) };
}
