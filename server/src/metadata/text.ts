import { IRI_FORBIDDEN, isStorable, normalize, strip } from '@cairn/contract';

/** Either a checked value or the messages that say what is wrong with it. */
export type Checked<T> = { value: T; messages?: never } | { messages: string[] };

/** Checks a text that must say something: storable, not empty, then stripped or normalised. */
export function checkText(input: unknown, white: 'strip' | 'normalize'): Checked<string> {
  if (typeof input !== 'string') return { messages: [input === null ? 'Must not be null.' : 'Must be a string.'] };
  if (!isStorable(input)) return { messages: [UNSTORABLE] };
  const value = white === 'strip' ? strip(input) : normalize(input);
  return value === '' ? { messages: ['Must not be empty.'] } : { value };
}

/** Checks the IRI of a term: only that it contains none of the characters that no IRI may contain. */
export function checkTerm(input: unknown): Checked<string> {
  const text = checkText(input, 'strip');
  return text.messages || isIri(text.value) ? text : { messages: [NO_IRI] };
}

export function isIri(text: string): boolean {
  return text !== '' && !IRI_FORBIDDEN.test(text);
}

export const UNSTORABLE = 'Must not contain NUL characters or lone surrogates.';
export const NO_IRI = 'Must be a valid IRI.';

export function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
