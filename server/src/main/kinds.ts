import { collection } from '../collection/index.ts';
import { group } from '../group/index.ts';
import type { Kinds } from '../kinds/index.ts';
import { record } from '../record/index.ts';
import { template } from '../template/index.ts';

/** The kinds of resources there are. */
export const kinds: Kinds = [record, collection, template, group];
