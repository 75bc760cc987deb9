import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development nobody fills in the base path that the server writes into the page, so this does. */
const basePath: Plugin = {
  name: 'cairn-base-path',
  apply: 'serve',
  transformIndexHtml: (html) => html.replaceAll('%CAIRN_BASE%', '/'),
};

export default defineConfig({
  // Relative addresses: one build works below any path, the page's <base> decides where it stands.
  base: './',
  plugins: [react(), basePath],
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, assetsInlineLimit: 0 },
});
