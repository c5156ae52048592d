import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCachedFolder } from './cached-folder.ts';

/**
 * Installs npm packages (`name@version`) that only a few tests need, once into the cache of this machine instead of with
 * the product. Returns the folder that has their `node_modules`.
 */
export function installExtraPackages(...specs: readonly string[]): Promise<string> {
  return createCachedFolder(`packages/${specs.join('+')}`, `installing ${specs.join(', ')} with npm`, (folder) => {
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
    return promisify(execFile)('npm', ['install', ...options, ...specs], { cwd: folder });
  });
}

/** Installs and loads such a package. */
export async function loadExtraPackage(name: string, version: string): Promise<unknown> {
  const folder = await installExtraPackages(`${name}@${version}`);
  return createRequire(join(folder, 'index.js'))(name);
}
