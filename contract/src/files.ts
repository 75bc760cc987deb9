import { z } from 'zod';
import { body } from './body.ts';
import { integer, Timestamp, text } from './fields.ts';
import { LIMITS } from './limits.ts';
import * as query from './query.ts';
import { paginated, revisionOf, urls } from './resource.ts';
import { User } from './user.ts';

const creator = User.optional().meta({ description: 'Absent if the token lacks the scope user.read.' });
const StorageType = z.enum(['local']);

/** A file of a record (resources 1.8). */
export const FileResource = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    mimetype: z.string().meta({ description: 'From the uploader, else from the name, else from the content.' }),
    magic_mimetype: z.string().nullable().meta({ description: 'From the content alone.' }),
    size: z.int(),
    checksum: z.string().meta({
      description:
        'MD5 of the content; for chunked uploads the MD5 of the binary MD5s of all chunks, "-", and their number.',
    }),
    storage_type: StorageType,
    state: z.enum(['active', 'inactive', 'deleted']),
    created_at: Timestamp,
    last_modified: Timestamp,
    creator,
    _links: urls(['self', 'download', 'record', 'view']),
    _actions: urls(['delete', 'edit_metadata', 'edit_data']),
  })
  .meta({ id: 'File' });
export type FileResource = z.infer<typeof FileResource>;
export const Files = paginated(FileResource);

const Task = z
  .strictObject({
    state: z.enum(['pending', 'running', 'revoked', 'success', 'failure']),
    file: FileResource.optional().meta({ description: 'The finished file, on success.' }),
    error: z.string().optional().meta({ description: 'What went wrong, on failure.' }),
  })
  .meta({ id: 'UploadTask' });

/** An upload (resources 1.10). */
export const Upload = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    size: z.int(),
    description: z.string().nullable(),
    mimetype: z.string().nullable(),
    checksum: z.string().nullable().optional().meta({ description: 'Absent in the answer that creates an upload.' }),
    chunk_count: z.int(),
    chunks: z.array(z.strictObject({ index: z.int(), size: z.int(), checksum: z.string() })),
    upload_type: z.enum(['direct', 'chunked']),
    storage_type: StorageType,
    state: z.enum(['active', 'processing', 'inactive']),
    created_at: Timestamp,
    last_modified: Timestamp,
    creator,
    file: FileResource.nullable().meta({ description: 'The file whose content is replaced.' }),
    _links: urls(['self', 'record']),
    _actions: urls(['delete', 'upload_data'], ['finish']),
    _meta: z.strictObject({ chunk_size: z.int(), task: Task.optional() }),
  })
  .meta({ id: 'Upload' });
export type Upload = z.infer<typeof Upload>;
export const Uploads = z.strictObject({ items: z.array(Upload) });

const FileName = text({ max: LIMITS.fileName, white: 'normalize' });
const FileSize = integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const FileDescription = text({ max: LIMITS.description, min: 0 });
const MimeType = text({
  max: LIMITS.mimetype,
  lower: true,
  white: 'normalize',
  pattern: { regex: /^[a-z]+\/[a-z0-9\-+.]+$/, message: 'Must be a media type like "text/plain", without parameters.' },
});

const READ_ONLY = [
  'id',
  'checksum',
  'storage_type',
  'state',
  'created_at',
  'last_modified',
  'creator',
  '_links',
  '_actions',
];
const UPLOAD_READ_ONLY = [...READ_ONLY, 'chunk_count', 'chunks', 'upload_type', 'file', '_meta'];
const FILE_READ_ONLY = [...READ_ONLY, 'magic_mimetype'];

/** POST /records/{id}/uploads. */
export const UploadCreate = body(
  { name: FileName, size: FileSize, description: FileDescription.optional(), mimetype: MimeType.optional() },
  UPLOAD_READ_ONLY,
);

/** PUT /records/{id}/files/{file_id}: new content; the name stays, and clients send it all the same. */
export const FileReplace = body(
  { size: FileSize, description: FileDescription.optional(), mimetype: MimeType.optional() },
  [...FILE_READ_ONLY, 'name'],
);

/** PATCH /records/{id}/files/{file_id}. */
export const FileUpdate = body(
  { name: FileName.optional(), description: FileDescription.optional(), mimetype: MimeType.optional() },
  [...FILE_READ_ONLY, 'size'],
);

/** Headers of a data request, by the names under which their problems are reported. */
export const CHUNK_HEADERS = {
  index: ['svc-chunk-index', 'kadi-chunk-index'],
  size: ['svc-chunk-size', 'kadi-chunk-size'],
  checksum: ['svc-md5-checksum', 'kadi-md5-checksum'],
} as const;

const Checksum = text({ max: LIMITS.checksum });

/** The headers of the data of a direct upload. */
export const DirectHeaders = body({ checksum: Checksum.optional() });

/** The headers of a chunk of an upload of `count` chunks of `chunkSize` bytes. */
export function chunkHeaders(count: number, chunkSize: number) {
  const shape = {
    index: integer({ min: 0, max: count - 1 }),
    size: integer({ min: 0, max: chunkSize }),
    checksum: Checksum.optional(),
  };
  return body(shape);
}

/** Query parameters of GET /records/{id}/files. */
export const fileListQuery = {
  page: query.page(),
  per_page: query.perPage,
  filter: query.text('Contained in the name of the file.', 'normalize'),
  sort: query.sort(['last_modified', 'created_at', 'name', 'size'], '-last_modified'),
};

const { name, description, size, mimetype, checksum, state } = FileResource.shape;

export const FileRevision = revisionOf(
  'FileRevision',
  z.uuid(),
  z.strictObject({
    name: name.nullable(),
    description: description.nullable(),
    size: size.nullable(),
    mimetype: mimetype.nullable(),
    checksum: checksum.nullable(),
    state: state.nullable(),
  }),
);
export const FileRevisions = paginated(FileRevision);
