import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, type Json } from './client.ts';

/** A message that came to a receiver. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: Record<string, string>;
  /** As it came. */
  readonly text: string;
  readonly body: Json;
}

/** How a message is answered. */
export interface ReceiverAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Never. */
  readonly silent?: boolean;
}

/** A receiver of webhooks on this machine, which answers 204 unless it is told otherwise. */
export class Receiver {
  readonly messages: ReceivedMessage[] = [];
  /** Answers by path, the last of which is given again and again. */
  readonly answers = new Map<string, ReceiverAnswer[]>();
  #url = '';
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '/';
    const headers = request.headers as Record<string, string>;
    this.messages.push({ path, headers, text, body: JSON.parse(text) });
    const told = this.answers.get(path) ?? [];
    const { status = 204, headers: sent = {}, body, silent } = (told.length > 1 ? told.shift() : told[0]) ?? {};
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

  /** The messages to a path, once there are so many. */
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
