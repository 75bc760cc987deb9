// Makes the working copy ready: installs what package-lock.json names, and with --web builds the web interface.
// Runs before `npm start`, `npm test` and `npm run check`; does nothing, quickly, when everything is in place.
// Plain JavaScript without dependencies: on a fresh clone it is run by whatever Node (20 or newer) is on the machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);

function say(line) {
  process.stdout.write(`${line}\n`);
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Runs npm and waits; its output is shown only when it fails. */
function npm(args, failure) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli ? [process.execPath, [cli]] : ['npm', []];
  const result = spawnSync(program, [...first, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  if (result.status !== 0) fail(`${result.error?.message ?? result.stdout + result.stderr}\n${failure}`);
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Whether every package of the lock file is installed in its version; optional ones may be of other machines. */
function isInstalled() {
  const wanted = readJson(at('package-lock.json'))?.packages ?? {};
  const found = readJson(at('node_modules', '.package-lock.json'))?.packages;
  if (!found) return false;
  return Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.startsWith('node_modules/') || link || (optional && !found[path]) || found[path]?.version === version,
  );
}

function install() {
  if (isInstalled()) return;
  say('Installing what Cairn needs (this can take a minute) …');
  // Not `npm ci`: it refuses to work where a registry lacks packages for other kinds of machines. The versions are
  // those of the lock file, which --no-save leaves as it is.
  npm(['install', '--no-save', '--no-audit', '--no-fund'], 'The installation failed: is the npm registry in reach?');
}

function requireNode24() {
  if (existsSync(at('node_modules', '.bin', 'node')) || Number.parseInt(process.versions.node, 10) >= 24) return;
  fail(
    `Cairn needs Node 24, which npm has no package of for ${process.platform} on ${process.arch}: ` +
      'install Node 24 from https://nodejs.org and try again.',
  );
}

function hashFiles(hash, path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (name !== 'dist' && name !== 'node_modules') hashFiles(hash, join(path, name));
  }
}

/** Builds the web interface when its sources, the contract's, or the installed packages are others than last time. */
function buildWeb() {
  if (!existsSync(at('web', 'index.html'))) return;
  const hash = createHash('sha256');
  for (const path of ['web', 'contract', 'package-lock.json']) hashFiles(hash, at(path));
  const stamp = hash.digest('hex');
  const stampFile = at('node_modules', '.cache', 'cairn-web');
  const known = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (known === stamp && existsSync(at('web', 'dist', 'index.html'))) return;
  say('Building the web interface …');
  npm(['run', 'build', '--workspace', 'web'], 'The web interface could not be built.');
  mkdirSync(at('node_modules', '.cache'), { recursive: true });
  writeFileSync(stampFile, stamp);
}

install();
requireNode24();
if (process.argv.includes('--web')) buildWeb();
