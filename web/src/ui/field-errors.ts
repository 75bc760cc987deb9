import { ApiFailure } from '../data/client.ts';

/** The problem of one field in an API error, joined to one text; undefined when the field is fine. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  const found = error.fields[field];
  return Array.isArray(found) && found.length > 0 ? found.join(' ') : undefined;
}
