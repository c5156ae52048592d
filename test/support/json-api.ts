import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from './client.ts';

/** A request to an API. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly body: Json;
}

/** A response: its status, or a value or a file for status 200. */
export type ApiAnswer =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | { readonly value: Json }
  | { readonly file: string };

/** A local server that speaks the JSON API of another product. */
export class JsonApi {
  readonly calls: ApiCall[] = [];
  readonly #server;
  #url = '';

  constructor(answer: (call: ApiCall) => ApiAnswer) {
    this.#server = createServer(async (request, response) => {
      const call = await toCall(request);
      this.calls.push(call);
      const answered = answer(call);
      if ('status' in answered) return void response.writeHead(answered.status, answered.headers).end();
      if ('file' in answered) return void response.writeHead(200).end(answered.file);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered.value));
    });
  }

  get url(): string {
    return this.#url;
  }

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function toCall(request: IncomingMessage): Promise<ApiCall> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://api.invalid');
  const body = await text(request);
  return {
    method: request.method ?? '',
    path: decodeURIComponent(pathname),
    query: searchParams,
    authorization: request.headers.authorization ?? '',
    body: body === '' ? undefined : JSON.parse(body),
  };
}
