import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort, type RunOptions, runCairn, startCairn } from './cairn-process.ts';

const password = 'correct horse battery';

describe('cairn commands', () => {
  it('administer users and tokens, while the service is stopped and while it runs', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-commands-'));
    chmodSync(folder, 0o755);
    t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
    const port = await freePort();
    const env = { CAIRN_DATA_DIR: join(folder, 'data'), CAIRN_PORT: String(port), CAIRN_WORKERS: '1' };
    const cairn = (line: string, input?: string): ReturnType<typeof runCairn> => {
      const options: RunOptions = input === undefined ? { env } : { env, input };
      return runCairn(line.split(' '), options);
    };

    const created = await cairn('users create ada --admin --password-stdin', `${password}\n`);
    assert.deepEqual(
      { ...created, out: created.out.replace(/\d+/, 'N') },
      { status: 0, out: 'ada created with id N\n', err: '' },
    );

    const running = await startCairn(t, { env });
    assert.doesNotMatch(running.greeting, /setup\?token/);
    const twice = await cairn('users create ada --password-stdin', password);
    assert.deepEqual(twice, { status: 1, out: '', err: 'cairn: username: This user name is already taken.\n' });
    const short = await cairn('users create A!! --password-stdin', 'short');
    assert.equal(short.status, 1);
    assert.match(short.err, /^cairn: username: .*\ncairn: password: .*\n$/);

    const listed = await cairn('users list --json');
    const [ada] = JSON.parse(listed.out) as Record<string, unknown>[];
    assert.deepEqual([ada?.username, ada?.is_sysadmin, ada?.state], ['ada', true, 'active']);

    const token = await cairn('tokens create ada --name script --scope record.read');
    assert.match(token.out, /^pat_\w+\n$/);
    const tokens = JSON.parse((await cairn('tokens list ada --json')).out) as { id: number; scopes: string[] }[];
    assert.deepEqual(tokens[0]?.scopes, ['record.read']);
    assert.equal((await cairn(`tokens revoke ada ${tokens[0]?.id}`)).status, 0);
    assert.equal((await cairn('tokens list ada --json')).out, '[]\n');

    assert.equal(
      (await cairn('users deactivate nobody')).err,
      'cairn: There is no local user "nobody": see cairn users list\n',
    );
    assert.equal((await cairn('users deactivate ada')).out, 'ada is inactive\n');
    assert.equal(await running.end('SIGTERM'), 0);
    assert.equal((await cairn('users activate ada')).out, 'ada is active\n');
  });
});
