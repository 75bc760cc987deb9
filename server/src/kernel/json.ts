/** JSON text that is already written, for instance read from the database; it is put into answers as it is. */
export type JsonText = string & { readonly __json: unique symbol };

/** Marks a text as written JSON. */
export function jsonText(text: string): JsonText {
  return text as JsonText;
}

/**
 * Writes an object from plain values and from members that are already JSON text. This is what keeps long lists fast:
 * stored metadata, links and nested objects are neither parsed nor written again.
 */
export function writeObject(values: Record<string, unknown>, written: Record<string, JsonText | undefined>): JsonText {
  let out = JSON.stringify(values).slice(0, -1);
  let separator = out.length > 1 ? ',' : '';
  for (const key in written) {
    const text = written[key];
    if (text === undefined) continue;
    out += `${separator}"${key}":${text}`;
    separator = ',';
  }
  return `${out}}` as JsonText;
}

/** Writes an array from items that are JSON text. */
export function writeArray(items: readonly JsonText[]): JsonText {
  return `[${items.join(',')}]` as JsonText;
}

/** Writes a plain value. */
export function writeJson(value: unknown): JsonText {
  return JSON.stringify(value) as JsonText;
}
