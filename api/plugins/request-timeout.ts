import { type IncomingMessage, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { DomainError } from '../../src/platform/errors.ts';
import { requestErrors } from '../errors.ts';
import { toErrorBody } from './errors.ts';

/** Minimum upload rate after the request timeout. Slow phones reach it. */
const MIN_BYTES_PER_SECOND = 32_768;

const getCheckInterval = (timeoutMs: number) => Math.min(1000, Math.ceil(timeoutMs / 4));

/**
 * Returns server options with a timeout for request headers, which limits idle connections, and with an error handler
 * that sends malformed requests the API's own errors.
 */
export function createTimeoutOptions(timeoutMs: number) {
  const http: ServerOptions = { headersTimeout: timeoutMs, connectionsCheckingInterval: getCheckInterval(timeoutMs) };
  return {
    http,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable) sendRawError(socket, toRequestError(error.code));
      socket.destroy(error);
    },
  };
}

function toRequestError(code: string | undefined): DomainError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestErrors.requestTooSlow();
  return code === 'HPE_HEADER_OVERFLOW' ? requestErrors.headersTooLarge() : requestErrors.malformedRequest();
}

/** A request body that is not complete. */
interface PendingBody {
  readonly raw: IncomingMessage;
  readonly hasResponse: () => boolean;
  readonly startedAt: number;
  /** Bytes that the connection read before this request. */
  readonly bytesBefore: number;
}

/**
 * Closes connections whose request body is slower than {@link MIN_BYTES_PER_SECOND} after the timeout, with a 408. It
 * works at the socket, whatever code reads the body.
 */
export function closeSlowRequests(app: FastifyInstance, timeoutMs: number): void {
  const pending = new Set<PendingBody>();
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (length === '0' && encoding === undefined) return;
    const startedAt = performance.now();
    pending.add({ raw, hasResponse: () => reply.raw.headersSent, startedAt, bytesBefore: raw.socket.bytesRead });
  });
  const check = () => {
    const now = performance.now();
    for (const body of pending) {
      const { raw, startedAt, bytesBefore } = body;
      const overdueMs = now - startedAt - timeoutMs;
      if (raw.complete || raw.destroyed) pending.delete(body);
      else if (overdueMs > 0 && raw.socket.bytesRead - bytesBefore < (overdueMs / 1000) * MIN_BYTES_PER_SECOND)
        closeRequest(body);
    }
  };
  const timer = setInterval(check, getCheckInterval(timeoutMs));
  app.addHook('onClose', async () => clearInterval(timer));
}

function closeRequest({ raw: { socket }, hasResponse }: PendingBody): void {
  if (!hasResponse() && socket.writable) sendRawError(socket, requestErrors.requestTooSlow());
  socket.destroySoon();
}

/** Writes an error response to a socket without a request. */
function sendRawError(socket: Socket, error: DomainError): void {
  const body = JSON.stringify(toErrorBody(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
}
