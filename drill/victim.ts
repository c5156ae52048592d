import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProcess } from '../src/platform/local/launch.ts';

/** Milliseconds after which a process that ended by itself is started again, as a supervisor would. */
const RESTART_MS = 300;
/** First starts that may fail before the drill says that something is wrong with its surroundings. */
const MOST_FAILURES = 20;

/** One process of the product that is killed now and then, and started again whatever ends it. */
export class Victim {
  readonly name: string;
  readonly kind: 'api' | 'worker' | 'serve' | 'temporal' | 'postgres';
  readonly #launch: () => Promise<RunningProcess>;
  #body: RunningProcess | undefined;
  #wanted = false;
  #wasUp = false;
  /** Kills so far. */
  kills = 0;
  /** Freezes so far. */
  freezes = 0;
  /** The last words of each time that it ended by itself while it was up. */
  readonly deaths: string[] = [];
  /** How often it did not come up, mostly since what it needs was down itself. */
  failedStarts = 0;
  /** Milliseconds from each kill until it was well again. */
  readonly recoveries: number[] = [];

  /** `launch` starts the process and resolves when it is well. */
  constructor(name: string, kind: Victim['kind'], launch: () => Promise<RunningProcess>) {
    this.name = name;
    this.kind = kind;
    this.#launch = launch;
  }

  /** Whether it is up and well. */
  get isUp(): boolean {
    return this.#body !== undefined;
  }

  /** Starts it, again and again until it is well. Throws when it never was and keeps failing. */
  async start(): Promise<void> {
    this.#wanted = true;
    while (this.#wanted) {
      try {
        const body = await this.#launch();
        this.#body = body;
        this.#wasUp = true;
        void body.ended.then((words) => this.#ended(body, words));
        return;
      } catch (error) {
        // What it needs may be down itself; it is started again as a supervisor would.
        this.failedStarts += 1;
        if (!this.#wasUp && this.failedStarts >= MOST_FAILURES) throw error;
        await pause(RESTART_MS);
      }
    }
  }

  /** Kills it, and starts it again after `downMs`. Resolves when it is well again. */
  async kill(downMs: number): Promise<void> {
    const body = this.#body;
    if (!body) return;
    const began = performance.now();
    this.#body = undefined;
    this.kills += 1;
    await body.kill();
    await pause(downMs);
    await this.start();
    this.recoveries.push(performance.now() - began);
  }

  /** Stops its processes from executing for `ms`, as a sleeping machine does. Resolves when they execute again, or are gone. */
  async freeze(ms: number): Promise<void> {
    const pid = this.#body?.pid;
    if (pid === undefined || !signal(pid, 'SIGSTOP')) return;
    this.freezes += 1;
    await pause(ms);
    signal(pid, 'SIGCONT');
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.#wanted = false;
    const body = this.#body;
    this.#body = undefined;
    await body?.stop();
  }

  async #ended(body: RunningProcess, words: unknown): Promise<void> {
    if (!this.#wanted || body !== this.#body) return;
    this.#body = undefined;
    this.deaths.push(typeof words === 'string' ? words : `${this.name} ended`);
    await pause(RESTART_MS);
    if (this.#wanted) await this.start();
  }
}

/** Sends a signal to a process. Returns false if the process is gone. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
