import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that the API received. */
interface EchoedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A response instead of the echo. */
interface CannedAnswer {
  readonly type: string;
  readonly body: string | Buffer;
}

/** An API that returns and records every request. */
export interface EchoApi extends AsyncDisposable {
  readonly url: string;
  readonly received: EchoedRequest[];
  /** Responses by path. */
  readonly answers: Map<string, CannedAnswer>;
}

/** Starts an echo API on a free port. */
export async function startEchoApi(): Promise<EchoApi> {
  const received: EchoedRequest[] = [];
  const answers = new Map<string, CannedAnswer>();
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const canned = answers.get(path);
    received.push({ method, path, headers, body: await buffer(request) });
    const { type, body } = canned ?? { type: 'application/json', body: JSON.stringify({ done: `${method} ${path}` }) };
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
