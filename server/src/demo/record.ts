import type { Extra } from '@cairn/contract';

/** A file of the demo laboratory. */
export type DemoFile = { readonly name: string; readonly description: string; readonly content: Uint8Array };

/** A record of the demo laboratory: the body of POST /records, and its files. */
export type DemoRecord = {
  readonly identifier: string;
  readonly title: string;
  readonly type: string;
  readonly description: string;
  /** Name in the SPDX list; null where the source names no licence. */
  readonly license: string | null;
  readonly visibility: 'private' | 'public';
  readonly tags: readonly string[];
  readonly extras: readonly Extra[];
  readonly files: readonly DemoFile[];
};

/** Lower-case words joined by `-`, as identifiers want it. */
export function slug(...words: (string | number)[]): string {
  return words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
