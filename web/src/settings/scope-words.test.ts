import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupScopes } from './scope-words.ts';

test('scopes are read by what they are about', () => {
  assert.deepEqual(groupScopes(['user.read', 'record.update', 'record.create']), [
    { object: 'record', actions: ['create', 'update'] },
    { object: 'user', actions: ['read'] },
  ]);
  assert.deepEqual(groupScopes(['future.scope']), []);
});
