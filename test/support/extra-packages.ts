import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createCachedFolder } from './cached-folder.ts';
import { runProgram } from './commands.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/**
 * Installs npm packages (`name@version`) that only a few tests need, once into the cache of this machine instead of
 * with the product. Returns the folder that has their `node_modules`.
 */
export function installExtraPackages(...specs: readonly string[]): Promise<string> {
  return createCachedFolder(`packages/${specs.join('+')}`, `installing ${specs.join(', ')} with npm`, (folder) => {
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
    return runProgram('npm', ['install', ...options, ...specs], { cwd: folder });
  });
}

/** Installs and loads such a package. */
export async function loadExtraPackage(name: string, version: string): Promise<unknown> {
  const folder = await installExtraPackages(`${name}@${version}`);
  return createRequire(join(folder, 'index.js'))(name);
}

/**
 * Installs a package that the product finds only in its own node_modules, and links it there. Returns a function that
 * removes the link; it does nothing if the package was there before.
 */
export async function linkExtraPackage(name: string, version: string): Promise<() => void> {
  const link = join(ROOT, 'node_modules', name);
  if (existsSync(link)) return () => undefined;
  const folder = await installExtraPackages(`${name}@${version}`);
  rmSync(link, { force: true });
  symlinkSync(join(folder, 'node_modules', name), link);
  return () => rmSync(link);
}
