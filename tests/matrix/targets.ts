import type { FileResource, RecordResource, Upload } from '@cairn/contract';
import type { Page } from '../api/client.ts';
import { type Person, record, unique } from '../api/make.ts';
import type { TestService } from '../api/start.ts';

/** Values for the path and the body of a request; `resource` is what roles are given on. */
export type Target = { values: Record<string, string | number>; resource?: { id: number } };

type Make = (creator: Person, visibility: 'private' | 'public', service: TestService) => Promise<Target>;

const ofRecord = ({ id, identifier }: RecordResource, values: Record<string, string | number> = {}): Target => ({
  values: { id, record_id: id, identifier, ...values },
  resource: { id },
});

async function upload(creator: Person, { id }: { id: number }, size: number): Promise<Upload> {
  return creator.api.post<Upload>(`/records/${id}/uploads`, { name: unique('file'), size });
}

async function file(creator: Person, of: { id: number }): Promise<FileResource> {
  const { _actions } = await upload(creator, of, 5);
  return (await creator.api.send<FileResource>('PUT', _actions.upload_data, { raw: 'hello' })).body;
}

/** How each kind of target in the table is made, fresh for a request. */
export const targets: Record<string, Make> = {
  '-': async () => ({ values: {} }),
  record: async (creator, visibility) => ofRecord(await record(creator, { visibility })),
  async trashed(creator, visibility) {
    const made = await record(creator, { visibility });
    await creator.api.delete(`/records/${made.id}`);
    return ofRecord(made);
  },
  async revision(creator, visibility) {
    const made = await record(creator, { visibility });
    const page = await creator.api.get<Page<{ id: number }>>(`/records/${made.id}/revisions`);
    return ofRecord(made, { revision_id: page.items[0]?.id ?? 0 });
  },
  async file(creator, visibility) {
    const made = await record(creator, { visibility });
    const { id, name } = await file(creator, made);
    return ofRecord(made, { file_id: id, '*': name });
  },
  async 'file by id'(creator, visibility) {
    const made = await record(creator, { visibility });
    return ofRecord(made, { id: (await file(creator, made)).id });
  },
  async 'file revision'(creator, visibility) {
    const made = await record(creator, { visibility });
    await file(creator, made);
    const page = await creator.api.get<Page<{ id: number }>>(`/records/${made.id}/files/revisions`);
    return ofRecord(made, { revision_id: page.items[0]?.id ?? 0 });
  },
  async upload(creator, visibility) {
    const made = await record(creator, { visibility });
    return ofRecord(made, { upload_id: (await upload(creator, made, 5)).id });
  },
  // The matrix runs with chunks of 4 bytes, see matrix.test.ts.
  async 'sent chunks'(creator, visibility) {
    const made = await record(creator, { visibility });
    const { id, _actions, chunk_count } = await upload(creator, made, 12);
    for (let index = 0; index < chunk_count; index++) {
      const headers = { 'svc-chunk-index': String(index), 'svc-chunk-size': '4' };
      await creator.api.send('PUT', _actions.upload_data, { raw: 'abcd', headers });
    }
    return ofRecord(made, { upload_id: id });
  },
  user: async ({ id, username }) => ({ values: { id, identity_type: 'local', username } }),
  password: async ({ username, password }) => ({ values: { username, password } }),
  async token(creator) {
    const { id } = await (await creator.browser()).post<{ id: number }>('/api/internal/tokens', { name: 'x' });
    return { values: { id } };
  },
};
