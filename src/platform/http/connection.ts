import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Message } from '../messages.ts';
import { type AddressRules, stripBrackets, stripTrailingDot } from './addresses.ts';
import { outboundFailures } from './failures.ts';
import { OutboundError } from './outbound-error.ts';

/** Resolves a host name to addresses. Throws if it has none. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** State of one request across all its redirects. */
export interface Progress {
  /** A connection was opened for writing: a server may have received the request. */
  sent: boolean;
}

/** Dependencies of a connection. */
export interface ConnectContext {
  readonly rules: AddressRules;
  readonly resolver: Resolver;
  readonly progress: Progress;
  /** Aborts the attempt and a connection in progress. */
  readonly signal: AbortSignal;
  /** Runs once the connection is open. False prevents any byte of the request from being sent. */
  readonly maySend?: (() => Promise<boolean>) | undefined;
}

// Node's default timeout for the next address is too short for distant servers.
const NEXT_ADDRESS_TIMEOUT_MS = 1000;

/** Resolves through the operating system, including its hosts file and search domains. */
export const systemResolver: Resolver = async (hostname) => {
  const addresses = await lookup(hostname, { all: true, verbatim: true });
  return addresses.map(({ address }) => address);
};

/**
 * Creates a connector that opens one connection and rejects a second one. So the HTTP library can never resend a
 * request after a lost connection.
 */
export function createSingleConnector(context: ConnectContext): buildConnector.connector {
  let isUsed = false;
  return (target, callback) => {
    const fail = (reason: 'connect' | 'protocol', message: Message, cause?: unknown) =>
      callback(new OutboundError(reason, message, context.progress.sent, { cause }), null);
    if (isUsed) {
      fail('protocol', outboundFailures.connection_lost({ host: target.hostname }));
      return;
    }
    isUsed = true;
    openPermitted(target, context).then(
      (socket) => {
        context.progress.sent = true;
        // The library writes the request within this call.
        callback(null, socket);
      },
      (error: unknown) => {
        if (error instanceof OutboundError) callback(error, null);
        else fail('connect', outboundFailures.not_connected({ host: target.hostname }), error);
      },
    );
  };
}

async function openPermitted(target: buildConnector.Options, context: ConnectContext): Promise<Socket> {
  const host = stripBrackets(target.hostname);
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  const addresses = await resolvePermitted(host, port, context);
  const socket = await openSocket(host, port, target.protocol === 'https:', addresses, context.signal);
  try {
    context.signal.throwIfAborted();
    // Verifies the address that Node really chose.
    assertPermitted(host, port, [socket.remoteAddress ?? ''], context);
    if (context.maySend && !(await context.maySend()))
      throw new OutboundError('superseded', outboundFailures.request_superseded, context.progress.sent);
    context.signal.throwIfAborted();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

/** Resolves a host. Returns its addresses if all of them may be contacted at the port; otherwise throws. */
export async function resolvePermitted(
  host: string,
  port: number,
  context: ResolveContext,
): Promise<readonly string[]> {
  context.signal.throwIfAborted();
  const addresses = isIP(host) === 0 ? await resolveHost(host, context) : [host];
  assertPermitted(host, port, addresses, context);
  return addresses;
}

type ResolveContext = Omit<ConnectContext, 'maySend'>;

function assertPermitted(host: string, port: number, addresses: readonly string[], context: ResolveContext): void {
  if (context.rules.isPermitted(host, port, addresses)) return;
  throw new OutboundError('refused_address', outboundFailures.address_not_public({ host }), context.progress.sent);
}

async function resolveHost(host: string, { resolver, signal, progress }: ResolveContext): Promise<readonly string[]> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([resolver(host), aborted]);
  } catch (cause) {
    throw new OutboundError('connect', outboundFailures.host_not_resolved({ host }), progress.sent, { cause });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function openSocket(
  host: string,
  port: number,
  isSecure: boolean,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const options = {
    host,
    port,
    lookup: createFixedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_TIMEOUT_MS,
  };
  const servername = isIP(host) === 0 ? stripTrailingDot(host) : '';
  const socket = isSecure ? connectTls({ ...options, servername, ALPNProtocols: ['http/1.1'] }) : connectTcp(options);
  const onAbort = () => {
    socket.destroy();
    reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  socket.setNoDelay(true);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve(socket));
  socket.on('error', reject);
  socket.once('close', () => reject(new Error('the connection was closed while it was being opened')));
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

/** Returns a lookup function with verified addresses, so that the name is never resolved again. */
function createFixedLookup(addresses: readonly string[]): LookupFunction {
  const records = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const first = records[0];
    if (options.all) callback(null, records);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error('no address'), '', 0);
  };
}
