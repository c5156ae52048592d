import { type IncomingMessage, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { DomainError } from '../../src/platform/errors.ts';
import { requestErrors } from '../errors.ts';
import { errorBody } from './errors.ts';

/** Bytes a second that a body has to keep up with once its time is over: a slow phone does. */
const PACE = 32_768;

/** Milliseconds between two looks at what is arriving. */
const lookEvery = (timeoutMs: number) => Math.min(1000, Math.ceil(timeoutMs / 4));

/**
 * Options of a server that waits so long for the head of a request, which bounds the connections that somebody can hold
 * open by sending nothing or a byte now and then; and that says what is wrong with what is no request in our own form.
 */
export function arrivalOptions(timeoutMs: number) {
  const http: ServerOptions = { headersTimeout: timeoutMs, connectionsCheckingInterval: lookEvery(timeoutMs) };
  return {
    http,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable) answerRaw(socket, refusalOf(error.code));
      socket.destroy(error);
    },
  };
}

function refusalOf(code: string | undefined): DomainError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestErrors.requestTooSlow();
  return code === 'HPE_HEADER_OVERFLOW' ? requestErrors.headersTooLarge() : requestErrors.malformedRequest();
}

/** A body that is still on its way. */
interface Arriving {
  readonly raw: IncomingMessage;
  readonly hasAnswer: () => boolean;
  readonly since: number;
  /** What its connection had read before. */
  readonly from: number;
}

/**
 * Cuts requests whose body does not arrive: each has the time of a short one, and after that must have kept the pace. Their
 * connection is answered with a 408 and closed, whoever is to read them, be it us, a library, or nobody any more.
 */
export function cutSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  const arriving = new Set<Arriving>();
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (length === '0' && encoding === undefined) return;
    const since = performance.now();
    arriving.add({ raw, hasAnswer: () => reply.raw.headersSent, since, from: raw.socket.bytesRead });
  });
  const look = () => {
    const now = performance.now();
    for (const each of arriving) {
      const { raw, since, from } = each;
      const late = now - since - timeoutMs;
      if (raw.complete || raw.destroyed) arriving.delete(each);
      else if (late > 0 && raw.socket.bytesRead - from < (late / 1000) * PACE) cut(each);
    }
  };
  const timer = setInterval(look, lookEvery(timeoutMs));
  app.addHook('onClose', async () => clearInterval(timer));
}

function cut({ raw: { socket }, hasAnswer }: Arriving): void {
  if (!hasAnswer() && socket.writable) answerRaw(socket, requestErrors.requestTooSlow());
  socket.destroySoon();
}

/** Answers on the connection itself, where no request is that could be answered. */
function answerRaw(socket: Socket, refusal: DomainError): void {
  const body = JSON.stringify(errorBody(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
}
