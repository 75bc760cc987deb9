import type { Finding, Source } from './sources.ts';

/** Code that serves every kind alike, and the kinds' names that must not appear in it. */
const SHARED: Readonly<Record<string, RegExp>> = {
  // Groups also hold roles, so what is about rights and roles may name them.
  'server/src/access/': /\b(records?|collections?|templates?)\b/,
  'server/src/kinds/roles': /\b(records?|collections?|templates?)\b/,
  'server/src/kinds/': /\b(records?|collections?|templates?|groups?)\b/,
  'server/src/http/': /\b(records?|collections?|templates?|groups?)\b/,
};

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Kinds named in code that must work for every kind: what one kind needs belongs into its own room. */
export function checkKindNames(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, text }) => {
    const names = Object.entries(SHARED).find(([folder]) => path.startsWith(folder))?.[1];
    if (!names || /\.test\.ts$/.test(path)) return [];
    return text
      .replace(COMMENT, blank)
      .split('\n')
      .flatMap((line, at) => {
        const name = names.exec(line)?.[0];
        return name ? [`${path}:${at + 1}: names the kind "${name}" in code shared by all kinds`] : [];
      });
  });
}
