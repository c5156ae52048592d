import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of a site; a text is HTML. */
export interface SitePage {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** ETag of each response; a matching request gets 304. */
  readonly etag?: string;
  /** Number of empty bytes to send. */
  readonly bytes?: number;
  /** Sends single bytes forever. */
  readonly drips?: boolean;
  /** Responds after this promise resolves. */
  readonly after?: Promise<unknown>;
}

/** A request to a site. */
interface SiteRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const DRIP_MS = 50;

/** A local website that a test changes while it is crawled. */
export class Site {
  /** Pages by path and query; others return 404. */
  readonly pages = new Map<string, SitePage | string>();
  /** Responds for paths without a page. */
  otherwise: ((path: string) => SitePage | string | undefined) | undefined;
  readonly requests: SiteRequest[] = [];
  /** Maximum number of concurrent requests. */
  mostAtOnce = 0;
  #atOnce = 0;
  #url = '';
  readonly #heard = new Map<string, () => void>();
  readonly #server = createServer((request, response) => this.#answer(request, response));

  /** Opens a site with these pages. */
  static async open(pages: Readonly<Record<string, SitePage | string>> = {}): Promise<Site> {
    const site = new Site();
    for (const [path, page] of Object.entries(pages)) site.pages.set(path, page);
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    site.#url = `http://127.0.0.1:${(site.#server.address() as AddressInfo).port}`;
    return site;
  }

  url(path = ''): string {
    return this.#url + path;
  }

  /** Returns the requested paths in order. */
  asked(): string[] {
    return this.requests.map(({ path }) => path);
  }

  /** Resolves when the path is requested. */
  heard(path: string): Promise<void> {
    if (this.asked().includes(path)) return Promise.resolve();
    return new Promise((resolve) => this.#heard.set(path, resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    this.requests.push({ path, headers: request.headers, at: Date.now() });
    this.#heard.get(path)?.();
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    response.on('close', () => (this.#atOnce -= 1));
    const found = this.pages.get(path) ?? this.otherwise?.(path) ?? { status: 404, body: 'not here' };
    void give(request, response, typeof found === 'string' ? { body: found } : found);
  }
}

async function give(request: IncomingMessage, response: ServerResponse, page: SitePage): Promise<void> {
  await page.after;
  const { status = 200, type = 'text/html; charset=utf-8', headers, body = '', etag, bytes, drips } = page;
  const head = { 'content-type': type, ...(etag && { etag }), ...headers };
  if (etag !== undefined && request.headers['if-none-match'] === etag) return void response.writeHead(304, head).end();
  response.writeHead(status, head);
  if (drips) {
    const timer = setInterval(() => response.write('.'), DRIP_MS);
    response.on('close', () => clearInterval(timer));
  } else if (bytes !== undefined) await pour(response, bytes);
  else response.end(body);
}

async function pour(response: ServerResponse, bytes: number): Promise<void> {
  const closed = once(response, 'close');
  const block = Buffer.alloc(65_536, 0x0a);
  for (let sent = 0; sent < bytes && !response.destroyed; sent += block.length)
    if (!response.write(block)) await Promise.race([once(response, 'drain'), closed]);
  response.end();
}
