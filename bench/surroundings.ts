import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../src/platform/local/launch.ts';
import type { Measured } from './report.ts';

/** Where and on what it was measured. */
export interface Surroundings {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly temporal: string;
  readonly sdk: string;
  readonly system: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  /** Settings other than the defaults. */
  readonly settings: Environment;
  /** Load of the last minute before it began, and when it ended. */
  readonly load: { readonly before: number; after: number };
}

export function surroundings(temporal: string, settings: Environment): Surroundings {
  const sdk = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string };
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    temporal,
    sdk: sdk.version,
    system: `${process.platform} ${release()}`,
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    settings,
    load: { before: loadavg()[0] ?? 0, after: 0 },
  };
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

/** Writes the results beside the bench and answers the file's path. */
export function writeResults(where: Surroundings, measured: readonly Measured[]): string {
  const folder = fileURLToPath(new URL('./results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${where.date.slice(0, 19).replaceAll(':', '-')}.json`;
  writeFileSync(file, `${JSON.stringify({ ...where, measured }, null, 2)}\n`);
  return file;
}
