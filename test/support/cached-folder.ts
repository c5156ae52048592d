import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getCacheDir } from '../../src/platform/local/cache-dir.ts';

/**
 * Returns a folder of this machine's cache. `fill` makes its content once and prints nothing; `what` is printed before.
 * An interrupted creation leaves nothing.
 */
export async function createCachedFolder(
  name: string,
  what: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(getCacheDir(), name);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    // Directly to stderr, because captured output fails the test.
    writeSync(2, `${what} (once)\n`);
    await fill(unfinished);
    // Another test may have made it meanwhile.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}
