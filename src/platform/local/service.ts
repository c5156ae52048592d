import type { ChildProcess } from 'node:child_process';
import { messageOf } from './log-lines.ts';
import { WRONG_SETTING_CODE } from './parent-watch.ts';
import { exited, hasExited, keepLastLines, killGroup, stopChild } from './processes.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** A process that lived this long was well; its next death is the first of a new row. */
const HEALTHY_MS = 30_000;

export interface ServiceOptions {
  readonly name: string;
  /** Starts the process: detached, with stdin, stdout and stderr as pipes. */
  readonly spawn: () => ChildProcess;
  /** Milliseconds between SIGTERM and SIGKILL when it is stopped. */
  readonly stopMs: number;
  /** Hears every line the process writes. */
  readonly log: (line: string) => void;
  /** Hears of deaths and restarts. */
  readonly say: (line: string) => void;
  /** Called when starting again makes no sense, with one line that says why. */
  readonly fail: (message: string) => void;
  /**
   * Whether the product is still coming up: only then is the process given up, for a wrong setting or for dying too
   * often.
   */
  readonly isStarting: () => boolean;
  /** Deaths in a row that are too often while the product comes up. */
  readonly mostDeaths: number;
}

/** One process that is kept running: started again after a growing pause whenever it ends without being asked to. */
export class Service {
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #lastLines: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #deaths = 0;
  #startedAt = 0;
  /** Whether its end would be unexpected now. */
  #wanted = false;
  #isClosed = false;
  #restarting: Promise<void> | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Process id, undefined while it is not running. */
  get pid(): number | undefined {
    return this.#child && !hasExited(this.#child) ? this.#child.pid : undefined;
  }

  start(): void {
    this.#wanted = true;
    this.#startedAt = Date.now();
    const child = this.#options.spawn();
    this.#child = child;
    this.#lastLines = keepLastLines(child, this.#options.log, 1);
    // The pipe breaks when the process dies while we hold it open; its exit is handled below.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => {
      this.#lastLines.push(`it can't be started: ${error.message}`);
      if (child.pid === undefined) this.#ended(child, null, null);
    });
    // A guard that was killed did not stop the program it ran, which would also hold the pipes open.
    child.once('exit', () => killGroup(child));
    // `close` rather than `exit`: by then its last words have been read.
    child.once('close', (code, signal) => this.#ended(child, code, signal));
  }

  /** Ends the process (SIGTERM, then SIGKILL) and keeps it ended. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    await this.#halt();
  }

  /** Ends the process and starts it anew at once. Calls that come while it is ending are one. */
  restart(): Promise<void> {
    this.#restarting ??= this.#halt().then(() => {
      this.#restarting = undefined;
      this.#deaths = 0;
      if (!this.#isClosed) this.start();
    });
    return this.#restarting;
  }

  /** Sends SIGKILL to the process and its group, and keeps it ended. */
  async kill(): Promise<void> {
    this.#isClosed = true;
    this.#wanted = false;
    clearTimeout(this.#timer);
    if (!this.#child) return;
    killGroup(this.#child);
    await exited(this.#child);
  }

  async #halt(): Promise<void> {
    this.#wanted = false;
    clearTimeout(this.#timer);
    if (this.#child) await stopChild(this.#child, this.#options.stopMs);
  }

  #ended(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (!this.#wanted || child !== this.#child) return;
    const { name, say, fail, isStarting, mostDeaths } = this.#options;
    const lastLine = messageOf(this.#lastLines.at(-1) ?? '');
    // Later on the same code may only mean that the database is being started again.
    if (code === WRONG_SETTING_CODE && isStarting()) {
      fail(lastLine);
      return;
    }
    this.#deaths = Date.now() - this.#startedAt > HEALTHY_MS ? 1 : this.#deaths + 1;
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    if (this.#deaths >= mostDeaths && isStarting()) {
      fail(`${name} ${how}, ${this.#deaths} times in a row: ${lastLine}`);
      return;
    }
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#deaths - 1), LONGEST_PAUSE_MS);
    say(`${name} ${how}; starting it again in ${pause} ms`);
    this.#timer = setTimeout(() => this.start(), pause);
  }
}
