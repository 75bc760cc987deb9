import { collection } from '../collection/index.ts';
import type { Kinds } from '../kinds/index.ts';
import { record } from '../record/index.ts';

/** The kinds of resources there are. */
export const kinds: Kinds = [record, collection];
