import { readdirSync, readFileSync } from 'node:fs';
import { type Environment, ProductProcess } from '../src/platform/local/launch.ts';
import { forEachLine } from '../src/platform/local/processes.ts';

/** Folders of logs and profiles. */
export interface ProcessFolders {
  /** Temporary folder of this bench. */
  readonly dir: string;
  /** Folder for CPU profiles of the product's processes. Without it, none are written. */
  readonly profileDir?: string;
}

/** A process of the bench with an inspector. */
export class BenchProcess extends ProductProcess {
  readonly name: string;
  #inspector: Promise<string> | undefined;

  constructor(folders: ProcessFolders, name: string, entry: string, env: Environment = {}) {
    const profile = folders.profileDir
      ? ['--cpu-prof', `--cpu-prof-dir=${folders.profileDir}`, `--cpu-prof-name=${name}.cpuprofile`]
      : [];
    // The port opens with SIGUSR1. Until then it costs nothing.
    super(entry, env, `${folders.dir}/${name}.log`, [], ['--inspect-port=0', ...profile]);
    this.name = name;
  }

  /** Opens the inspector and returns its address. */
  inspectorUrl(): Promise<string> {
    if (this.#inspector === undefined) {
      const url = new Promise<string>((resolve) => {
        forEachLine(this.child.stderr, (line) => {
          const found = /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
          if (found !== undefined) resolve(found);
        });
      });
      this.#inspector = this.raceWithExit(url);
      this.child.kill('SIGUSR1');
    }
    return this.#inspector;
  }
}

/**
 * Returns the CPU time of a process and its children in milliseconds. Returns undefined if the system does not report
 * it.
 */
export function readCpu(root: number | undefined): number | undefined {
  if (root === undefined || process.platform !== 'linux') return undefined;
  const parents = new Map<number, { parent: number; ms: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      // User and system time, also of ended children, in hundredths of a second.
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
      parents.set(Number(name), { parent: Number(fields[1]), ms: ticks * 10 });
    } catch (error) {
      // The process ended between the listing and the reading.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents].filter(([pid]) => isBelow(pid)).reduce((sum, [, { ms }]) => sum + ms, 0);
}
