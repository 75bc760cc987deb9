const PATTERN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)?$/;

const MINUTE = 60_000;
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const AFTER_YEAR_9999 = Date.parse('+010000-01-01T00:00:00Z');

/**
 * Reads the text of a date extra (resources 2.5); without an offset it is UTC.
 * @returns the moment as the API writes it: UTC, `+00:00`, six fraction digits or none if they are all zero; null if the
 * text has another form, names a day or time that does not exist, or leaves the years 1 to 9999 when turned to UTC.
 */
export function parseDate(text: string): string | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const part = (group: number) => Number(match[group] ?? 0);
  const day = startOfDay(part(1), part(2), part(3));
  if (day === null) return null;
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHour, offsetMinute] = [part(10), part(11)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const offset = (offsetHour * 60 + offsetMinute) * (match[9] === '-' ? -1 : 1);
  const time = day + (hour * 60 + minute - offset) * MINUTE + second * 1000;
  if (time < YEAR_1 || time >= AFTER_YEAR_9999) return null;
  const micros = (match[7] ?? '').slice(0, 6).padEnd(6, '0');
  return `${new Date(time).toISOString().slice(0, 19)}${micros === '000000' ? '' : `.${micros}`}+00:00`;
}

/** Milliseconds of midnight UTC of a day, or null if there is no such day. */
export function startOfDay(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}
