import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOf } from './build/chunks.ts';
import { indexScript } from './build/index-script.ts';
import { messageCatalogues } from './build/messages.ts';

/** Where `npm run console:dev` finds a running API. */
const API = process.env.HOLDFAST_API ?? 'http://127.0.0.1:8080';
/** What the API answers itself; everything else is the console's. */
const OF_THE_API = [
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
  plugins: [react(), tailwindcss(), messageCatalogues(), indexScript()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that know light-dark(): both themes stand in one place.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the pages allows no data: addresses but for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // A script of several modules is what a module of it is imported from, without one more that passes it on.
      preserveEntrySignatures: 'allow-extension',
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(OF_THE_API.map((path) => [path, { target: API, changeOrigin: false }])),
  },
});
