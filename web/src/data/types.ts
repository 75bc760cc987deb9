// The shapes of answers are those of the contract; here they have the names that read well in the interface.
import type {
  DictExtra,
  License as LicenseSchema,
  ListExtra,
  Pagination,
  PersonalToken,
  TagAnswer,
} from '@cairn/contract';

export type {
  ErrorTree as FieldErrors,
  Extra,
  FileResource as FileItem,
  LeafExtra,
  PersonalToken as Token,
  RecordResource as RecordItem,
  Scope,
  Session,
  User,
} from '@cairn/contract';

type Parsed<T extends { parse: (value: unknown) => unknown }> = ReturnType<T['parse']>;

export type NestedExtra = DictExtra | ListExtra;
export type NewToken = PersonalToken & { token: string };
export type License = Parsed<typeof LicenseSchema>;
export type Tag = Parsed<typeof TagAnswer>;

/** One page of a list. */
export type Page<T> = { items: T[]; _pagination: Parsed<typeof Pagination> };
