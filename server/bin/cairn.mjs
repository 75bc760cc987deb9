#!/usr/bin/env node
// The `cairn` command. Written for any Node from 20 on: it hands over to the Node 24 that npm installed with Cairn.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= 24) {
  // Compiled modules are kept between starts: quicker, and much smaller, as TypeScript need not be stripped again.
  process.env.NODE_COMPILE_CACHE ??= path('../../node_modules/.cache/cairn');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import('../src/main/cli.ts');
} else {
  const node = path('../../node_modules/.bin/node');
  if (existsSync(node)) {
    const child = spawn(node, [path('./cairn.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  } else {
    process.stderr.write(
      `cairn: Node ${process.versions.node} is too old and Node 24 is not installed: run npm install\n`,
    );
    process.exit(1);
  }
}
