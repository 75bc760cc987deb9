const SIZE_UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** A size in bytes in decimal units, e.g. `1.2 MB`. */
export function formatSize(bytes: number, locale: string): string {
  if (bytes < 1000) return format(bytes, 'byte', 0);
  let value = bytes;
  let step = -1;
  // 999 950 bytes would round to "1,000 kB", so the step up comes a little before 1 000.
  while (value >= (step < 0 ? 1000 : 999.95) && step < SIZE_UNITS.length - 1) {
    value /= 1000;
    step += 1;
  }
  return format(value, SIZE_UNITS[step] ?? 'byte', value < 100 ? 1 : 0);

  function format(amount: number, unit: string, digits: number) {
    const display = unit === 'byte' ? 'long' : 'short';
    const style = { style: 'unit', unit, unitDisplay: display, maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(locale, style).format(amount);
  }
}

/** Day and time to the minute in the reader's time zone. */
export function formatDateTime(timestamp: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp));
}

/** Day, time to the second and zone: the exact moment. */
export function formatMoment(timestamp: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(timestamp));
}

/** The day alone. */
export function formatDay(timestamp: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(timestamp));
}

const STEPS = [
  { unit: 'second', seconds: 1, until: 45 },
  { unit: 'minute', seconds: 60, until: 3600 },
  { unit: 'hour', seconds: 3600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 30 * 86_400 },
] as const;

/** Distance from `now` in words ("3 hours ago"); beyond a month the day itself, which says more. */
export function formatAgo(timestamp: string, now: Date, locale: string): string {
  const seconds = (new Date(timestamp).getTime() - now.getTime()) / 1000;
  const step = STEPS.find(({ until }) => Math.abs(seconds) < until);
  if (!step) return formatDay(timestamp, locale);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return words.format(step.unit === 'second' ? 0 : Math.round(seconds / step.seconds), step.unit);
}

/** A number split so that a column of them lines up at the decimal sign. `exponent` only in scientific notation. */
export type NumberParts = { whole: string; fraction: string; exponent: number | null };

const GROUP = '\u202f';

// Making a formatter takes longer than a hundred uses of it.
const exact = new Map<string, Intl.NumberFormat>();
function exactFormat(locale: string): Intl.NumberFormat {
  const known = exact.get(locale);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: 'min2' });
  exact.set(locale, made);
  return made;
}

/**
 * Splits a measured value for display: all its digits, the locale's decimal sign, thin spaces from five digits on
 * (as the SI brochure wants, since a comma or point between groups reads as a decimal sign elsewhere).
 */
export function numberParts(value: number, locale: string): NumberParts {
  const size = Math.abs(value);
  const scientific = size !== 0 && (size >= 1e15 || size < 1e-4);
  let exponent: number | null = null;
  let mantissa = value;
  if (scientific) {
    const [digits = '0', power = '0'] = value.toExponential().split('e');
    mantissa = Number(digits);
    exponent = Number(power);
  }
  const parts = exactFormat(locale).formatToParts(mantissa);
  let whole = '';
  let fraction = '';
  for (const { type, value: text } of parts) {
    if (type === 'decimal' || type === 'fraction') fraction += text;
    else if (type === 'minusSign') whole += '\u2212';
    else whole += type === 'group' ? GROUP : text;
  }
  return { whole, fraction, exponent };
}

/** The parts as one text, for places where nothing is lined up. */
export function formatNumber(value: number, locale: string): string {
  const { whole, fraction, exponent } = numberParts(value, locale);
  return exponent === null ? whole + fraction : `${whole}${fraction} × 10${superscript(exponent)}`;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
function superscript(exponent: number): string {
  return [...String(exponent)].map((sign) => (sign === '-' ? '⁻' : RAISED[Number(sign)])).join('');
}
