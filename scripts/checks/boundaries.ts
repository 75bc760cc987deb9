import { posix } from 'node:path';
import type { Finding, Source } from './sources.ts';

/**
 * The rooms of the server. A room may import those of the lines above it, through their door `index.ts`; rooms of one
 * line never import each other.
 */
const ROOMS: readonly (readonly string[])[] = [
  ['kernel'],
  ['config'],
  ['db'],
  ['jobs'],
  ['access'],
  ['metadata'],
  ['identity'],
  ['http'],
  ['reference', 'instance', 'user'],
  ['kinds'],
  ['files'],
  ['record', 'collection', 'template', 'group'],
  ['links'],
  ['internal'],
  ['demo'],
  ['main'],
];

/** What tests of every room may use although it is behind a door. */
const TEST_SUPPORT = ['server/src/db/test-database.ts', 'server/src/main/test-app.ts'];

/** Which packages a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['@cairn/contract'],
  web: ['@cairn/contract'],
};

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g;

/** The module names that a source imports, types included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? '');
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /\/test-[a-z-]+\.ts$/.test(path);
const packageOf = (path: string) => path.split('/')[0] ?? '';
const roomOf = (path: string) => (path.startsWith('server/src/') ? path.split('/')[2] : undefined);
const lineOf = (room: string) => ROOMS.findIndex((line) => line.includes(room));

function checkPackage(source: Source, name: string): Finding[] {
  const allowed = PACKAGES[packageOf(source.path)];
  if (!allowed || !name.startsWith('@cairn/') || allowed.includes(name)) return [];
  return [`${source.path}: must not import ${name}`];
}

function checkPath(source: Source, name: string): Finding[] {
  const target = posix.join(posix.dirname(source.path), name);
  const owner = packageOf(source.path);
  if (owner in PACKAGES && packageOf(target) !== owner) return [`${source.path}: leaves its package by ${name}`];
  const from = roomOf(source.path);
  const to = roomOf(target);
  if (from === undefined || to === undefined || from === to) return [];
  if (lineOf(from) < 0) return [`${source.path}: the room ${from} is not in the table of scripts/checks/boundaries.ts`];
  if (isTest(source.path) && TEST_SUPPORT.includes(target)) return [];
  if (target !== `server/src/${to}/index.ts`) return [`${source.path}: enters ${to} beside its door, by ${name}`];
  if (!isTest(source.path) && lineOf(to) >= lineOf(from)) return [`${source.path}: ${from} must not import ${to}`];
  return [];
}

/** Imports that go against the order of the rooms, beside their doors, or out of their package. */
export function checkBoundaries(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) =>
    importsOf(source.text).flatMap((name) =>
      name.startsWith('.') ? checkPath(source, name) : checkPackage(source, name),
    ),
  );
}
