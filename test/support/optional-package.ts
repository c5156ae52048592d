import { execFile } from 'node:child_process';
import { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = new URL('../..', import.meta.url).pathname;
const STDERR = 2;

/**
 * Installs an optional package if it is missing, and prints one line. It stays in node_modules until the next `npm ci`.
 * Throws if npm fails.
 */
export async function installOptional(name: string, version: string): Promise<void> {
  if (existsSync(join(ROOT, 'node_modules', name))) return;
  const args = ['install', '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
  writeSync(STDERR, `installing ${name}@${version} for the tests of test/long: npm ${args.join(' ')}\n`);
  await promisify(execFile)('npm', args, { cwd: ROOT });
}
