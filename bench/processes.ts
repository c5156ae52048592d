import { readdirSync, readFileSync } from 'node:fs';
import { type Environment, ProductProcess } from '../src/platform/local/launch.ts';
import { forEachLine } from '../src/platform/local/processes.ts';

/** Where the logs of the processes go, and the profiles where they are wanted. */
export interface Workshop {
  /** Temporary folder of this bench. */
  readonly dir: string;
  /** Folder for CPU profiles of the product's processes; none are made when left out. */
  readonly profileDir?: string;
}

/** One process of the bench, which can be looked into. */
export class BenchProcess extends ProductProcess {
  readonly name: string;
  #inspector: Promise<string> | undefined;

  constructor(workshop: Workshop, name: string, entry: string, env: Environment = {}) {
    const profile = workshop.profileDir
      ? ['--cpu-prof', `--cpu-prof-dir=${workshop.profileDir}`, `--cpu-prof-name=${name}.cpuprofile`]
      : [];
    // The port counts once SIGUSR1 opens the inspector; until then it costs nothing.
    super(entry, env, `${workshop.dir}/${name}.log`, [], ['--inspect-port=0', ...profile]);
    this.name = name;
  }

  /** Address of its inspector, which is opened by the first question for it. */
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

/** CPU time in milliseconds that a process and everything below it have used; undefined where the system does not say. */
export function cpuOf(root: number | undefined): number | undefined {
  if (root === undefined || process.platform !== 'linux') return undefined;
  const parents = new Map<number, { parent: number; ms: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      // User, system, and that of ended children, in hundredths of a second.
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
      parents.set(Number(name), { parent: Number(fields[1]), ms: ticks * 10 });
    } catch (error) {
      // It ended between the listing and the reading.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents].filter(([pid]) => isBelow(pid)).reduce((sum, [, { ms }]) => sum + ms, 0);
}
