import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import { ApiError, getErrorMessage, isRetryableStatus } from './errors.ts';
import { type AnyEvent, EventStream } from './event-stream.ts';
import { serialize } from './form.ts';
import { parseJson } from './json.ts';
import type { paths } from './openapi.ts';
import { type Fetch, getBackoffMs, sendWithRetries } from './retry.ts';
import type {
  Answer,
  EventOf,
  Given,
  Good,
  Init,
  ListPath,
  Method,
  OperationAt,
  PathOf,
  RecordOf,
  StreamPath,
  WaitingPath,
} from './types.ts';

export interface HoldfastOptions {
  /** Address of the API, for example `http://localhost:8080`, optionally with `/api/v1`. */
  readonly baseUrl: string;
  /** API key or access token; none for public operations. */
  readonly key?: string | undefined;
  /** Maximum number of retries of a safe request. Default 4. */
  readonly retries?: number;
  /** Called with the reason of each retry or reconnect. */
  readonly onRetry?: (why: string) => void;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
}

/** Untyped request. Text, bytes and forms are sent as they are, other bodies as JSON. */
export interface RawInit {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

type Api = ReturnType<typeof createClient<paths>>;

/** Seconds that the API waits for a run per request: below the timeout of proxies. */
const WAIT_SECONDS = 50;

/** Client of the API. Paths, parameters, bodies, responses and events have the types of the OpenAPI document. */
export class Holdfast {
  readonly baseUrl: string;
  readonly #options: HoldfastOptions;
  readonly #fetch: Fetch;
  readonly #api: Api;

