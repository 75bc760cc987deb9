import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runRounds } from './rounds.ts';

const ROUNDS = 6;

it('loses nothing that was acknowledged, and shows nothing half, when processes are killed', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  t.diagnostic(`repeat with: node tests/kill/run.ts --rounds ${ROUNDS} --seed ${seed}`);
  const { defects, acknowledged } = await runRounds({ rounds: ROUNDS, seed, say: (line) => t.diagnostic(line) });
  assert.deepEqual(defects, []);
  assert.ok(Object.values(acknowledged).reduce((sum, count) => sum + count, 0) > 100, 'too little was written');
});
