import type { FileResource, Upload } from '@cairn/contract';
import type { Page } from '../api/client.ts';
import { grant, group, type Person, person, unique } from '../api/make.ts';
import type { TestService } from '../api/start.ts';

/** Values for the path and the body of a request; roles are given on `resources`, of which the first is in the path. */
export type Target = { values: Record<string, string | number>; resources?: { id: number }[] };

type Visibility = 'private' | 'public';
type Resource = { id: number; identifier: string };

/** How each kind of target in the table is made, fresh for a request. All of them are the creator's. */
export async function makeTargets(service: TestService, creator: Person) {
  const { api } = creator;
  // Who gets roles from the requests: a user without any role, and a group that everyone may read.
  const other = await person(service);
  const otherGroup = await group(service, creator, [], 'public');
  const others = { other_user: other.id, other_group: otherGroup.id };

  const make = (kind: string, visibility: Visibility) =>
    api.post<Resource>(`/${kind}s`, {
      identifier: unique(kind),
      title: `Some ${kind}`,
      visibility,
      ...(kind === 'template' ? { type: 'extras', data: [] } : {}),
    });
  const of = ({ id, identifier }: Resource, values: Target['values'] = {}, kind = 'record'): Target => ({
    values: { id, [`${kind}_id`]: id, identifier, ...others, ...values },
    resources: [{ id }],
  });

  /** The targets that every kind of resource has. */
  const ofKind = (kind: string) => ({
    [kind]: async (visibility: Visibility) => of(await make(kind, visibility), {}, kind),
    async [`trashed ${kind}`](visibility: Visibility) {
      const made = await make(kind, visibility);
      await api.delete(`/${kind}s/${made.id}`);
      return of(made, {}, kind);
    },
    async [`${kind} revision`](visibility: Visibility) {
      const made = await make(kind, visibility);
      const page = await api.get<Page<{ id: number }>>(`/${kind}s/${made.id}/revisions`);
      return of(made, { revision_id: page.items[0]?.id ?? 0 }, kind);
    },
    async [`${kind} role`](visibility: Visibility) {
      const made = await make(kind, visibility);
      await grant(service, made, { user: other }, 'member');
      await grant(service, made, { group: otherGroup }, 'member');
      return of(made, { user_id: other.id, group_id: otherGroup.id }, kind);
    },
  });

  /** Two resources beside each other, and what is done with both. */
  const pair = async (
    visibility: Visibility,
    [kind, other]: [string, string],
    join: (one: Resource, two: Resource) => Promise<Target['values']>,
  ): Promise<Target> => {
    const [one, two] = [await make(kind, visibility), await make(other, visibility)];
    const values = await join(one, two);
    return { values: { id: one.id, other_id: two.id, ...values }, resources: [{ id: one.id }, { id: two.id }] };
  };
  const link = async (one: Resource, two: Resource) =>
    (await api.post<{ id: number }>(`/records/${one.id}/records`, { name: 'next', record_to: { id: two.id } })).id;
  const put = async (two: Resource, into: string) => {
    await api.post(into, { id: two.id });
    return { record_id: two.id, collection_id: two.id, child_id: two.id };
  };

  const upload = (id: number, size: number) =>
    api.post<Upload>(`/records/${id}/uploads`, { name: unique('file'), size });
  const withFile = async (visibility: Visibility) => {
    const made = await make('record', visibility);
    const { _actions } = await upload(made.id, 5);
    const { body: file } = await api.send<FileResource>('PUT', _actions.upload_data, { raw: 'hello' });
    return { made, file };
  };

  const targets: Record<string, (visibility: Visibility) => Promise<Target>> = {
    '-': async () => ({ values: {} }),
    ...ofKind('record'),
    ...ofKind('collection'),
    ...ofKind('template'),
    ...ofKind('group'),
    'record beside record': (visibility) => pair(visibility, ['record', 'record'], async () => ({})),
    'record beside coll.': (visibility) => pair(visibility, ['record', 'collection'], async () => ({})),
    'coll. beside record': (visibility) => pair(visibility, ['collection', 'record'], async () => ({})),
    'coll. beside coll.': (visibility) => pair(visibility, ['collection', 'collection'], async () => ({})),
    'record link': (visibility) =>
      pair(visibility, ['record', 'record'], async (one, two) => ({ link_id: await link(one, two) })),
    'record link by id': (visibility) =>
      pair(visibility, ['record', 'record'], async (one, two) => ({ id: await link(one, two) })),
    'record in collection': (visibility) =>
      pair(visibility, ['record', 'collection'], (one, two) => put(two, `/records/${one.id}/collections`)),
    'coll. of record': (visibility) =>
      pair(visibility, ['collection', 'record'], (one, two) => put(two, `/collections/${one.id}/records`)),
    'coll. of coll.': (visibility) =>
      pair(visibility, ['collection', 'collection'], (one, two) => put(two, `/collections/${one.id}/collections`)),
    async file(visibility) {
      const { made, file } = await withFile(visibility);
      return of(made, { file_id: file.id, '*': file.name });
    },
    async 'file by id'(visibility) {
      const { made, file } = await withFile(visibility);
      return of(made, { id: file.id });
    },
    async 'file revision'(visibility) {
      const { made } = await withFile(visibility);
      const page = await api.get<Page<{ id: number }>>(`/records/${made.id}/files/revisions`);
      return of(made, { revision_id: page.items[0]?.id ?? 0 });
    },
    async upload(visibility) {
      const made = await make('record', visibility);
      return of(made, { upload_id: (await upload(made.id, 5)).id });
    },
    // The matrix runs with chunks of 4 bytes, see matrix.test.ts.
    async 'sent chunks'(visibility) {
      const made = await make('record', visibility);
      const { id, _actions, chunk_count } = await upload(made.id, 12);
      for (let index = 0; index < chunk_count; index++) {
        const headers = { 'svc-chunk-index': String(index), 'svc-chunk-size': '4' };
        await api.send('PUT', _actions.upload_data, { raw: 'abcd', headers });
      }
      return of(made, { upload_id: id });
    },
    user: async () => ({ values: { id: creator.id, identity_type: 'local', username: creator.username } }),
    password: async () => ({ values: { username: creator.username, password: creator.password } }),
    async token() {
      const { id } = await (await creator.browser()).post<{ id: number }>('/api/internal/tokens', { name: 'x' });
      return { values: { id } };
    },
  };
  return targets;
}
