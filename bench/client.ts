import { createParser } from 'eventsource-parser';
import { Agent, request } from 'undici';

/** Milliseconds until a request of the bench is given up. */
const PATIENCE_MS = 300_000;

/** A client of the product's API, as small as one can be: its own CPU time counts on the same machine. */
export class ApiClient {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #agent = new Agent({ connections: 100, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });

  constructor(base: string, key: string) {
    this.#base = base;
    this.#headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  }

  /** Posts JSON and answers the JSON of a 200; throws on any other status. */
  async post<T>(path: string, body: unknown): Promise<T> {
    const answer = await request(this.#base + path, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
      dispatcher: this.#agent,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`POST ${path} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** Answers the JSON of a 200; throws on any other status. */
  async get<T>(path: string): Promise<T> {
    const answer = await request(this.#base + path, { headers: this.#headers, dispatcher: this.#agent });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`GET ${path} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as T;
  }

  /**
   * Opens a stream of events, with POST where there is a body. Resolves when its head is there; `until` with the data
   * of the first event of that kind.
   */
  async follow(path: string, body?: unknown): Promise<EventReader> {
    const answer = await request(this.#base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...this.#headers, accept: 'text/event-stream' },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: this.#agent,
    });
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode}: ${await answer.body.text()}`);
    return new EventReader(answer.body);
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}

interface SeenEvent {
  readonly kind: string;
  readonly data: Record<string, unknown>;
}

/** Reads a stream of events. */
export class EventReader {
  readonly #events: AsyncGenerator<SeenEvent>;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#events = readEvents(body);
  }

  /** The data of the next event of this kind. Throws when the stream ends without one. */
  async until(kind: string): Promise<Record<string, unknown>> {
    for (;;) {
      const { value, done } = await this.#events.next();
      if (done) throw new Error(`the stream ended without ${kind}`);
      if (value.kind === kind) return value.data;
    }
  }

  /** Reads to the end, so that the connection can be used again. */
  async end(): Promise<void> {
    for await (const _ of this.#events);
  }
}

async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<SeenEvent> {
  const read: SeenEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => read.push({ kind: event ?? '', data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* read.splice(0);
  }
}
