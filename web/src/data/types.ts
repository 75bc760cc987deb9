// The shapes of answers are those of the contract; here they have the names that read well in the interface.
import type { DictExtra, ListExtra, PersonalToken } from '@cairn/contract';

export type {
  ErrorTree as FieldErrors,
  Extra,
  LeafExtra,
  PersonalToken as Token,
  RecordResource as RecordItem,
  Scope,
  Session,
  User,
} from '@cairn/contract';

export type NestedExtra = DictExtra | ListExtra;
export type NewToken = PersonalToken & { token: string };

export type FileItem = {
  id: string;
  name: string;
  description: string;
  mimetype: string;
  size: number;
  last_modified: string;
};

export type License = { name: string; title: string; url: string | null };

export type Page<T> = {
  items: T[];
  _pagination: { page: number; per_page: number; total_pages: number; total_items: number };
};
