import type { ALL_SCOPES } from '@cairn/contract';

/** Shapes of answers that the interface reads. API v1 is written down in the contract; the rest are internal endpoints. */
export type Scope = (typeof ALL_SCOPES)[number];

export type User = {
  id: number;
  displayname: string;
  orcid: string | null;
  state: 'active' | 'inactive' | 'deleted';
  identity: { type: string; username: string; email?: string; email_confirmed?: boolean };
  created_at?: string;
  is_sysadmin?: boolean;
  system_role?: 'admin' | 'member' | 'guest';
};

export type Validation = {
  required?: boolean;
  range?: { min: number | null; max: number | null };
  options?: (string | number)[];
  iri?: boolean;
};

type ExtraFields = { key?: string; description?: string; term?: string };
export type LeafExtra = ExtraFields &
  (
    | { type: 'str'; value: string | null; validation?: Validation }
    | { type: 'int' | 'float'; value: number | null; unit: string | null; validation?: Validation }
    | { type: 'bool'; value: boolean | null; validation?: Validation }
    | { type: 'date'; value: string | null; validation?: Validation }
  );
export type NestedExtra = ExtraFields & { type: 'dict' | 'list'; value: Extra[] };
export type Extra = LeafExtra | NestedExtra;

export type RecordItem = {
  id: number;
  identifier: string;
  title: string;
  type: string | null;
  description: string;
  plain_description: string;
  license: string | null;
  tags: string[];
  extras: Extra[];
  visibility: 'private' | 'public';
  created_at: string;
  last_modified: string;
  creator?: User;
};

export type FileItem = {
  id: string;
  name: string;
  description: string;
  mimetype: string;
  size: number;
  checksum: string | null;
  created_at: string;
  last_modified: string;
  creator?: User;
};

export type License = { name: string; title: string; url: string | null };

export type Page<T> = {
  items: T[];
  _pagination: { page: number; per_page: number; total_pages: number; total_items: number };
};

export type Session = { user: User | null; csrf_token: string | null; setup: boolean; version: string };

export type Token = {
  id: number;
  name: string;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
  last_used: string | null;
  is_expired: boolean;
};
export type NewToken = Token & { token: string };

/** Problems of a body by field; nested like the body itself. */
export type FieldErrors = { [key: string]: string[] | FieldErrors };
