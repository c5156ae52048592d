import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { SettingError } from '../config.ts';
import { equalsInConstantTime } from '../digest.ts';
import { isLocalUrl } from '../local/sign-in-link.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** Path of metrics in every process that serves them. */
export const METRICS_PATH = '/-/metrics';

export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Headers that proxies add: the request does not come from this machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Reasons why a request may not read metrics. */
type MetricsRefusal = 'unauthorized' | 'not_local';

/** A request as the access check sees it. */
interface MetricsRequest {
  readonly headers: IncomingHttpHeaders;
  /** Address of the socket, not of a header. */
  readonly remoteAddress: string | undefined;
}

/**
 * Returns why a request may not read metrics. With a token, each request needs it. Without one, the request must come
 * directly from this machine and name it, so that neither a proxy nor a web page can pass it on.
 */
export function findMetricsRefusal(token: string | undefined, request: MetricsRequest): MetricsRefusal | undefined {
  if (token !== undefined) return hasToken(request.headers, token) ? undefined : 'unauthorized';
  const { host, ...headers } = request.headers;
  const isForwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  const isLocal = isLoopback(request.remoteAddress) && !isForwarded && isLocalHost(host);
  return isLocal ? undefined : 'not_local';
}

function hasToken({ authorization }: IncomingHttpHeaders, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && equalsInConstantTime(given, token);
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '');
}

function isLocalHost(host: string | undefined): boolean {
  return URL.canParse(`http://${host}`) && isLocalUrl(`http://${host}`);
}

/** Address and token of the server that a process opens only for metrics. */
interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
}

/**
 * Serves only metrics, for processes without an API. Returns a function that closes the server. Throws SettingError if
 * the port is taken, or if other machines could read metrics without a token.
 */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, token }: MetricsServerOptions,
  log: Log,
): Promise<() => Promise<void>> {
  if (token === undefined && !isLoopback(host) && host !== 'localhost')
    throw new SettingError('METRICS_TOKEN', `is not set, but METRICS_HOST ${host} is open to other machines`);
  const server = createServer((request, response) => {
    const respond = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const refusal = findRefusal(request, token);
    if (refusal !== undefined) return void respond(refusal, '');
    metrics.render().then(
      (text) => respond(200, text, METRICS_CONTENT_TYPE),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be rendered');
        respond(500, '');
      },
    );
  });
  await listen(server, host, port);
  return () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections());
}

/** Status of a refused request; undefined for one that may read metrics. */
function findRefusal(request: IncomingMessage, token: string | undefined): number | undefined {
  if (request.url?.split('?', 1)[0] !== METRICS_PATH) return 404;
  if (request.method !== 'GET') return 405;
  const refusal = findMetricsRefusal(token, {
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress,
  });
  return refusal && (refusal === 'unauthorized' ? 401 : 403);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(new SettingError('METRICS_PORT', `cannot listen: ${error.message}`)));
  server.listen(port, host, resolve);
  return promise;
}
