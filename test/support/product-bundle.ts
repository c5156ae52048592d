import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/holdfast-test');
/** Variable with the folder of the bundle, relative to the root. Test processes inherit it. */
const FOLDER_VARIABLE = 'HOLDFAST_TEST_BUNDLE';
/** Entry files of the product's processes and the names of their bundles. */
const ENTRIES = { 'api/server.ts': 'api', 'activities/worker.ts': 'worker', 'scripts/serve.ts': 'serve' } as const;

/** Entry file of a process of the product. */
export type ProductEntry = keyof typeof ENTRIES;

/** Everything that a bundle depends on. */
const SOURCES = ['{api,activities,src,scripts}/**/*.ts', 'package-lock.json', 'test/support/product-bundle.ts'];
/** Packages of hundreds of modules. All others stay outside, as does what they load by path. */
const BUNDLED_PACKAGES = /^(typebox|kysely)\b/;
/** Unused bundles are deleted after this time. */
const MAX_AGE_MS = 86_400_000;

/**
 * Bundles the product's processes for the tests, unless the bundle of these sources exists. A process starts with half
 * the CPU time, because it loads about a hundred files instead of two thousand.
 */
export async function bundleProduct(): Promise<void> {
  const folder = join(CACHE, `product-${digestSources()}`);
  process.env[FOLDER_VARIABLE] = relative(ROOT, folder);
  if (existsSync(folder)) return;
  deleteOldBundles();
  mkdirSync(CACHE, { recursive: true });
  const staging = mkdtempSync(join(CACHE, 'bundling.'));
  try {
    await writeBundle(staging);
    renameSync(staging, folder);
  } catch (error) {
    // Another run may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Returns the file that starts a process: the bundle of an entry file, or the entry file without bundles. */
export function findEntry(entry: ProductEntry): string {
  const folder = process.env[FOLDER_VARIABLE];
  return folder === undefined ? entry : join(folder, `${ENTRIES[entry]}.mjs`);
}

function digestSources(): string {
  // The bundle contains paths of this clone. A copy of the cache in another clone must not be used.
  const hash = createHash('sha256').update(`${ROOT}\0`);
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

function deleteOldBundles(): void {
  for (const folder of globSync(join(CACHE, '{product-,bundling.}*')))
    if (Date.now() - statSync(folder).mtimeMs > MAX_AGE_MS) rmSync(folder, { recursive: true, force: true });
}

async function writeBundle(folder: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(Object.entries(ENTRIES).map(([entry, name]) => [name, entry])),
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && !BUNDLED_PACKAGES.test(id),
    plugins: [KEEP_PATHS],
  });
  await bundle.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
}

/** Modules see the paths of their sources, and programs that they start in processes and threads are bundled too. */
const KEEP_PATHS: Plugin = {
  name: 'keep-paths',
  transform: {
    filter: { code: 'import.meta' },
    handler(code, id) {
      if (id.includes('node_modules')) return;
      const withPrograms = code.replaceAll(
        /(?<!fileURLToPath\()new URL\('([^']+\.ts)', import\.meta\.url\)/g,
        (_, path: string) => {
          const program = join(dirname(id), path);
          const reference = this.emitFile({ type: 'chunk', id: program, name: basename(dirname(program)) });
          return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
        },
      );
      return withPrograms
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.main', 'false');
    },
  },
};
