import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Upload } from '@cairn/contract';
import { sql } from 'kysely';
import type { Page } from './client.ts';
import { person, record } from './make.ts';
import { startService } from './start.ts';

// Specification 3 and 7: where a background task can't be started, 503, and everything stays as it was.

const service = await startService({ CAIRN_DIRECT_UPLOAD_LIMIT: '10', CAIRN_CHUNK_SIZE: '4' });
const rename = (from: string, to: string) =>
  sql`alter schema ${sql.id(from)} rename to ${sql.id(to)}`.execute(service.db);

/** Runs while tasks can't be enqueued. */
async function withoutQueue(work: () => Promise<void>): Promise<void> {
  await rename('graphile_worker', 'out_of_reach');
  try {
    await work();
  } finally {
    await rename('out_of_reach', 'graphile_worker');
  }
}

test('a purge that can not be started leaves the record in the trash', async () => {
  const ada = await person(service);
  const made = await record(ada);
  await ada.api.delete(`/records/${made.id}`);
  await withoutQueue(async () => {
    await ada.api.refused(503, 'POST', `/records/${made.id}/purge`);
  });
  assert.equal((await ada.api.get<Page<{ id: number }>>('/trash')).items[0]?.id, made.id);
  await ada.api.post(`/records/${made.id}/restore`, undefined, 200);
});

test('a finish that can not be started leaves the upload active', async () => {
  const ada = await person(service);
  const { id } = await record(ada);
  const upload = await ada.api.post<Upload>(`/records/${id}/uploads`, { name: 'a', size: 12 });
  const { upload_data: data, finish = '' } = upload._actions;
  for (const index of [2, 0, 1]) {
    const headers = { 'svc-chunk-index': String(index), 'svc-chunk-size': '4' };
    assert.equal((await ada.api.send('PUT', data, { raw: 'abcd', headers })).status, 200);
  }
  await withoutQueue(async () => {
    await ada.api.refused(503, 'POST', finish);
  });
  assert.equal((await ada.api.get<Upload>(upload._links.self)).state, 'active');
  const started = await ada.api.post<Upload>(finish, undefined, 202);
  assert.equal(started.state, 'processing');
  await service.work();
  const done = await ada.api.get<Upload>(upload._links.self);
  assert.equal(done._meta.task?.state, 'success');
  assert.equal(done._meta.task?.file?.size, 12);
  assert.equal((await ada.api.send('GET', `${done._meta.task?.file?._links.download}`)).text, 'abcdabcdabcd');
});
