import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a closing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A source file of ours. */
export interface Source {
  /** Path below the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Something a check does not like, ready to be printed. */
export type Finding = string;

/** Every source file of ours, tests included. */
export function readSources(): Source[] {
  return globSync('{contract,server,web,scripts,tests,bench}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  })
    .sort()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));
}
