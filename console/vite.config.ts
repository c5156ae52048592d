import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { getChunkName } from './build/chunks.ts';
import { indexScript } from './build/index-script.ts';
import { messageCatalogs } from './build/messages.ts';

/** Origin of the running API that `npm run console:dev` proxies to. */
const API_ORIGIN = process.env.HOLDFAST_API ?? 'http://127.0.0.1:8080';
/** Path prefixes that the API serves. The console serves all others. */
const API_PATHS = [
  '/api',
  '/-',
  '/public',
  '/auth',
  '/identity',
  '/hooks',
  '/oauth2',
  '/docs',
  '/openapi.json',
  '/.well-known',
  '/mcp',
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [react(), tailwindcss(), messageCatalogs(), indexScript()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // These browsers support light-dark(), which keeps both themes in one rule.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The Content-Security-Policy allows data: URLs for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // Import shared chunks directly, without a facade chunk that re-exports them.
      preserveEntrySignatures: 'allow-extension',
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: getChunkName }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(API_PATHS.map((path) => [path, { target: API_ORIGIN, changeOrigin: false }])),
  },
});
