import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

// Made for cloud functions, the package proposes to give up protections that these tests are about.
const REFUSED = ['--single-process', '--no-zygote', '--disable-web-security', '--allow-running-insecure-content'];
const PARTS = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

/** Unpacks the browser beside its final place and moves it there in one step: other test files do the same just now. */
async function unpack(bin: string, home: string): Promise<void> {
  const before = process.env.TMPDIR;
  const own = mkdtempSync(`${home}-`);
  process.env.TMPDIR = own; // where the package unpacks to
  try {
    await Promise.all(PARTS.map((part) => inflate(join(bin, part))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(own, home);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!existsSync(home)) throw error;
  }
}

/** How to start the Chromium that npm installed. On a machine without its libraries or fonts it uses those packed with it. */
export async function packagedChromium(): Promise<LaunchOptions> {
  const root = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const home = join(tmpdir(), `cairn-chromium-${version}-${userInfo().uid}`);
  if (!existsSync(home)) await unpack(join(root, 'bin'), home);
  const executablePath = join(home, 'chromium');
  const env: Record<string, string | undefined> = { ...process.env };
  if (!existsSync('/etc/fonts')) env.FONTCONFIG_PATH = join(home, 'fonts');
  const libraries = spawnSync('ldd', [executablePath], { encoding: 'utf8' });
  if (/not found/.test(libraries.stdout ?? '')) env.LD_LIBRARY_PATH = join(home, 'al2023', 'lib');
  return { executablePath, env, args: chromium.args.filter((argument) => !REFUSED.includes(argument)) };
}
