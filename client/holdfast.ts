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
  /** Where the API is, for example `http://localhost:8080`; what begins every path, `/api/v1`, may stand behind it. */
  readonly baseUrl: string;
  /** An API key or an access token; none for what is public. */
  readonly key?: string | undefined;
  /** How often a request that can be sent again without harm is, when the API can't be reached; 4 when left out. */
  readonly retries?: number;
  /** Hears why a request is sent again, or a stream opened again. */
  readonly onRetry?: (why: string) => void;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: Fetch;
}

/** What an untyped request is given. A body is sent as it is where it is text, bytes or a form, else as JSON. */
export interface RawInit {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

type Api = ReturnType<typeof createClient<paths>>;

/** Seconds for which the API is asked to wait for a run at a time: shorter than what proxies cut off. */
const WAIT_SECONDS = 50;

/** A client of the API. Every path, parameter, body, answer and event has the type that the OpenAPI document gives it. */
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

  /** The same client with another credential. */
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

  /** Sends anything to a path, also what no operation takes, once. Rejects only where no answer comes. */
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

  /** The records of a list, page after page. `params.query` may hold filters and a `page_limit`. */
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
   * Starts work and answers when it has ended or waits for a person, however long that takes: the same request under one
   * Idempotency-Key again and again.
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

  /** Opens a stream of events. Throws ApiError where another answer than 200 or 204 comes. */
  async stream<M extends 'get' | 'post', P extends StreamPath<M>>(
    method: M,
    path: P,
    ...init: Given<Init<OperationAt<M, P & PathOf<M>>>>
  ): Promise<EventStream<EventOf<OperationAt<M, P & PathOf<M>>>>> {
    const { signal, headers, ...rest } = (init[0] ?? {}) as { signal?: AbortSignal; headers?: object };
    const abort = new AbortController();
    // Not AbortSignal.any: a request that is under way holds its signal weakly, and a collected one hears of no abort.
    const cut = () => abort.abort(signal?.reason);
    if (signal?.aborted) cut();
    signal?.addEventListener('abort', cut, { once: true, signal: abort.signal });
    const { response, error } = await this.#call(method, path, {
      ...rest,
      headers: { ...headers, accept: 'text/event-stream' },
      signal: abort.signal,
      // Whoever opens a stream opens it again where it broke, from where it broke.
      fetch: this.#fetch,
    });
    if (response.status !== 200 && response.status !== 204)
      throw new ApiError({ status: response.status, headers: response.headers, data: error });
    return new EventStream(response, abort);
  }

  /**
   * The events of a stream that a GET opens, each once and in order, however often the connection is cut: it is opened again
   * after the last event that had an id. Ends where the API says that there is no more, and after `done`.
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

  /** The events of streams that `open` opens one after the other, each after the event whose id it is given. */
  async *resuming<E extends AnyEvent>(
    open: (lastEventId: string | undefined) => Promise<EventStream<E>>,
    { lastEventId, signal }: { lastEventId?: string | undefined; signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<E> {
    let last = lastEventId;
    // A stream that ended by itself after some events (the run waits for a person) is followed up at once.
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

  /** The caller's types hold for what goes in; what comes out is given its type by whoever calls this. */
  #call(method: Method, path: string, init: object): Promise<{ response: Response; error?: unknown }> {
    return this.#api.request(method as 'get', path as '/-/health', { ...init, parseAs: 'stream' });
  }

  #credential(): Record<string, string> {
    return this.#options.key === undefined ? {} : { authorization: `Bearer ${this.#options.key}` };
  }
}

/** What a good answer carries. Throws ApiError where it is another. */
export function good<A extends { readonly status: number; readonly headers: Headers; readonly data: unknown }>(
  answer: A,
): Good<A> {
  if (answer.status >= 300) throw new ApiError(answer);
  return answer.data as Good<A>;
}

/** What a good answer carries, once it is there. Throws ApiError where it is another. */
export async function ok<A extends { readonly status: number; readonly headers: Headers; readonly data: unknown }>(
  answer: Promise<A>,
): Promise<Good<A>> {
  return good(await answer);
}

/** The header that takes a stream up again after an event. */
export function resumingAfter(eventId: string | undefined): Record<string, string> {
  return eventId === undefined ? {} : { 'last-event-id': eventId };
}

/** Reads a body as what its operation declares: a file is none of them, whatever its type says. */
async function read(response: Response): Promise<unknown> {
  if (response.body === null || response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/x-ndjson')) return response.text();
  const isFile = response.headers.has('content-disposition') || !type.startsWith('application/json');
  return isFile ? response.blob() : parseJson(await response.text());
}
