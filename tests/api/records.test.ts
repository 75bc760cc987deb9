import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordResource } from '@cairn/contract';
import { person, record } from './make.ts';
import { startService } from './start.ts';

const service = await startService();

test('a record comes back with every field of its representation', async () => {
  const ada = await person(service, { displayname: 'Ada Example' });
  const made = await record(ada, { title: '  Melt \t 7 ' });
  assert.equal(made.title, 'Melt 7');
  assert.deepEqual(await ada.api.get<RecordResource>(`/records/${made.id}`), made);
});
