import { collection } from '../collection/index.ts';
import { record } from '../record/index.ts';
import { template } from '../template/index.ts';

/** The kinds on which users and groups hold roles, with the end of the names of operations on many of them. */
export const HELD_KINDS = [
  { definition: record, Many: 'Records' },
  { definition: collection, Many: 'Collections' },
  { definition: template, Many: 'Templates' },
] as const;
