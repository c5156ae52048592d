import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDir } from '../../src/platform/local/cache-dir.ts';

/** Prints directly to stderr, because captured output fails the test. */
const printLine = (line: string) => void writeSync(2, `${line}\n`);

/**
 * Installs an npm package that only a few tests need, once into the cache of this machine instead of with the product.
 * Returns its folder.
 */
export async function installExtraPackage(name: string, version: string): Promise<string> {
  const folder = getFolder(name, version);
  if (!existsSync(folder)) await install(`${name}@${version}`, folder);
  return join(folder, 'node_modules', name);
}

/** Loads such a package. */
export async function loadExtraPackage(name: string, version: string): Promise<unknown> {
  await installExtraPackage(name, version);
  return createRequire(join(getFolder(name, version), 'index.js'))(name);
}

const getFolder = (name: string, version: string) => join(getCacheDir(), 'packages', `${name}-${version}`);

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
