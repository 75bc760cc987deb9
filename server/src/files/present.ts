import { sql } from 'kysely';
import type { Actor } from '../access/index.ts';
import type { Db } from '../db/index.ts';
import type { LinkBase } from '../http/index.ts';
import { type JsonText, jsonText, writeJson, writeObject } from '../kernel/index.ts';
import { creators } from '../kinds/index.ts';
import type { FileServices } from './services.ts';

/** A file as its row tells. */
export type FileRow = {
  id: string;
  record_id: number;
  name: string;
  description: string;
  mimetype: string;
  magic_mimetype: string | null;
  size: number;
  checksum: string;
  state: 'active' | 'inactive' | 'deleted';
  creator_id: number;
  created_at: string;
  last_modified: string;
};

/** The columns of a file row, over table `file` as `f`. */
export const FILE = sql`f.id, f.record_id, f.name, f.description, f.mimetype, f.magic_mimetype, f.size, f.checksum,
  f.state, f.creator_id, f.created_at, f.last_modified`;

/** Who reads an answer, and where its links point. */
export type Reader = { readonly actor: Actor; readonly links: LinkBase };

type Users = ReadonlyMap<number, JsonText>;

/** The answers for files, in their order (resources 1.8). */
export async function presentFiles(
  services: FileServices,
  reader: Reader,
  rows: readonly FileRow[],
): Promise<JsonText[]> {
  const creatorIds = rows.map((row) => row.creator_id);
  const users = await creators(services, reader.actor, reader.links, creatorIds);
  return rows.map((row) => writeFile(services, reader, row, users));
}

/** The answer for one file. */
export async function presentFile(services: FileServices, reader: Reader, row: FileRow): Promise<JsonText> {
  const [file] = await presentFiles(services, reader, [row]);
  return file as JsonText;
}

function writeFile({ store }: FileServices, { links }: Reader, row: FileRow, users: Users): JsonText {
  const record = `${links.api}/records/${row.record_id}`;
  const self = `${record}/files/${row.id}`;
  return writeObject(
    {
      id: row.id,
      name: row.name,
      description: row.description,
      mimetype: row.mimetype,
      magic_mimetype: row.magic_mimetype,
      size: row.size,
      checksum: row.checksum,
      storage_type: store.type,
      state: row.state,
      created_at: row.created_at,
      last_modified: row.last_modified,
    },
    {
      creator: users.get(row.creator_id),
      _links: writeJson({
        self,
        download: `${self}/download`,
        record,
        view: `${links.web}/records/${row.record_id}/files/${row.id}`,
      }),
      _actions: writeJson({ delete: self, edit_metadata: self, edit_data: self }),
    },
  );
}

/** An upload as its row tells; `chunks` is the JSON array of the parts that arrived intact. */
export type UploadRow = {
  id: string;
  record_id: number;
  file_id: string | null;
  name: string;
  size: number;
  description: string | null;
  mimetype: string | null;
  checksum: string | null;
  upload_type: 'direct' | 'chunked';
  chunk_size: number;
  chunk_count: number;
  state: 'active' | 'processing' | 'inactive';
  task_state: string | null;
  task_error: string | null;
  task_file_id: string | null;
  creator_id: number;
  created_at: string;
  last_modified: string;
  chunks: string;
};

/** The columns of an upload row, over table `upload` as `u`. */
export const UPLOAD = sql`u.id, u.record_id, u.file_id, u.name, u.size, u.description, u.mimetype, u.checksum, u.upload_type,
  u.chunk_size, u.chunk_count, u.state, u.task_state, u.task_error, u.task_file_id, u.creator_id, u.created_at, u.last_modified,
  case u.upload_type when 'direct' then '[]' else (
    select coalesce(json_agg(json_build_object('index', p.index, 'size', p.size, 'checksum', p.checksum) order by p.index), '[]')
    from blob_part p where p.blob_id = u.id) end as chunks`;

export type UploadView = {
  /** The answer to POST leaves `checksum` out (resources 1.10). */
  readonly withoutChecksum?: boolean;
  /** GET of a single upload tells of its task. */
  readonly withTask?: boolean;
};

/** The answers for uploads, in their order (resources 1.10); two queries at most, however many they are. */
export async function presentUploads(
  services: FileServices,
  reader: Reader,
  rows: readonly UploadRow[],
  view: UploadView = {},
): Promise<JsonText[]> {
  const files = await filesById(
    services.db,
    rows.flatMap((row) => [row.file_id ?? [], row.task_file_id ?? []].flat()),
  );
  const users = await creators(services, reader.actor, reader.links, [
    ...rows.map((row) => row.creator_id),
    ...[...files.values()].map((file) => file.creator_id),
  ]);
  const fileText = (id: string | null) => {
    const row = id === null ? undefined : files.get(id);
    return row && writeFile(services, reader, row, users);
  };
  return rows.map((row) => {
    const {
      record_id,
      file_id,
      task_state,
      task_error,
      task_file_id,
      creator_id,
      chunk_size,
      chunks,
      checksum,
      ...fields
    } = row;
    const record = `${reader.links.api}/records/${record_id}`;
    const self = `${record}/uploads/${row.id}`;
    const chunked = row.upload_type === 'chunked';
    return writeObject(
      { ...fields, ...(view.withoutChecksum ? {} : { checksum }), storage_type: services.store.type },
      {
        chunks: jsonText(chunks),
        creator: users.get(creator_id),
        file: fileText(file_id) ?? writeJson(null),
        _links: writeJson({ self, record }),
        _actions: writeJson({ delete: self, upload_data: self, ...(chunked ? { finish: self } : {}) }),
        _meta: writeObject(
          { chunk_size },
          { task: view.withTask && task_state ? writeTask(row, fileText(task_file_id)) : undefined },
        ),
      },
    );
  });
}

/** The answer for one upload. */
export async function presentUpload(
  services: FileServices,
  reader: Reader,
  row: UploadRow,
  view?: UploadView,
): Promise<JsonText> {
  const [upload] = await presentUploads(services, reader, [row], view);
  return upload as JsonText;
}

function writeTask({ task_state, task_error }: UploadRow, file: JsonText | undefined): JsonText {
  return writeObject(
    { state: task_state, ...(task_state === 'failure' ? { error: task_error } : {}) },
    { file: task_state === 'success' ? file : undefined },
  );
}

async function filesById(db: Db, ids: readonly string[]): Promise<Map<string, FileRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FileRow>`select ${FILE} from file f where f.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
