import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parseJson } from './json.ts';

/** The server sends a comment every 15 s, so a stream without data for this time has failed. */
const SILENCE_MS = 45_000;

/** Common fields of all events. */
export interface AnyEvent {
  /** Value for `Last-Event-ID`. */
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** Events of one connection in order. Iterate once with `for await`. */
export class EventStream<E> implements AsyncIterable<E> {
  readonly status: number;
  readonly headers: Headers;
  readonly #response: Response;
  readonly #abort: AbortController;
  readonly #events: AsyncGenerator<E>;

  constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#response = response;
    this.#abort = abort;
    this.#events = this.#read();
  }

  /** Closes the connection. */
  cut(reason?: Error): void {
    this.#abort.abort(reason);
  }

  [Symbol.asyncIterator](): AsyncGenerator<E> {
    return this.#events;
  }

  /** Returns the next event of that kind. Throws if the stream ends without one. */
  async until<K extends E extends AnyEvent ? E['event'] : never>(kind: K): Promise<Extract<E, { readonly event: K }>> {
    for (;;) {
      const { value, done } = await this.#events.next();
      if (done) throw new Error(`the stream ended without ${kind}`);
      if ((value as { event: unknown }).event === kind) return value as Extract<E, { readonly event: K }>;
    }
  }

  /** Reads to the end, so that the connection can be reused. */
  async end(): Promise<void> {
    for await (const _ of this.#events);
  }

  async *#read(): AsyncGenerator<E> {
    const { body } = this.#response;
    if (body === null) return;
    const giveUp = () => this.cut(new Error(`silent for ${SILENCE_MS / 1000} s`));
    let timer = setTimeout(giveUp, SILENCE_MS);
    const alive = new TransformStream<string, string>({
      transform(chunk, controller) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, SILENCE_MS);
        controller.enqueue(chunk);
      },
    });
    try {
      // Passed again, because the original request may be garbage-collected.
      const { signal } = this.#abort;
      const text = body.pipeThrough(new TextDecoderStream(), { signal }).pipeThrough(alive);
      for await (const { id, event, data } of text.pipeThrough(new EventSourceParserStream()))
        yield { ...(id === undefined ? {} : { id }), event: event ?? 'message', data: parseJson(data) } as E;
    } finally {
      clearTimeout(timer);
      // Releases the listeners of the signal.
      this.cut();
    }
  }
}