  constructor(options: HoldfastOptions) {
    this.baseUrl = options.baseUrl.replace(/(\/api\/v1)?\/*$/, '');
    this.#options = options;
    this.#fetch = options.fetch ?? ((request) => fetch(request));
    const { retries = 4, onRetry } = options;
    this.#api = createClient<paths>({
      baseUrl: this.baseUrl,
      headers: this.#credential(),
      bodySerializer: serialize,
      fetch: (request) => sendWithRetries(request, this.#fetch, { retries, onRetry }),
    });
  }

  /** Returns the same client with another credential. */
  as(key: string | undefined): Holdfast {
    return new Holdfast({ ...this.#options, key });
  }

  get<P extends PathOf<'get'>>(path: P, ...init: Given<Init<OperationAt<'get', P>>>) {
    return this.#request<'get', P>('get', path, init[0]);
  }

  post<P extends PathOf<'post'>>(path: P, ...init: Given<Init<OperationAt<'post', P>>>) {
    return this.#request<'post', P>('post', path, init[0]);
  }

  put<P extends PathOf<'put'>>(path: P, ...init: Given<Init<OperationAt<'put', P>>>) {
    return this.#request<'put', P>('put', path, init[0]);
  }

  delete<P extends PathOf<'delete'>>(path: P, ...init: Given<Init<OperationAt<'delete', P>>>) {
    return this.#request<'delete', P>('delete', path, init[0]);
  }

  /** Sends an untyped request once. Rejects only without a response. */
  raw(method: string, path: string, init: RawInit = {}): Promise<Response> {
    const { body, headers, signal } = init;
    const isForm = body instanceof FormData;
    const asItIs = isForm || typeof body === 'string' || body instanceof Uint8Array;
    const request = new Request(this.baseUrl + path, {
      method,
      headers: {
        ...this.#credential(),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : asItIs ? (body as RequestInit['body']) : JSON.stringify(body),
      signal: signal ?? null,
    });
    return this.#fetch(request);
  }

  /** Yields the records of a list, page by page. `params.query` accepts filters and a `page_limit`. */
  async *pages<P extends ListPath>(
    path: P,
    ...init: Given<Init<OperationAt<'get', P>>>
  ): AsyncGenerator<RecordOf<OperationAt<'get', P>>> {
    const given = (init[0] ?? {}) as { params?: { query?: object } };
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { ...given.params?.query, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await this.#request<'get', P>('get', path, { ...given, params: { ...given.params, query } });
      const page = good(answer) as {
        results: RecordOf<OperationAt<'get', P>>[];
        pagination: { next_cursor: string | null };
      };
      yield* page.results;
      cursor = page.pagination.next_cursor;
    }
  }

  /**
   * Starts work and resolves when it has ended or waits for a person. Repeats the request under one Idempotency-Key.
   */
  async finished<P extends WaitingPath>(
    path: P,
    init: Init<OperationAt<'post', P>>,
  ): Promise<Good<Answer<OperationAt<'post', P>>>> {
    const given = init as { params?: { header?: object } };
    const header = { 'Idempotency-Key': randomUUID(), ...given.params?.header, Prefer: `wait=${WAIT_SECONDS}` };
    for (;;) {
      const answer = await this.#request<'post', P>('post', path, { ...given, params: { ...given.params, header } });
      if ((answer as { status: number }).status !== 202) return good(answer) as never;
    }
  }

  /** Opens a stream of events. Throws ApiError for a status other than 200 and 204. */
  async stream<M extends 'get' | 'post', P extends StreamPath<M>>(
    method: M,
    path: P,
    ...init: Given<Init<OperationAt<M, P & PathOf<M>>>>
  ): Promise<EventStream<EventOf<OperationAt<M, P & PathOf<M>>>>> {
    const { signal, headers, ...rest } = (init[0] ?? {}) as { signal?: AbortSignal; headers?: object };
    const abort = new AbortController();
    // Not AbortSignal.any: an active request holds its signal weakly, and a collected signal never aborts.
    const cut = () => abort.abort(signal?.reason);
    if (signal?.aborted) cut();
    signal?.addEventListener('abort', cut, { once: true, signal: abort.signal });
    const { response, error } = await this.#call(method, path, {
      ...rest,
      headers: { ...headers, accept: 'text/event-stream' },
      signal: abort.signal,
      // Callers of a stream reconnect after its last event.
      fetch: this.#fetch,
    });
    if (response.status !== 200 && response.status !== 204)
      throw new ApiError({ status: response.status, headers: response.headers, data: error });
    return new EventStream(response, abort);
  }

  /**
   * Yields the events of a GET stream, each once and in order. Reconnects after the last event with an id. Ends after
   * 204 or `done`.
   */
  follow<P extends StreamPath<'get'>>(
    path: P,
    init: Init<OperationAt<'get', P>> & { readonly lastEventId?: string },
  ): AsyncGenerator<EventOf<OperationAt<'get', P>>> {
    const { lastEventId, headers, ...rest } = init as RawInit & { lastEventId?: string };
    const open = (last: string | undefined) =>
      this.stream('get', path, { ...rest, headers: { ...headers, ...resumingAfter(last) } } as never);
    return this.resuming(open as never, { lastEventId, signal: rest.signal });
  }

  /** Yields the events of consecutive streams. `open` gets the id of the last event. */
  async *resuming<E extends AnyEvent>(
    open: (lastEventId: string | undefined) => Promise<EventStream<E>>,
    { lastEventId, signal }: { lastEventId?: string | undefined; signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<E> {
    let last = lastEventId;
    // A stream that ended after some events (the run waits for a person) is followed at once.
    for (let empty = 0; ; empty++) {
      if (empty > 0) await pause(getBackoffMs(empty - 1), undefined, { signal: signal as AbortSignal });
      try {
        const stream = await open(last);
        if (stream.status === 204) return;
        for await (const event of stream) {
          last = event.id || last;
          empty = -1;
          yield event;
          if (event.event === 'done') return;
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ApiError && !isRetryableStatus(error.status)) throw error;
        if (empty <= 0) this.#options.onRetry?.(getErrorMessage(error));
        empty = Math.max(empty, 0);
      }
    }
  }

  async #request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    init: unknown,
  ): Promise<Answer<OperationAt<M, P>>> {
    const { response, error } = await this.#call(method, path, init as object);
    const data = response.ok ? await read(response) : error;
    return { status: response.status, headers: response.headers, data } as Answer<OperationAt<M, P>>;
  }

  /** Callers provide the types of arguments and result. */
  #call(method: Method, path: string, init: object): Promise<{ response: Response; error?: unknown }> {
    return this.#api.request(method as 'get', path as '/-/health', { ...init, parseAs: 'stream' });
  }

  #credential(): Record<string, string> {
    return this.#options.key === undefined ? {} : { authorization: `Bearer ${this.#options.key}` };
  }
}

/** Returns the data of a successful response. Throws ApiError otherwise. */
export function good<A extends { readonly status: number; readonly headers: Headers; readonly data: unknown }>(
  answer: A,
): Good<A> {
  if (answer.status >= 300) throw new ApiError(answer);
  return answer.data as Good<A>;
}

/** Awaits a response and returns its data. Throws ApiError if it is unsuccessful. */
export async function ok<A extends { readonly status: number; readonly headers: Headers; readonly data: unknown }>(
  answer: Promise<A>,
): Promise<Good<A>> {
  return good(await answer);
}

/** Returns the header that resumes a stream after an event. */
export function resumingAfter(eventId: string | undefined): Record<string, string> {
  return eventId === undefined ? {} : { 'last-event-id': eventId };
}

/** Reads a body as its operation declares. A file is never parsed, whatever its type. */
async function read(response: Response): Promise<unknown> {
  if (response.body === null || response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/x-ndjson')) return response.text();
  const isFile = response.headers.has('content-disposition') || !type.startsWith('application/json');
  return isFile ? response.blob() : parseJson(await response.text());
}
