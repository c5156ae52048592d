import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { readBody } from './body.ts';
import { type ConnectContext, createSingleConnector } from './connection.ts';
import { flattenHeaders } from './headers.ts';

/** One request to one server. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Readable | undefined;
}

/** A response whose body is not read yet. */
export interface OpenResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  /** Redirect target; undefined for a response that is not followed. */
  readonly redirect: string | undefined;
  /** Closes the connection immediately. */
  close(): Promise<void>;
}

/** A complete response of one server. */
interface HopResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly redirect: string | undefined;
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * Sends one request over its own connection, which closes with the response. A keep-alive connection would save a
 * handshake but can break during the write. Then it is unknown whether the server executed the request.
 */
export async function openExchange(
  hop: Hop,
  options: { readonly follow: boolean; readonly maxHeaderBytes?: number },
  context: ConnectContext,
): Promise<OpenResponse> {
  const { Client } = await import('undici');
  const client = new Client(hop.url.origin, {
    connect: createSingleConnector(context),
    allowH2: false,
    maxHeaderSize: options.maxHeaderBytes,
    // The caller's deadline covers the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const { statusCode, headers, body } = await client.request({
      method: hop.method,
      path: `${hop.url.pathname}${hop.url.search}`,
      headers: { ...hop.headers },
      body: hop.body,
      signal: context.signal,
      reset: true,
    });
    const location = [headers.location].flat()[0];
    const redirect = options.follow && REDIRECT_STATUSES.has(statusCode) ? location : undefined;
    // An error of a body without a reader must not end the process.
    body.on('error', () => undefined);
    return { status: statusCode, headers, body, redirect, close: () => client.destroy() };
  } catch (error) {
    await client.destroy();
    throw error;
  }
}

/** Sends one request and reads the response body up to the limit. It does not read the body of a redirect. */
export async function sendRequest(
  hop: Hop,
  options: { readonly maxBytes: number; readonly follow: boolean },
  context: ConnectContext,
): Promise<HopResponse> {
  const { status, redirect, body, close, ...rest } = await openExchange(hop, options, context);
  try {
    const headers = flattenHeaders(rest.headers);
    if (redirect !== undefined) return { status, headers, body: new Uint8Array(), truncated: false, redirect };
    const result = await readBody(body, headers['content-encoding'], options.maxBytes);
    if (result.decoded && result.bytes.byteLength > 0) {
      delete headers['content-encoding'];
      delete headers['content-length'];
    }
    return { status, headers, body: result.bytes, truncated: result.truncated, redirect };
  } finally {
    await close();
  }
}
