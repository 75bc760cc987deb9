/** Reads a row id from a path; null for anything that can't be one (the answer is then 404). */
export function pathId(text: string): number | null {
  if (!/^\d{1,20}$/.test(text)) return null;
  const id = Number(text);
  return id <= 2147483647 ? id : null;
}

/** Reads a UUID from a path, in lower case; null if it has another form. */
export function pathUuid(text: string): string | null {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}
