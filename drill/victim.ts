import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProcess } from '../src/platform/local/launch.ts';

/** Delay before a process that exited is restarted, in milliseconds. */
const RESTART_DELAY_MS = 300;
/** Failed starts before the drill reports a problem of the environment. */
const MAX_START_FAILURES = 20;

/** A process of the product that is killed and always restarted. */
export class Victim {
  readonly name: string;
  readonly kind: 'api' | 'worker' | 'serve' | 'temporal' | 'postgres';
  readonly #launch: () => Promise<RunningProcess>;
  #body: RunningProcess | undefined;
  #wanted = false;
  #wasUp = false;
  /** Number of kills. */
  kills = 0;
  /** Number of freezes. */
  freezes = 0;
  /** Last output of each unexpected exit. */
  readonly deaths: string[] = [];
  /** Number of failed starts, mostly because a dependency was down. */
  failedStarts = 0;
  /** Milliseconds from each kill until the process was healthy. */
  readonly recoveries: number[] = [];

  /** `launch` starts the process and resolves when it is healthy. */
  constructor(name: string, kind: Victim['kind'], launch: () => Promise<RunningProcess>) {
    this.name = name;
    this.kind = kind;
    this.#launch = launch;
  }

  /** Whether it is healthy. */
  get isUp(): boolean {
    return this.#body !== undefined;
  }

  /** Starts it repeatedly until it is healthy. Throws if it never was and keeps failing. */
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
        // Its dependencies may be down: try again, as a supervisor would.
        this.failedStarts += 1;
        if (!this.#wasUp && this.failedStarts >= MAX_START_FAILURES) throw error;
        await pause(RESTART_DELAY_MS);
      }
    }
  }

  /** Kills it and restarts it after `downMs`. Resolves when it is healthy. */
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

  /** Suspends its processes for `ms`. Resolves when they execute again or have exited. */
  async freeze(ms: number): Promise<void> {
    const pid = this.#body?.pid;
    if (pid === undefined || !sendSignal(pid, 'SIGSTOP')) return;
    this.freezes += 1;
    await pause(ms);
    sendSignal(pid, 'SIGCONT');
  }

  /** Stops it permanently. */
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
    await pause(RESTART_DELAY_MS);
    if (this.#wanted) await this.start();
  }
}

/** Sends a signal to a process. Returns false if the process is gone. */
function sendSignal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
