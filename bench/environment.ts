import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Environment as EnvironmentVariables } from '../src/platform/local/launch.ts';
import type { Measurements } from './report.ts';

/** Where and on what the bench ran. */
interface Environment {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly temporal: string;
  readonly sdk: string;
  readonly system: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  /** Settings that differ from the defaults. */
  readonly settings: EnvironmentVariables;
  /** Load average of the last minute at the start and at the end. */
  readonly load: { readonly before: number; after: number };
}

export function readEnvironment(temporal: string, settings: EnvironmentVariables): Environment {
  const sdk = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string };
  return {
    date: new Date().toISOString(),
    commit: readCommit(),
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

function readCommit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

/** Writes the results to a file and returns its path. */
export function writeResults(where: Environment, measured: readonly Measurements[]): string {
  const folder = fileURLToPath(new URL('./results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${where.date.slice(0, 19).replaceAll(':', '-')}.json`;
  writeFileSync(file, `${JSON.stringify({ ...where, measured }, null, 2)}\n`);
  return file;
}
