// The white space that the API strips and folds: Unicode white space plus U+001C to U+001F and U+0085, but neither
// U+FEFF nor U+200B, which JavaScript's own trim() and \s treat differently (resources 2.1).
const WHITE = '\\t\\n\\v\\f\\r\\u001c-\\u001f \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const BLANK = new RegExp(`[${WHITE}]`, 'u');
const RUNS = new RegExp(`[${WHITE}]+`, 'gu');

/** Removes white space on both ends. A loop, because an expression ending in `$` takes squared time on inner blanks. */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Folds every run of white space into one blank and removes it on both ends. */
export function normalize(text: string): string {
  return strip(text).replace(RUNS, ' ');
}

/** Length in Unicode code points, as the API counts. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        i++;
      }
    }
  }
  return count;
}

/** Whether a text can be stored: no NUL character and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The characters an IRI must not contain (the whole check that the API makes on terms). */
export const IRI_FORBIDDEN = /[<>"{}|\\^` ]/u;
