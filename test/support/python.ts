import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDir } from '../../src/platform/local/cache-dir.ts';
import type { Requirement } from './requirements.ts';

/** What a test with Python packages requires. */
export const PYTHON: Requirement = { met: hasPip(), name: 'Python 3.11 or later with pip' };

function hasPip(): boolean {
  try {
    const isRecent = 'import pip, sys; sys.exit(sys.version_info < (3, 11))';
    execFileSync('python3', ['-c', isRecent], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs packages (`name==version`) once into the cache, from the index that pip is configured for. Returns the
 * environment in which `python3` imports them.
 */
export async function installPythonPackages(...packages: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const digest = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 16);
  const folder = join(getCacheDir(), 'python', digest);
  if (!existsSync(folder)) await install(packages, folder);
  return { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
}

async function install(packages: readonly string[], folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    // Directly to stderr, because captured output fails the test.
    writeSync(2, `installing ${packages.join(', ')} with pip (once)\n`);
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--target', unfinished];
    await promisify(execFile)('python3', ['-m', 'pip', 'install', ...options, ...packages]);
    // Another test may have installed them meanwhile.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
