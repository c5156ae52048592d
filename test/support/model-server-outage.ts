import type { IncomingMessage, ServerResponse } from 'node:http';

const ROUTE = /^\/control\/outage\/(begin|end)$/;

/** Outage of a scripted model server: model requests get 503 until it ends. */
export class ServerOutage {
  #isActive = false;
  #rejected: number[] = [];

  /**
   * Answers a request to the outage's control routes, and model requests while the server is away. Returns whether it
   * did.
   */
  answer({ method, url = '/' }: IncomingMessage, response: ServerResponse): boolean {
    const [, verb] = ROUTE.exec(url) ?? [];
    if (method === 'PUT' && verb !== undefined) {
      this.#isActive = verb === 'begin';
      response.end(JSON.stringify(this.#rejected));
      this.#rejected = [];
      return true;
    }
    if (!this.#isActive || url.startsWith('/control/')) return false;
    this.#rejected.push(Date.now());
    response.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ error: { message: 'the provider is away' } }));
    return true;
  }
}
