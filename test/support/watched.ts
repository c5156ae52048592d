import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Matches a file of the product and its module. */
export const PRODUCT_FILE = /\/(?:src|api|activities|workflows)\/(?:platform\/)?([a-z-]+)[^/]*(?:\/[^/]+)*\.ts$/;

/**
 * Returns the tests that watch mode runs when a product file changes: unit tests that import from its folder, and tests
 * of the API, promises and workflows that are named after its module. API tests do not import what they test.
 */
export function testsOfProductFile(file: string, [, module = '']: RegExpMatchArray): string[] {
  const folder = `/${dirname(relative(ROOT, file))}/`;
  const importing = globSync('test/{unit,guards}/*.test.ts', { cwd: ROOT }).filter((test) =>
    readFileSync(join(ROOT, test), 'utf8').includes(folder),
  );
  const named = globSync(`test/{api,promises,workflows}/${module.replace(/s$/, '')}*.test.ts`, { cwd: ROOT });
  return [...importing, ...named];
}

/** Returns whether a file of the product changed after a time in milliseconds. */
export function hasProductChangedSince(timeMs: number): boolean {
  const files = globSync('{src,api,activities,workflows}/**/*.ts', { cwd: ROOT });
  return files.some((file) => statSync(join(ROOT, file)).mtimeMs > timeMs);
}
