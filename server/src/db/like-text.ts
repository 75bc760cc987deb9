/** A text for LIKE in which `%`, `_` and the backslash stand for themselves. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
