// The kill test as a loop of any length: node tests/kill/run.ts [--rounds 30] [--seed 1]
import { parseArgs } from 'node:util';
import { type Report, runRounds } from './rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const rounds = Number(values.rounds ?? 30);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));

function counts(of: Readonly<Record<string, number>>): string {
  const sum = Object.values(of).reduce((total, count) => total + count, 0);
  const parts = Object.entries(of).map(([name, count]) => `${name} ${count}`);
  return `${sum} (${parts.join(', ')})`;
}

function print({ kills, acknowledged, counts: seen, recoveries, leftovers, defects }: Report): void {
  const times = recoveries.map(Math.round).sort((a, b) => a - b);
  console.log(`seed ${seed}, ${rounds} rounds`);
  console.log(`kills: ${counts(kills)}`);
  console.log(`writes acknowledged: ${counts(acknowledged)}`);
  console.log(`answers lost: ${seen.answersLost}, refused during an outage: ${seen.unavailable}`);
  console.log(`records checked: ${seen.checked}, uploads gone on with: ${seen.resumed}, parts removed: ${leftovers}`);
  console.log(`ready again: median ${times[Math.floor(times.length / 2)]} ms, longest ${times.at(-1)} ms`);
  console.log(`defects: ${defects.length}`);
  for (const defect of defects) console.log(`- ${defect}`);
}

const report = await runRounds({ rounds, seed, say: console.log });
print(report);
process.exitCode = report.defects.length > 0 ? 1 : 0;
