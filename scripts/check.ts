// Types, lint and format, the boundaries between rooms, file sizes. Prints every finding; exit status 1 if there is one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { checkBoundaries } from './checks/boundaries.ts';
import { checkKindNames } from './checks/kind-names.ts';
import { checkSettingsTable } from './checks/settings-table.ts';
import { checkSizes } from './checks/sizes.ts';
import { type Finding, readSources, root } from './checks/sources.ts';

/** Runs a program of node_modules/.bin; its output is the finding when it fails. */
async function tool(name: string, ...args: string[]): Promise<Finding[]> {
  const child = spawn(`${root}node_modules/.bin/${name}`, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const status = new Promise((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return (await status) === 0 ? [] : [`${out}${err}`.trim()];
}

const sources = readSources();
const checks: Record<string, Finding[] | Promise<Finding[]>> = {
  types: tool('tsc', '--noEmit', '-p', 'tsconfig.json'),
  'types of web': existsSync(`${root}web/tsconfig.json`) ? tool('tsc', '--noEmit', '-p', 'web/tsconfig.json') : [],
  'lint and format': tool('biome', 'ci', '--colors=off', '.'),
  'boundaries between rooms': checkBoundaries(sources),
  'names of kinds in shared code': checkKindNames(sources),
  'file sizes': checkSizes(sources),
  'table of settings': checkSettingsTable(),
};

for (const [name, check] of Object.entries(checks)) {
  const findings = await check;
  process.stdout.write(`${findings.length === 0 ? '✔' : '✖'} ${name}\n`);
  for (const finding of findings) process.stdout.write(`${finding.replace(/^/gm, '  ')}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
