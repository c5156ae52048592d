import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is wrong with the server. `honest` lists and returns what is there. */
export const LIES = [
  'empty',
  'half',
  'few',
  'cut off',
  'partly failed',
  'page for everything',
  'page for every file',
  'unavailable',
] as const;
type Lie = (typeof LIES)[number];

const PAGE = '<!doctype html><title>Maintenance</title><p>We are back soon.</p>';

/** A WebDAV folder that lies as its script says. */
export class LyingWebdav {
  /** Files of the folder by name. */
  readonly files = new Map<string, string>();
  mode: Lie | 'honest' = 'honest';
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #url = '';

  static async open(): Promise<LyingWebdav> {
    const webdav = new LyingWebdav();
    await new Promise<void>((resolve) => webdav.#server.listen(0, '127.0.0.1', resolve));
    webdav.#url = `http://127.0.0.1:${(webdav.#server.address() as AddressInfo).port}/files`;
    return webdav;
  }

  get url(): string {
    return this.#url;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const name = decodeURIComponent((request.url ?? '').replace(/^\/files\/?/, ''));
    if (this.mode === 'unavailable') return void response.writeHead(503).end();
    if (this.mode === 'page for everything')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    if (name !== '' && !this.files.has(name)) return void response.writeHead(404).end();
    if (request.method === 'GET') return void response.writeHead(200).end(this.#read(name));
    const body = this.#list(name === '' ? this.#listedNames() : [name], name === '');
    // The connection ends in the middle of a complete response as well, so that only its text is cut off.
    const sent = this.mode === 'cut off' ? body.slice(0, body.length / 2) : body;
    response.writeHead(207, { 'content-type': 'application/xml' }).end(sent);
  }

  #read(name: string): string | undefined {
    return this.mode === 'page for every file' ? PAGE : this.files.get(name);
  }

  #listedNames(): string[] {
    const names = [...this.files.keys()].toSorted();
    if (this.mode === 'empty') return [];
    if (this.mode === 'half') return names.slice(0, names.length / 2);
    return this.mode === 'few' ? names.slice(3) : names;
  }

  #list(names: readonly string[], hasFolder: boolean): string {
    const member = (href: string, prop: string, status = '200 OK') =>
      `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${prop}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat></d:response>`;
    const folder = hasFolder ? member('/files/', '<d:resourcetype><d:collection/></d:resourcetype>') : '';
    const files = names.map((name) =>
      member(
        `/files/${encodeURIComponent(name)}`,
        `<d:resourcetype/><d:getetag>"${this.#read(name)?.length}"</d:getetag>`,
      ),
    );
    const failed =
      this.mode === 'partly failed'
        ? '<d:response><d:href>/files/x</d:href><d:status>HTTP/1.1 500 Internal Server Error</d:status></d:response>'
        : '';
    const shown = this.mode === 'partly failed' ? files.slice(0, 2) : files;
    return `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${folder}${shown.join('')}${failed}</d:multistatus>`;
  }
}
