import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  // Relative addresses: one build works below any path, the page's <base> decides where it stands.
  base: './',
  plugins: [react(), basePath, fontFirst],
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, assetsInlineLimit: 0 },
});
