import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type EventStream, Holdfast } from '../client/index.ts';
import type { SeenEvent } from './observation.ts';

type Status = { readonly status: number };
/** Common fields of events of all streams. */
type StreamedEvent = Omit<SeenEvent, 'id' | 'position'> & { readonly id?: string };

/** A person with a key. */
export interface Person {
  /** Id in decisions: `user:<id>`. */
  readonly subject: string;
  readonly key: string;
}

/** How a stream's connection ended, and its response status. */
interface StreamEnd {
  readonly status: number;
  readonly runId: string | undefined;
}

/** Minimum and maximum delay between two attempts in milliseconds; the delay doubles. */
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 1600;
/** Timeout of an attempt in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 20_000;

/**
 * Returns whether a status comes from a fault of a process. A process that was frozen refuses what had not arrived with
 * 408.
 */
export function isFaultStatus(status: number): boolean {
  return status === 408 || status >= 500;
}

/** Returns the delay before the n-th retry (from 0) in milliseconds. */
export function getBackoffMs(repeat: number): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** repeat);
}

/** Returns the reason of an error, or its status; null for a success. */
export function findReason(answer: Status & { readonly data: unknown }): string | null {
  if (answer.status < 300) return null;
  const { detail } = (answer.data ?? {}) as { detail?: { reason?: string } };
  return detail?.reason ?? String(answer.status);
}

/** Client of the drill for all API processes. Retries failed requests at the next process. */
export class ApiClient {
  readonly #bases: readonly string[];
  readonly #clients = new Map<string, Holdfast>();
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  /** Number of failed or lost connections. */
  broken = 0;
  /** Responses of 500 and above by status and text. */
  readonly faults = new Map<string, number>();

  constructor(bases: readonly string[], signal: AbortSignal) {
    this.#bases = bases;
    this.#signal = AbortSignal.any([signal, this.#closing.signal]);
  }

  /**
   * Sends until a response below 500, or returns undefined after `patienceMs`. `first` is the index of the first API;
   * each retry uses the next one. Throws when the drill gives up.
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
      if (answer && !isFaultStatus(answer.status)) return answer;
      if (Date.now() > until) return undefined;
      await pause(getBackoffMs(api - first));
    }
  }

  /**
   * Reads one connection of a stream until it ends, fails, or `each` returns true. Calls `opened` with its response.
   * Returns how it ended, or undefined without a response. Throws when the drill gives up.
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

  /** Closes all connections. */
  close(): void {
    this.#closing.abort(new Error('the client is closed'));
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
    if (!isFaultStatus(response.status)) return response;
    const text = await response.text();
    const route = new URL(request.url).pathname.replaceAll(/[0-9a-f-]{36}/g, ':id');
    const line = `${request.method} ${route} ${response.status} ${text.slice(0, 160)}`;
    this.faults.set(line, (this.faults.get(line) ?? 0) + 1);
    return new Response(text, response);
  }
}
