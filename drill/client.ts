import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { Agent, request } from 'undici';
import type { Json } from '../test/support/client.ts';
import type { SeenEvent } from './witness.ts';

/** Somebody with a key. */
export interface Person {
  /** As decisions name the person: `user:<id>`. */
  readonly subject: string;
  readonly key: string;
}

/** One request. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/v1`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which API is asked first; a repeat goes to the next one. */
  readonly door: number;
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** How the connection of a stream ended, and what its head said. */
export interface StreamEnd {
  readonly status: number;
  readonly runId: string | undefined;
}

/** Milliseconds between two tries: the first pause, which doubles up to the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1600;
/** Milliseconds for which an attempt may stay without an answer. */
const ATTEMPT_MS = 20_000;

/** Milliseconds to wait before the n-th repeat, from 0 on: many clients that hammer would be a load of their own. */
export function pauseBefore(repeat: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** repeat);
}

/** The drill's way to the API processes. Every request that breaks is repeated at the next process. */
export class Doors {
  readonly #bases: readonly string[];
  readonly #signal: AbortSignal;
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 5000 });
  /** Connections that broke or did not come about. */
  broken = 0;
  /** Answers of 500 and above by status and text. */
  readonly faults = new Map<string, number>();

  constructor(bases: readonly string[], signal: AbortSignal) {
    this.#bases = bases;
    this.#signal = signal;
  }

  /** Sends until there is an answer below 500, or `patienceMs` are over: then undefined. Throws when the drill gives up. */
  async ask(person: Person, ask: Ask, patienceMs = Number.POSITIVE_INFINITY): Promise<Answer | undefined> {
    const until = Date.now() + patienceMs;
    for (let door = ask.door; ; door++) {
      this.#signal.throwIfAborted();
      const answer = await this.#attempt(person, { ...ask, door }, Math.min(ATTEMPT_MS, patienceMs));
      if (answer && answer.status < 500) return answer;
      if (answer) this.#fault(ask, answer);
      if (Date.now() > until) return undefined;
      await pause(pauseBefore(door - ask.door));
    }
  }

  async #attempt(person: Person, ask: Ask, ms: number): Promise<Answer | undefined> {
    try {
      const response = await this.#open(person, ask, AbortSignal.any([this.#signal, AbortSignal.timeout(ms)]));
      const text = await response.body.text();
      return { status: response.statusCode, body: text === '' ? undefined : JSON.parse(text) };
    } catch {
      this.broken += 1;
      return undefined;
    }
  }

  #open(person: Person, { method, path, body, headers, door }: Ask, signal: AbortSignal) {
    return request(`${this.#bases[door % this.#bases.length]}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: this.#agent,
      signal,
    });
  }

  #fault(ask: Ask, answer: Answer): void {
    const route = ask.path.replaceAll(/[0-9a-f-]{36}/g, ':id').replace(/\?.*/, '');
    const line = `${ask.method} ${route} ${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`;
    this.faults.set(line, (this.faults.get(line) ?? 0) + 1);
  }

  /**
   * Opens a stream once and reads until it ends, breaks, or `each` answers false, which cuts it. `opened` hears of its
   * head before the first event. Answers undefined when there was no connection.
   */
  async stream(
    person: Person,
    ask: Ask,
    each: (event: SeenEvent) => boolean,
    opened: (end: StreamEnd) => void = () => undefined,
  ): Promise<StreamEnd | undefined> {
    const cut = new AbortController();
    let end: StreamEnd | undefined;
    try {
      const headers = { ...ask.headers, accept: 'text/event-stream' };
      const response = await this.#open(person, { ...ask, headers }, AbortSignal.any([this.#signal, cut.signal]));
      const runId = response.headers['x-task-agent-run-id'];
      end = { status: response.statusCode, runId: typeof runId === 'string' ? runId : undefined };
      if (end.status !== 200) {
        const text = await response.body.text();
        if (end.status >= 500) this.#fault(ask, { status: end.status, body: text });
        return end;
      }
      opened(end);
      const parser = createParser({
        onEvent: ({ id, event, data }) => {
          if (cut.signal.aborted) return;
          if (!each({ id: Number(id), event: event ?? '', data: JSON.parse(data), position: id ?? '' })) cut.abort();
        },
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
      return end;
    } catch {
      this.#signal.throwIfAborted();
      if (!cut.signal.aborted) this.broken += 1;
      return end;
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
