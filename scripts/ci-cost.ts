import { existsSync, readFileSync } from 'node:fs';
import type { FileResult } from './ci-verdict.ts';

/** Number of files in the table. */
const LISTED_FILES = 10;
const STAT_FILE = '/proc/self/stat';
/** Clock ticks per second in `/proc`, on every Linux machine. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds of all ended child processes with theirs; undefined if the system does not report them. */
export function readChildCpuSeconds(): number | undefined {
  if (!existsSync(STAT_FILE)) return undefined;
  const stat = readFileSync(STAT_FILE, 'utf8');
  // The name ends with the last bracket. The CPU times of children follow 14 fields later.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** Formats what a run of tests cost, with the files that took longest. */
export function formatCost(files: readonly FileResult[], seconds: number, cpuSeconds: number | undefined): string {
  const rows = files
    .map(({ name, startTime = 0, endTime = 0 }) => ({ name, took: Math.round((endTime - startTime) / 1000) }))
    .toSorted((a, b) => b.took - a.took)
    .slice(0, LISTED_FILES)
    .map(({ name, took }) => `${String(took).padStart(6)} s  ${name.replace(/^.*?(?=test\/)/, '')}`);
  const cpu =
    cpuSeconds === undefined
      ? ''
      : `, ${Math.round(cpuSeconds)} CPU s, ${(cpuSeconds / seconds).toFixed(2)} cores busy`;
  return [`took ${Math.round(seconds)} s${cpu}; the files that took longest:`, ...rows].join('\n');
}
