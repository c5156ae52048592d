import type { IncomingHttpHeaders } from 'node:http';

/** A tool call the scripted model makes. */
export interface ToolCallStep {
  /** Generated if omitted. */
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
  /** Delay before each part of a streamed response, or before vectors, in milliseconds. */
  readonly pace_ms?: number;
  readonly tool_calls?: readonly ToolCallStep[];
  /** HTTP status. Any status except 200 returns only `body`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Raw body: a string as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Never responds; the request ends when the caller disconnects. */
  readonly hang?: boolean;
  /** Responds only after this gate was opened. */
  readonly gate?: string;
  /** Streams `count` chunks and continues after the gate was opened. */
  readonly gate_after_chunks?: { readonly count: number; readonly gate: string };
  /** Destroys the connection after this many chunks (0: right after the headers). */
  readonly cut_after_chunks?: number;
  /** Default: 10 prompt tokens, 5 completion tokens. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** Steps of one key, and how a request selects one. The last step repeats. */
export interface Script {
  readonly steps: readonly Step[];
  /**
   * `turn` (default): the number of assistant messages after the marker's message, so a repeated call gets the same
   * step. `call`: the number of earlier requests of this key.
   */
  readonly by?: 'turn' | 'call';
}

/** A received model request. */
export interface RecordedRequest {
  /** The parsed request body. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** Whether the caller disconnected before the response was complete. */
  aborted: boolean;
  /** Whether the response was sent as scripted, including a deliberate disconnect. */
  finished: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Waiter {
  readonly key: string;
  readonly ready: () => boolean;
  readonly resolve: () => void;
}

/** Scripts, gates and records of one model server. */
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

  /** Returns the step for a request of this key; undefined without a script. */
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

  /** Wakes waiters of this key after its records have changed. */
  changed(key: string): void {
    for (const waiter of this.#waiters) if (waiter.key === key && waiter.ready()) waiter.resolve();
  }

  /** Resolves to true once enough requests of the key have arrived or aborted, false when `expired` aborts first. */
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

  /** Resolves when the gate is open or the caller has disconnected. */
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
