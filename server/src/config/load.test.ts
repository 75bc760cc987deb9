import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, describeSettings, loadConfig, settingsInForce } from './index.ts';

function folder(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'cairn-config-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

function problems(env: Record<string, string>, cwd = folder()): readonly string[] {
  try {
    loadConfig(env, cwd);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

describe('loadConfig', () => {
  it('starts without any setting, with the documented defaults', () => {
    const cwd = folder();
    const config = loadConfig({ PATH: '/bin' }, cwd);
    assert.equal(config.baseUrl, 'http://localhost:8080');
    assert.equal(config.basePath, '');
    assert.equal(config.dataDir, join(cwd, 'data'));
    assert.equal(config.dataDirIsDefault, true);
    assert.equal(config.databaseUrl, null);
    assert.equal(config.directUploadLimit, 50_000_000);
    assert.equal(config.chunkSize, 10_000_000);
    assert.equal(config.uploadQuota, 10_000_000_000);
    assert.equal(config.rateLimits.anonymousPerMinute, 90);
    assert.deepEqual(config.rateLimits.exempt, ['127.0.0.1', '::1']);
  });

  it('names every invalid setting at once', () => {
    const found = problems({
      CAIRN_PORT: '80800',
      CAIRN_BASE_URL: 'data.example.org',
      CAIRN_LOG_LEVEL: 'loud',
      CAIRN_UPLOAD_QUOTA: '10 apples',
      CAIRN_WORKERS: 'many',
      CAIRN_DATABASE_URL: 'mysql://localhost/cairn',
      CAIRN_RATE_EXEMPT: '10.0.0.0/99',
    });
    const named = found.map((line) => line.split(' ')[0]);
    assert.deepEqual(named.sort(), [
      'CAIRN_BASE_URL',
      'CAIRN_DATABASE_URL',
      'CAIRN_LOG_LEVEL',
      'CAIRN_PORT',
      'CAIRN_RATE_EXEMPT',
      'CAIRN_UPLOAD_QUOTA',
      'CAIRN_WORKERS',
    ]);
  });

  it('refuses a misspelt setting and suggests the right one', () => {
    assert.deepEqual(problems({ CAIRN_PROT: '80' }), ['CAIRN_PROT is not a setting: did you mean CAIRN_PORT?']);
  });

  it('prefers the environment over the .env file', () => {
    const cwd = folder({ '.env': 'CAIRN_PORT=9000\nCAIRN_LOG_LEVEL=debug\n' });
    const config = loadConfig({ CAIRN_PORT: '9001' }, cwd);
    assert.deepEqual([config.port, config.logLevel], [9001, 'debug']);
  });

  it('reads a secret from a file and refuses both ways at once', () => {
    const cwd = folder({ secret: 'postgres://cairn:pw@db/cairn\n' });
    const env = { CAIRN_DATABASE_URL_FILE: join(cwd, 'secret') };
    assert.equal(loadConfig(env, cwd).databaseUrl, 'postgres://cairn:pw@db/cairn');
    assert.match(problems({ ...env, CAIRN_DATABASE_URL: 'postgres://x/y' }).join(), /both set/);
    assert.match(problems({ CAIRN_DATABASE_URL_FILE: join(cwd, 'missing') }).join(), /ENOENT/);
  });

  it('reads sizes with decimal and binary units', () => {
    const config = loadConfig({ CAIRN_CHUNK_SIZE: '64 MiB', CAIRN_UPLOAD_QUOTA: '1.5TB' }, folder());
    assert.deepEqual([config.chunkSize, config.uploadQuota], [67_108_864, 1_500_000_000_000]);
    assert.equal(loadConfig({ CAIRN_UPLOAD_QUOTA: 'none' }, folder()).uploadQuota, null);
  });

  it('separates the path of the base URL and drops its trailing slash', () => {
    const config = loadConfig({ CAIRN_BASE_URL: 'https://lab.example.org/cairn/' }, folder());
    assert.deepEqual([config.baseUrl, config.basePath], ['https://lab.example.org/cairn', '/cairn']);
  });

  it('cannot be changed afterwards', () => {
    const config = loadConfig({}, folder());
    assert.throws(() => Object.assign(config, { port: 1 }), TypeError);
    assert.throws(() => Object.assign(config.rateLimits, { loginPerMinute: 1 }), TypeError);
  });
});

describe('settingsInForce', () => {
  it('shows every documented setting and hides secrets', () => {
    const shown = settingsInForce(loadConfig({ CAIRN_DATABASE_URL: 'postgres://cairn:pw@db/cairn' }, folder()));
    assert.deepEqual(
      shown.map(({ env }) => env),
      describeSettings().map(({ env }) => env),
    );
    assert.equal(shown.find(({ env }) => env === 'CAIRN_DATABASE_URL')?.value, '(set)');
  });
});
