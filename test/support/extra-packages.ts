import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDir } from '../../src/platform/local/cache-dir.ts';

/** Prints directly to stderr, because captured output fails the test. */
const printLine = (line: string) => void writeSync(2, `${line}\n`);

/**
 * Loads an npm package that only a few tests need. It is installed once into the cache of this machine instead of with
 * the product.
 */
export async function loadExtraPackage(name: string, version: string): Promise<unknown> {
  const folder = join(getCacheDir(), 'packages', `${name}-${version}`);
  if (!existsSync(folder)) await install(`${name}@${version}`, folder);
  return createRequire(join(folder, 'index.js'))(name);
}

async function install(spec: string, folder: string): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true });
  const temporary = mkdtempSync(join(folder, '..', 'install.'));
  try {
    printLine(`installing ${spec} for tests (once)`);
    const args = ['install', '--prefix', temporary, '--no-audit', '--no-fund', '--ignore-scripts', spec];
    await promisify(execFile)('npm', args, { cwd: temporary });
    if (!existsSync(folder)) renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
