import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type EventStream, Holdfast } from '../client/index.ts';
import type { SeenEvent } from './observation.ts';

type Status = { readonly status: number };
/** What an event of any stream has. */
type StreamedEvent = Omit<SeenEvent, 'id' | 'position'> & { readonly id?: string };

/** Somebody with a key. */
export interface Person {
  /** As decisions name the person: `user:<id>`. */
  readonly subject: string;
  readonly key: string;
}

/** How the connection of a stream ended, and what its head said. */
export interface StreamEnd {
  readonly status: number;
  readonly runId: string | undefined;
}

/** Milliseconds between two tries: the first pause, which doubles up to the longest. */
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 1600;
/** Milliseconds for which an attempt may stay without an answer. */
const ATTEMPT_TIMEOUT_MS = 20_000;

/** Milliseconds to wait before the n-th repeat, from 0 on: many clients that hammer would be a load of their own. */
export function getBackoffMs(repeat: number): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** repeat);
}

/** The reason of a refusal, its status where it names none; null where an answer is none. */
export function findReason(answer: Status & { readonly data: unknown }): string | null {
  if (answer.status < 300) return null;
  const { detail } = (answer.data ?? {}) as { detail?: { reason?: string } };
  return detail?.reason ?? String(answer.status);
}

/** The drill's way to the API processes. Every request that breaks is repeated at the next process. */
export class ApiClient {
  readonly #bases: readonly string[];
  readonly #clients = new Map<string, Holdfast>();
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  /** Connections that broke or did not come about. */
  broken = 0;
  /** Answers of 500 and above by status and text. */
  readonly faults = new Map<string, number>();

  constructor(bases: readonly string[], signal: AbortSignal) {
    this.#bases = bases;
    this.#signal = AbortSignal.any([signal, this.#closing.signal]);
  }

  /**
   * Sends until there is an answer below 500, or `patienceMs` are over: then undefined. `first` says which API is asked first;
   * a repeat goes to the next one. Throws when the drill gives up.
   */
  async ask<A extends Status>(
    person: Person,
    first: number,
    send: (client: Holdfast, signal: AbortSignal) => Promise<A>,
    patienceMs = Number.POSITIVE_INFINITY,
  ): Promise<A | undefined> {
    const until = Date.now() + patienceMs;
    for (let api = first; ; api++) {
      this.#signal.throwIfAborted();
      const time = AbortSignal.timeout(Math.min(ATTEMPT_TIMEOUT_MS, patienceMs));
      const answer = await send(this.#client(person, api), AbortSignal.any([this.#signal, time])).catch(() => {
        this.broken += 1;
        return undefined;
      });
      if (answer && answer.status < 500) return answer;
      if (Date.now() > until) return undefined;
      await pause(getBackoffMs(api - first));
    }
  }

  /**
   * Reads one connection of a stream until it ends, breaks, or `each` says that it is enough; `opened` hears of its head.
   * Answers what the head said, undefined where there was none. Throws when the drill gives up.
   */
  async stream(
    person: Person,
    api: number,
    open: (client: Holdfast, signal: AbortSignal) => Promise<EventStream<StreamedEvent>>,
    each: (event: SeenEvent) => boolean,
    opened: (end: StreamEnd) => void = () => undefined,
  ): Promise<StreamEnd | undefined> {
    let end: StreamEnd | undefined;
    try {
      const stream = await open(this.#client(person, api), this.#signal);
      end = { status: stream.status, runId: stream.headers.get('x-task-agent-run-id') ?? undefined };
      if (end.status === 200) opened(end);
      for await (const { id = '', event, data } of stream)
        if (!each({ id: Number(id), event, data, position: id })) break;
      return end;
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, runId: undefined };
      this.#signal.throwIfAborted();
      this.broken += 1;
      return end;
    }
  }

  /** Cuts what is still open. */
  close(): void {
    this.#closing.abort(new Error('the doors are closed'));
  }

  #client(person: Person, api: number): Holdfast {
    const base = this.#bases[api % this.#bases.length] ?? '';
    const name = `${base} ${person.key}`;
    const known = this.#clients.get(name);
    if (known) return known;
    const fetch = (request: Request) => this.#observed(request);
    const client = new Holdfast({ baseUrl: base, key: person.key, retries: 0, fetch });
    this.#clients.set(name, client);
    return client;
  }

  async #observed(request: Request): Promise<Response> {
    const response = await fetch(request);
    if (response.status < 500) return response;
    const text = await response.text();
    const route = new URL(request.url).pathname.replaceAll(/[0-9a-f-]{36}/g, ':id');
    const line = `${request.method} ${route} ${response.status} ${text.slice(0, 160)}`;
    this.faults.set(line, (this.faults.get(line) ?? 0) + 1);
    return new Response(text, response);
  }
}
