import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/** In development nobody fills in the base path that the server writes into the page, so this does. */
const basePath: Plugin = {
  name: 'cairn-base-path',
  apply: 'serve',
  transformIndexHtml: (html) => html.replaceAll('%CAIRN_BASE%', '/'),
};

/** Fetches the text font together with the page: found in the style sheet only, it would come too late for the first paint. */
const fontFirst: Plugin = {
  name: 'cairn-font-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-latin-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        })),
  },
};

/** Writes the compressed forms of the built files beside them, once and well, instead of at every request. */
const compressed: Plugin = {
  name: 'cairn-compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file));
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file);
        const content = await readFile(path);
        await Promise.all([
          writeFile(`${path}.br`, await brotli(content)),
          writeFile(`${path}.gz`, await gzip(content)),
        ]);
      }),
    );
  },
};

export default defineConfig({
  // Relative addresses: one build works below any path, the page's <base> decides where it stands.
  base: './',
  plugins: [react(), basePath, fontFirst, compressed],
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
});
