// `npm test`: the checks, then every test, on a PostgreSQL made for this run. `npm test -- <paths and options of
// node --test>` runs only those, without the checks. The last lines are the summary of Node's test runner.
import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEmbedded } from '../server/src/main/postgres/embedded.ts';
import { root } from './checks/sources.ts';

const TESTS = '{contract/src,server/src,scripts,tests,web/src,web/test}/**/*.test.ts';
const CONNECTIONS = 200;

interface TestDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server in a folder for temporary files; its data may be lost in a crash, which makes it quick. */
async function startDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  chmodSync(folder, 0o755); // as root, the account of the database passes through
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const database = await prepareEmbedded(folder, { connections: CONNECTIONS, durable: false }, () => {});
    const server = await database.start();
    return { url: database.url, stop: () => server.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Runs Node with the terminal's output; resolves with its exit status. */
function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code ?? 1);
    }),
  );
}

/** The environment without settings of Cairn, which would leak into the tests. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CAIRN_')));
}

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  if (given.length === 0) {
    const status = await run([join(root, 'scripts/check.ts')], process.env);
    if (status !== 0) return status;
  }
  const own = process.env.CAIRN_TEST_DATABASE_URL;
  const database = own ? { url: own, stop: async () => {} } : await startDatabase();
  const onlyOptions = given.every((argument) => argument.startsWith('-'));
  const paths = onlyOptions ? globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**'] }).sort() : [];
  try {
    return await run(
      [
        '--test',
        '--test-reporter=spec',
        `--test-concurrency=${Math.max(2, availableParallelism())}`,
        '--test-timeout=300000',
        ...given,
        ...paths,
      ],
      { ...cleanEnvironment(), CAIRN_TEST_DATABASE_URL: database.url },
    );
  } finally {
    await database.stop();
  }
}

process.exitCode = await main();
