import type { ChildProcess } from 'node:child_process';
import { getLogMessage } from './log-lines.ts';
import { INVALID_SETTING_EXIT_CODE } from './parent-watch.ts';
import { collectLastLines, hasExited, killGroup, stopChild, waitForExit } from './processes.ts';

const INITIAL_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** Uptime after which a failure starts a new series. */
const HEALTHY_UPTIME_MS = 30_000;

/** Options of a supervised process. */
interface ServiceOptions {
  readonly name: string;
  /** Starts the process: detached, with stdin, stdout and stderr as pipes. */
  readonly spawn: () => ChildProcess;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly stopTimeoutMs: number;
  /** Receives every line of the process. */
  readonly log: (line: string) => void;
  /** Receives messages about exits and restarts. */
  readonly print: (line: string) => void;
  /** Called with the reason when restarts are pointless. */
  readonly abandon: (message: string) => void;
  /**
   * Whether the product is still starting. Only then is the process abandoned, for an invalid setting or repeated
   * failures.
   */
  readonly isStarting: () => boolean;
  /** Consecutive failures at startup that are too many. */
  readonly maxFailures: number;
}

/** A supervised process. It restarts with increasing delays whenever it ends unexpectedly. */
export class Service {
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #lastLines: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failureCount = 0;
  #startedAt = 0;
  /** Whether the process should be running. */
  #shouldRun = false;
  #isClosed = false;
  #restarting: Promise<void> | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Process id; undefined while it is not running. */
  get pid(): number | undefined {
    return this.#child && !hasExited(this.#child) ? this.#child.pid : undefined;
  }

  start(): void {
    this.#shouldRun = true;
    this.#startedAt = Date.now();
    const child = this.#options.spawn();
    this.#child = child;
    this.#lastLines = collectLastLines(child, this.#options.log, 1);
    // The pipe breaks if the process ends; its exit is handled below.
    child.stdin?.on('error', () => {});
    child.once('error', (error) => {
      this.#lastLines.push(`it cannot be started: ${error.message}`);
      if (child.pid === undefined) this.#handleExit(child, null, null);
    });
    // A killed guard did not stop its program, which would keep the pipes open.
    child.once('exit', () => killGroup(child));
    // `close` instead of `exit`, so that all output has been read.
    child.once('close', (code, signal) => this.#handleExit(child, code, signal));
  }

  /** Stops the process (SIGTERM, then SIGKILL) permanently. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    await this.#stopProcess();
  }

  /** Restarts the process immediately. Calls during a restart join it. */
  restart(): Promise<void> {
    this.#restarting ??= this.#stopProcess().then(() => {
      this.#restarting = undefined;
      this.#failureCount = 0;
      if (!this.#isClosed) this.start();
    });
    return this.#restarting;
  }

  /** Kills the process group permanently. */
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
    // Later this code may only mean that the database is restarting.
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
    print(`${name} ${outcome}; restarting it in ${delayMs} ms`);
    this.#timer = setTimeout(() => this.start(), delayMs);
  }
}
