// Not by name: an older Node, which has no `globSync`, must reach the check in `require-node.ts`.
import fs, { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = new URL('../..', import.meta.url).pathname;
const LAYERS = ['src', 'api', 'activities', 'workflows'];

/** Folders whose files have little in common. */
const ROOTS = [...LAYERS, 'src/platform'];

/**
 * Returns the tests that watch mode runs when a product file changes: unit tests that import from its folder, or the
 * file if its folder is the root of a layer or of the platform, and tests of the API, promises and workflows that are
 * named after its module. API tests do not import what they test. Returns undefined for any other file, whose tests the
 * module graph knows.
 */
export function listTestsOfProductFile(file: string): string[] | undefined {
  const path = relative(ROOT, file);
  const [layer = '', ...rest] = path.split('/');
  if (!LAYERS.includes(layer)) return undefined;
  const [module = ''] = rest[0] === 'platform' ? rest.slice(1) : rest;
  const stem = module.replace(/\.ts$/, '').replace(/s$/, '');
  const imported = ROOTS.includes(dirname(path)) ? `/${path}'` : `/${dirname(path)}/`;
  const importing = fs
    .globSync('test/{unit,guards}/*.test.ts', { cwd: ROOT })
    .filter((test) => readFileSync(join(ROOT, test), 'utf8').includes(imported));
  return [...importing, ...fs.globSync(`test/{api,promises,workflows}/${stem}*.test.ts`, { cwd: ROOT })];
}

/** Returns whether a file of the product changed after a time in milliseconds. */
export function hasProductChangedSince(timeMs: number): boolean {
  const files = fs.globSync(`{${LAYERS.join()}}/**/*.ts`, { cwd: ROOT });
  return files.some((file) => statSync(join(ROOT, file)).mtimeMs > timeMs);
}
