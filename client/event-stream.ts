import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parseJson } from './json.ts';

/** A comment comes every 15 s; a stream that is silent for this long is dead. */
const SILENCE_MS = 45_000;

/** An event as every stream has it. */
export interface AnyEvent {
  /** What `Last-Event-ID` takes. */
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** The events of one connection, in order. It is read once, with `for await`. */
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

  /** Cuts the connection. */
  cut(reason?: Error): void {
    this.#abort.abort(reason);
  }

  [Symbol.asyncIterator](): AsyncGenerator<E> {
    return this.#events;
  }

  /** The next event of that kind. Throws where the stream ends without one. */
  async until<K extends E extends AnyEvent ? E['event'] : never>(kind: K): Promise<Extract<E, { readonly event: K }>> {
    for (;;) {
      const { value, done } = await this.#events.next();
      if (done) throw new Error(`the stream ended without ${kind}`);
      if ((value as { event: unknown }).event === kind) return value as Extract<E, { readonly event: K }>;
    }
  }

  /** Reads to the end, so that the connection can be used again. */
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
      // The signal is given here too, because the request that had it may be collected by now.
      const { signal } = this.#abort;
      const text = body.pipeThrough(new TextDecoderStream(), { signal }).pipeThrough(alive);
      for await (const { id, event, data } of text.pipeThrough(new EventSourceParserStream()))
        yield { ...(id === undefined ? {} : { id }), event: event ?? 'message', data: parseJson(data) } as E;
    } finally {
      clearTimeout(timer);
      // Whoever could have cut it need not know of it any more.
      this.cut();
    }
  }
}
