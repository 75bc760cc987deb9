import type { Finding, Source } from './sources.ts';

const MOST_LINES = 600;

/** Files that are too long to be read as one thing. */
export function checkSizes(sources: readonly Source[]): Finding[] {
  return sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path}: has ${lines} lines, more than ${MOST_LINES}: split it by subject`);
}
