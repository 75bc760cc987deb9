import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkErrorObject } from '../api/client.ts';
import { startService } from '../api/start.ts';
import { makeActors, withoutScope } from './actors.ts';
import { documentedStatuses } from './documented.ts';
import { send } from './request.ts';
import { rows } from './table.ts';
import { makeTargets, type Target } from './targets.ts';

const service = await startService({ CAIRN_DIRECT_UPLOAD_LIMIT: '10', CAIRN_CHUNK_SIZE: '4' });
const { actors, creator, giveRoles } = await makeActors(service);
const targets = await makeTargets(service, creator);
const checkDocumented = await documentedStatuses(service);

test('the table has exactly the operations that are registered, each with its path and scopes', () => {
  const line = (operation: string, request: string, scopes: readonly string[]) =>
    `${operation}  ${request}  ${scopes.join(',') || '-'}`;
  const registered = service.app.operations.map(({ operation, method, url, access }) =>
    line(operation, `${method} ${url}`, typeof access === 'object' ? access.scopes : []),
  );
  const listed = rows.map(({ operation, method, path, scopes }) => line(operation, `${method} ${path}`, scopes));
  assert.deepEqual(
    {
      missing: registered.filter((one) => !listed.includes(one)),
      unknown: listed.filter((one) => !registered.includes(one)),
      twice: listed.filter((one, at) => listed.indexOf(one) !== at),
    },
    { missing: [], unknown: [], twice: [] },
  );
});

for (const row of rows) {
  test(`${row.operation} answers each caller as the table says`, async () => {
    const make = targets[row.target];
    assert.ok(make, `there is no target "${row.target}"`);
    const shared = new Map<string, Promise<Target>>();
    // What only reads may share a target; everything else gets a fresh one.
    const targetFor = (visibility: 'private' | 'public'): Promise<Target> => {
      const fresh = async () => {
        const target = await make(visibility);
        await giveRoles(target);
        return target;
      };
      if (row.method !== 'GET') return fresh();
      const known = shared.get(visibility) ?? fresh();
      shared.set(visibility, known);
      return known;
    };
    const found: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const actor of actors) {
      const target = await targetFor(actor.column === 'public' ? 'public' : 'private');
      const reply = await send(row, await actor.client(row.scopes), target);
      found[actor.name] = reply.status;
      expected[actor.name] = row.expected[actor.column];
      checkDocumented(row, reply.status);
      if (reply.status >= 400) checkErrorObject(reply);
    }
    for (const { name, client } of withoutScope(creator, row.scopes)) {
      const reply = await send(row, await client, await targetFor('private'));
      found[name] = reply.status;
      expected[name] = row.scopes.length > 0 ? 401 : row.expected.creator;
      if (row.scopes.length > 0) assert.deepEqual(reply.body?.scopes, row.scopes);
    }
    assert.deepEqual(found, expected);
  });
}
