/** A point in time as the API writes it: UTC, `+00:00`, six fraction digits, none if they are all zero. */
export type WireTime = string;

/** PostgreSQL's text of a timestamptz (session time zone UTC) in the API's form. */
export function fromPostgres(text: string): WireTime {
  // 2026-03-01 08:15:30.1234+00
  const time = text.slice(11, text.length - 3);
  const dot = time.indexOf('.');
  const fraction = dot < 0 ? '' : `.${time.slice(dot + 1).padEnd(6, '0')}`;
  return `${text.slice(0, 10)}T${dot < 0 ? time : time.slice(0, dot)}${fraction}+00:00`;
}

/** A Date in the API's form. */
export function wireTime(date: Date): WireTime {
  const iso = date.toISOString();
  return iso.endsWith('.000Z') ? `${iso.slice(0, 19)}+00:00` : `${iso.slice(0, 23)}000+00:00`;
}
