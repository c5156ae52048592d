import type { IncomingHttpHeaders } from 'node:http';

/** A tool call the scripted model makes. */
export interface ToolCallStep {
  /** Left out, the server makes one up. */
  readonly id?: string;
  readonly name: string;
  /** A value to send as JSON, or the raw text of the arguments (for malformed ones). */
  readonly arguments: unknown;
}

/** What the scripted model does with one request. */
export interface Step {
  readonly text?: string;
  /** The text in pieces, each its own streamed delta; wins over `text`. */
  readonly chunks?: readonly string[];
  /** Milliseconds the model thinks before each piece of a streamed answer, or before vectors; none when left out. */
  readonly pace_ms?: number;
  readonly tool_calls?: readonly ToolCallStep[];
  /** HTTP status; anything but 200 answers `body` and nothing else. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Raw body: a string as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Never answers; the request ends when the caller gives up. */
  readonly hang?: boolean;
  /** Answers only after this gate has been opened. */
  readonly gate?: string;
  /** Streams `count` chunks, then goes on only after the gate has been opened. */
  readonly gate_after_chunks?: { readonly count: number; readonly gate: string };
  /** Destroys the connection after this many chunks (0: right after the headers). */
  readonly cut_after_chunks?: number;
  /** Default: 10 prompt tokens, 5 completion tokens. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** The steps of one key and how a request picks among them; the last step repeats. */
export interface Script {
  readonly steps: readonly Step[];
  /**
   * `turn` (the default): as many assistant messages as follow the message with the marker, so that a repeated call
   * gets the same step again. `call`: as many requests of this key as came before.
   */
  readonly by?: 'turn' | 'call';
}

/** One model request as it arrived. */
export interface RecordedRequest {
  /** The parsed request body. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** The caller closed the connection before the answer was complete. */
  aborted: boolean;
  /** The answer was sent as the step says, a deliberate cut included. */
  finished: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Waiter {
  readonly key: string;
  readonly ready: () => boolean;
  readonly resolve: () => void;
}

/** The scripts, gates and records of one model server. */
export class ModelScripts {
  readonly #scripts = new Map<string, Script>();
  readonly #records = new Map<string, RecordedRequest[]>();
  readonly #openGates = new Set<string>();
  readonly #gateWaiters = new Map<string, Set<() => void>>();
  readonly #waiters = new Set<Waiter>();

  set(key: string, script: Script): void {
    this.#scripts.set(key, script);
    this.#records.delete(key);
  }

  /** The step for a request of this key, or undefined where no script has been set. */
  step(key: string, assistantMessagesSince: number): Step | undefined {
    const script = this.#scripts.get(key);
    if (!script) return undefined;
    const index = script.by === 'call' ? this.requests(key).length : assistantMessagesSince;
    return script.steps[Math.min(index, script.steps.length - 1)];
  }

  record(key: string, body: unknown, headers: IncomingHttpHeaders): RecordedRequest {
    const record: RecordedRequest = { body, headers, aborted: false, finished: false, at: Date.now() };
    const records = this.#records.get(key);
    if (records) records.push(record);
    else this.#records.set(key, [record]);
    this.changed(key);
    return record;
  }

  requests(key: string): readonly RecordedRequest[] {
    return this.#records.get(key) ?? [];
  }

  /** Wakes who waits for this key; to be called after a record of it has changed. */
  changed(key: string): void {
    for (const waiter of this.#waiters) if (waiter.key === key && waiter.ready()) waiter.resolve();
  }

  /** True once enough requests of the key have arrived (or been aborted), false when `expired` aborts first. */
  waitFor(key: string, wanted: { count: number; aborted: boolean }, expired: AbortSignal): Promise<boolean> {
    const ready = () => this.requests(key).filter((record) => !wanted.aborted || record.aborted).length >= wanted.count;
    if (ready()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (arrived: boolean) => {
        this.#waiters.delete(waiter);
        resolve(arrived);
      };
      const waiter: Waiter = { key, ready, resolve: () => settle(true) };
      this.#waiters.add(waiter);
      expired.addEventListener('abort', () => settle(false), { once: true });
    });
  }

  openGate(name: string): void {
    this.#openGates.add(name);
    for (const release of this.#gateWaiters.get(name) ?? []) release();
    this.#gateWaiters.delete(name);
  }

  /** Resolves when the gate is open, or at once when the caller has gone. */
  passGate(name: string, gone: AbortSignal): Promise<void> {
    if (this.#openGates.has(name) || gone.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#gateWaiters.get(name) ?? new Set();
      waiting.add(resolve);
      this.#gateWaiters.set(name, waiting);
      gone.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
