import { Client } from 'undici';
import { readBody } from './body.ts';
import { type ConnectContext, singleConnector } from './connection.ts';
import { flatHeaders } from './headers.ts';

/** One request to one server. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** One answer of one server. */
export interface HopAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** Where a redirect points; its body is not read. Undefined for an answer that is not to be followed. */
  readonly redirect: string | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Sends one request over a connection of its own and reads the answer. The connection is closed before this returns
 * or throws. A kept-alive connection would save a handshake but can die just as a request is written to it, which
 * nobody could tell from a request that was executed.
 */
export async function exchange(
  hop: Hop,
  options: { readonly maxBytes: number; readonly follow: boolean },
  context: ConnectContext,
): Promise<HopAnswer> {
  const client = new Client(hop.url.origin, {
    connect: singleConnector(context),
    allowH2: false,
    // The caller's deadline covers the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const response = await client.request({
      method: hop.method,
      path: `${hop.url.pathname}${hop.url.search}`,
      headers: { ...hop.headers },
      body: hop.body,
      signal: context.signal,
      reset: true,
    });
    const headers = flatHeaders(response.headers);
    const redirect = options.follow && REDIRECTS.has(response.statusCode) ? headers.location : undefined;
    if (redirect !== undefined) {
      response.body.on('error', () => undefined).destroy();
      return { status: response.statusCode, headers, body: new Uint8Array(), truncated: false, redirect };
    }
    const read = await readBody(response.body, headers['content-encoding'], options.maxBytes);
    if (read.decoded && read.bytes.byteLength > 0) {
      delete headers['content-encoding'];
      delete headers['content-length'];
    }
    return { status: response.statusCode, headers, body: read.bytes, truncated: read.truncated, redirect };
  } finally {
    await client.destroy();
  }
}
