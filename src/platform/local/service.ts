import type { ChildProcess } from 'node:child_process';
import { getLogMessage } from './log-lines.ts';
import { INVALID_SETTING_EXIT_CODE } from './parent-watch.ts';
import { collectLastLines, hasExited, killGroup, stopChild, waitForExit } from './processes.ts';

const INITIAL_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** A process that lived this long was well; its next death is the first of a new row. */
const HEALTHY_UPTIME_MS = 30_000;

export interface ServiceOptions {
  readonly name: string;
  /** Starts the process: detached, with stdin, stdout and stderr as pipes. */
  readonly spawn: () => ChildProcess;
  /** Milliseconds between SIGTERM and SIGKILL when it is stopped. */
  readonly stopTimeoutMs: number;
  /** Hears every line the process writes. */
  readonly log: (line: string) => void;
  /** Hears of deaths and restarts. */
  readonly print: (line: string) => void;
  /** Called when starting again makes no sense, with one line that says why. */
  readonly abandon: (message: string) => void;
  /**
   * Whether the product is still coming up: only then is the process given up, for a wrong setting or for dying too
   * often.
   */
  readonly isStarting: () => boolean;
  /** Deaths in a row that are too often while the product comes up. */
  readonly maxFailures: number;
}

/** One process that is kept running: started again after a growing pause whenever it ends without being asked to. */
export class Service {
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #lastLines: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failureCount = 0;
  #startedAt = 0;
  /** Whether its end would be unexpected now. */
  #shouldRun = false;
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
    this.#shouldRun = true;
    this.#startedAt = Date.now();
    const child = this.#options.spawn();
    this.#child = child;
    this.#lastLines = collectLastLines(child, this.#options.log, 1);
    // The pipe breaks when the process dies while we hold it open; its exit is handled below.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => {
      this.#lastLines.push(`it can't be started: ${error.message}`);
      if (child.pid === undefined) this.#handleExit(child, null, null);
    });
    // A guard that was killed did not stop the program it ran, which would also hold the pipes open.
    child.once('exit', () => killGroup(child));
    // `close` rather than `exit`: by then its last words have been read.
    child.once('close', (code, signal) => this.#handleExit(child, code, signal));
  }

  /** Ends the process (SIGTERM, then SIGKILL) and keeps it ended. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    await this.#stopProcess();
  }

  /** Ends the process and starts it anew at once. Calls that come while it is ending are one. */
  restart(): Promise<void> {
    this.#restarting ??= this.#stopProcess().then(() => {
      this.#restarting = undefined;
      this.#failureCount = 0;
      if (!this.#isClosed) this.start();
    });
    return this.#restarting;
  }

  /** Sends SIGKILL to the process and its group, and keeps it ended. */
  async kill(): Promise<void> {
    this.#isClosed = true;
    this.#shouldRun = false;
    clearTimeout(this.#timer);
    if (!this.#child) return;
    killGroup(this.#child);
    await waitForExit(this.#child);
  }

  async #stopProcess(): Promise<void> {
    this.#shouldRun = false;
    clearTimeout(this.#timer);
    if (this.#child) await stopChild(this.#child, this.#options.stopTimeoutMs);
  }

  #handleExit(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (!this.#shouldRun || child !== this.#child) return;
    const { name, print, abandon, isStarting, maxFailures } = this.#options;
    const lastLine = getLogMessage(this.#lastLines.at(-1) ?? '');
    // Later on the same code may only mean that the database is being started again.
    if (code === INVALID_SETTING_EXIT_CODE && isStarting()) {
      abandon(lastLine);
      return;
    }
    this.#failureCount = Date.now() - this.#startedAt > HEALTHY_UPTIME_MS ? 1 : this.#failureCount + 1;
    const outcome = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    if (this.#failureCount >= maxFailures && isStarting()) {
      abandon(`${name} ${outcome}, ${this.#failureCount} times in a row: ${lastLine}`);
      return;
    }
    const delayMs = Math.min(INITIAL_DELAY_MS * 2 ** (this.#failureCount - 1), MAX_DELAY_MS);
    print(`${name} ${outcome}; starting it again in ${delayMs} ms`);
    this.#timer = setTimeout(() => this.start(), delayMs);
  }
}
