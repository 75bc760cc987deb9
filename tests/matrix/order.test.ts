import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../api/start.ts';
import { makeActors } from './actors.ts';
import { pathOf, send } from './request.ts';
import { type Row, rows } from './table.ts';
import { makeTargets, type Target } from './targets.ts';

// The order in which a request is checked (resources 5.5): log-in, URL, row, right, scope, state of the row, body.

const service = await startService({ CAIRN_DIRECT_UPLOAD_LIMIT: '10', CAIRN_CHUNK_SIZE: '4' });
const { creator, stranger } = await makeActors(service);
const targets = await makeTargets(service, creator);

const isRow = ({ operation }: Row): boolean => {
  const access = service.app.operations.find((one) => one.operation === operation)?.access;
  return typeof access === 'object' && access.row === true;
};
const onRows = rows.filter(isRow);
const fresh = (row: Row): Promise<Target> => (targets[row.target] as (typeof targets)[string])('private');
// A token with a scope that no operation on a row needs.
const scopeless = {
  creator: await creator.limited('misc.manage_trash'),
  stranger: await stranger.limited('user.read'),
};
const nonsense = '{"nonsense": true}';

async function trash({ resources }: Target, row: Row): Promise<void> {
  const [, plural] = row.path.split('/');
  await creator.api.delete(`/${plural}/${resources?.[0]?.id}`);
}

for (const row of onRows) {
  test(`${row.operation} checks row, right, scope, state and body in this order`, async () => {
    const target = await fresh(row);
    const status = async (...args: Parameters<typeof send>) => (await send(...args)).status;
    const missing = pathOf(row, { values: { ...target.values, ...idsOf(row, 2147483647) } });
    const trashed = await fresh(row);
    await trash(trashed, row);
    const body = row.body === undefined ? {} : { body: nonsense };
    assert.deepEqual(
      {
        'no such row': await status(row, scopeless.stranger, target, { path: missing }),
        'no right, no scope': await status(row, scopeless.stranger, target),
        'right, no scope': await status(row, scopeless.creator, target, body),
        'no right, bad body': await status(row, stranger.api, target, body),
        'in the trash, no right': await status(row, stranger.api, trashed),
        'in the trash, right, no scope': await status(row, scopeless.creator, trashed, body),
        'in the trash, right': await status(row, creator.api, trashed, body),
      },
      {
        'no such row': 404,
        'no right, no scope': 403,
        'right, no scope': 401,
        'no right, bad body': 403,
        'in the trash, no right': 403,
        'in the trash, right, no scope': 401,
        'in the trash, right': 404,
      },
    );
  });

  test(`${row.operation} answers 404 to what can't be an id`, async () => {
    const target = await fresh(row);
    for (const id of ['0', '-1', '1.0', 'abc', '99999999999999999999', '2147483648', '1e3', '%00', 'é', '0x1']) {
      const path = pathOf(row, { values: { ...target.values, ...idsOf(row, id) } });
      assert.equal((await send(row, creator.api, target, { path })).status, 404, path);
    }
    // Every further part of the path names nothing: still 404, whatever it looks like.
    const further = [...row.path.matchAll(/:(\w+)/g)].slice(1).map(([, name]) => name ?? '');
    for (const name of further) {
      for (const id of ['0', '-1', 'abc', '99999999999999999999', '00000000-0000-4000-8000-000000000000', '%00']) {
        const path = pathOf(row, { values: { ...target.values, [name]: id } });
        assert.equal((await send(row, creator.api, target, { path })).status, 404, path);
      }
    }
  });
}

/** The value of the parameter that names the row. */
function idsOf(row: Row, id: string | number): Record<string, string | number> {
  const name = /:(\w+)/.exec(row.path)?.[1] ?? '';
  return { [name]: id };
}
