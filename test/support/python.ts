import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createCachedFolder } from './cached-folder.ts';
import { runProgram } from './commands.ts';
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
  const what = `installing ${packages.join(', ')} with pip`;
  const folder = await createCachedFolder(`python/${digest}`, what, (target) => {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--target', target];
    return runProgram('python3', ['-m', 'pip', 'install', ...options, ...packages]);
  });
  return { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
}
