import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, type Json } from './client.ts';

/** A received message. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Raw body. */
  readonly text: string;
  readonly body: Json;
}

/** Response to a message. */
export interface ReceiverAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Never responds. */
  readonly silent?: boolean;
}

/** A webhook receiver that returns 204 by default. */
export class Receiver {
  readonly messages: ReceivedMessage[] = [];
  /** Responses by path; the last one repeats. */
  readonly answers = new Map<string, ReceiverAnswer[]>();
  #url = '';
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '/';
    const headers = request.headers as Record<string, string>;
    this.messages.push({ path, headers, text, body: JSON.parse(text) });
    const scripted = this.answers.get(path) ?? [];
    const {
      status = 204,
      headers: sent = {},
      body,
      silent,
    } = (scripted.length > 1 ? scripted.shift() : scripted[0]) ?? {};
    if (!silent) response.writeHead(status, sent).end(body);
  });

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    receiver.#url = `http://127.0.0.1:${(receiver.#server.address() as AddressInfo).port}`;
    return receiver;
  }

  url(path: string): string {
    return this.#url + path;
  }

  /** Returns the messages to a path once there are this many. */
  to(path: string, many = 1): Promise<ReceivedMessage[]> {
    return eventually(
      async () => this.messages.filter((message) => message.path === path),
      (found) => found.length >= many,
    );
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
