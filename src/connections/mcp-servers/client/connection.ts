/** Connections to servers: found out how to speak with them, limited, and gone when they are closed. */

import { setTimeout as pause } from 'node:timers/promises';
import type {
  Client,
  DiscoverResult,
  jsonSchemaValidator,
  PriorDiscovery,
  RequestOptions,
  Transport,
} from '@modelcontextprotocol/client';
import type { GuardedClient } from '../../../platform/http/guarded-client.ts';
import { authProviderOf } from './auth-provider.ts';
import { type CallDeadlines, CONNECT_MS, GOODBYE_MS, MOST_RECONNECTS, SOONEST_RECONNECT_MS } from './limits.ts';
import { fetchFor, newTraffic, type Traffic } from './outbound.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import { isStdio } from './stdio-address.ts';
import { StdioTransport } from './stdio-transport.ts';
import { McpFailure, type McpTarget, type McpTransport, type McpVerdict } from './types.ts';
import { Wire } from './wire.ts';

/** A session of a server, as it is kept to be gone on with. */
export interface KeptSession {
  /** Empty where the server has none: it then needs no other handshake either. */
  readonly id: string;
  readonly protocolVersion: string;
}

export interface ConnectOptions {
  /** For everything but calls. */
  readonly http: GuardedClient;
  /** For calls, where those have conditions of their own. */
  readonly callHttp?: GuardedClient;
  readonly target: McpTarget;
  readonly deadlines: CallDeadlines;
  readonly signal?: AbortSignal;
  /** One to go on with. */
  readonly session?: KeptSession;
  /** Sees each result before the library does, and may take things out of it. */
  readonly onResult?: (result: Record<string, unknown>) => void;
}

/** Why nothing more can come of a connection. */
export type Stop = 'ended' | 'too_much' | 'timeout' | 'aborted';

/** What is to be known of a connection while it is made and used. */
export interface Life {
  readonly traffic: Traffic;
  stopped: Stop | undefined;
}

export interface Connection {
  readonly sdk: Sdk;
  readonly client: Client;
  readonly verdict: McpVerdict;
  /** For every request. */
  readonly options: RequestOptions;
  /** What a later call may go on with. */
  session(): KeptSession | undefined;
  /** Ends it once everything is said; `goodbye` ends the session at the server too. */
  close(goodbye: boolean): Promise<void>;
}

export function newLife(): Life {
  return { traffic: newTraffic(), stopped: undefined };
}

/** Whether a server that was spoken to as it was known to speak refused it so that it may speak in another way by now. */
export function mayHaveChanged({ verdict }: McpTarget, { traffic, stopped }: Life): boolean {
  return verdict !== null && stopped === undefined && isNotSpoken(traffic);
}

const SELF = { name: 'holdfast', version: '1.0.0' };
/** Protocol versions of a server that are kept, and characters of one. */
const MOST_VERSIONS = 20;
const LONGEST_VERSION = 32;
const RECONNECTING = {
  initialReconnectionDelay: SOONEST_RECONNECT_MS,
  reconnectionDelayGrowFactor: 2,
  maxReconnectionDelay: 30_000,
  maxRetries: MOST_RECONNECTS,
};
/** What a tool answers has happened, whatever its schema says: a call that took effect must not fail by it. */
const BELIEVING: jsonSchemaValidator = {
  getValidator: () => (data: unknown) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/** What the older transport looks like to a client that asks over the newer one. */
const NOT_SPOKEN = new Set([400, 404, 405]);

/** Connects to a server the way it is known to speak, else the first way that works. Throws what the library throws. */
export async function connect(options: ConnectOptions, life: Life): Promise<Connection> {
  const { verdict, transport } = options.target;
  const ways: McpTransport[] = isStdio(options.target.url)
    ? ['stdio']
    : verdict
      ? [verdict.transport]
      : transport === 'auto'
        ? ['streamable_http', 'sse']
        : [transport];
  let first: unknown;
  for (const way of ways) {
    life.traffic.refusal = undefined;
    try {
      return await connectBy(way, options, life);
    } catch (error) {
      first ??= error;
      if (life.stopped !== undefined || !isNotSpoken(life.traffic)) throw first;
    }
  }
  throw first;
}

function isNotSpoken({ refusal }: Traffic): boolean {
  return refusal !== undefined && NOT_SPOKEN.has(refusal.status);
}

/** Ends what a connection is asked for. */
type End = (why: Stop, message: string) => void;

async function connectBy(way: McpTransport, options: ConnectOptions, life: Life): Promise<Connection> {
  const sdk = await loadSdk();
  const { deadlines, session, signal, onResult } = options;
  const stop = new AbortController();
  const closed = new AbortController();
  const end: End = (why, message) => {
    life.stopped ??= why;
    // Of any other kind it would come out as a timeout.
    stop.abort(new sdk.SdkError(sdk.SdkErrorCode.ConnectionClosed, message));
  };
  const transport = makeTransport(sdk, way, options, { life, closed: closed.signal, end });
  const wire = new Wire(transport, { onResult, onBroken: (why) => end(why, 'the stream of the answer ended') });
  const client = new sdk.Client(SELF, {
    capabilities: {},
    versionNegotiation: { mode: 'auto' },
    jsonSchemaValidator: BELIEVING,
  });
  const shut = async () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await client.close().catch(() => undefined);
    closed.abort();
  };
  const onAbort = () => end('aborted', 'it was cancelled');
  const deadline = (ms: number) => setTimeout(() => end('timeout', 'the server did not answer in time'), ms);
  const timeout = deadlines.connectMs ?? CONNECT_MS;
  let timer = deadline(timeout);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await connected(client.connect(wire, { prior: priorOf(way, options), timeout }), stop.signal);
    clearTimeout(timer);
    timer = deadline(deadlines.totalMs);
  } catch (error) {
    await shut();
    throw error;
  }
  return {
    sdk,
    client,
    verdict: { transport: way, modern: versionsOf(client) },
    options: { signal: stop.signal, timeout: deadlines.silenceMs, resetTimeoutOnProgress: true },
    session() {
      if (way !== 'streamable_http' || client.getProtocolEra() === 'modern') return undefined;
      return { id: wire.sessionId ?? '', protocolVersion: wire.protocolVersion ?? session?.protocolVersion ?? '' };
    },
    async close(goodbye) {
      const last = goodbye && transport instanceof sdk.StreamableHTTPClientTransport && transport.terminateSession();
      await Promise.race([Promise.allSettled([last, wire.flushed()]), pause(GOODBYE_MS, undefined, { ref: false })]);
      await shut();
    },
  };
}

function versionsOf(client: Client): string[] {
  const versions = client.getDiscoverResult()?.supportedVersions ?? [];
  return versions.filter((version) => version.length <= LONGEST_VERSION).slice(0, MOST_VERSIONS);
}

function makeTransport(
  sdk: Sdk,
  way: McpTransport,
  { http, callHttp, target, deadlines, session }: ConnectOptions,
  { life, closed, end }: { readonly life: Life; readonly closed: AbortSignal; readonly end: End },
): Transport {
  const { traffic } = life;
  if (way === 'stdio') return stdioTransport(sdk, target, { traffic, callHttp, end });
  const onTooMuch = () => end('too_much', 'the server answers with more than is taken');
  const totalMs = (deadlines.connectMs ?? CONNECT_MS) + deadlines.totalMs;
  const fetch = fetchFor({ http, callHttp, target, transport: way, traffic, totalMs, closed, onTooMuch });
  const shared = { fetch, authProvider: authProviderOf(target.credential) };
  const url = new URL(target.url);
  if (way === 'sse') return new sdk.SSEClientTransport(url, shared);
  let reconnects = 0;
  return new sdk.StreamableHTTPClientTransport(url, {
    ...shared,
    reconnectionOptions: RECONNECTING,
    reconnectionScheduler(reconnect, delay) {
      if (++reconnects > MOST_RECONNECTS) return end('ended', 'the stream of the answer broke off again and again');
      const wait = Math.min(Math.max(delay, SOONEST_RECONNECT_MS), RECONNECTING.maxReconnectionDelay);
      const timer = setTimeout(reconnect, wait);
      return () => clearTimeout(timer);
    },
    ...(session && { sessionId: session.id, protocolVersion: session.protocolVersion }),
  });
}

function stdioTransport(
  sdk: Sdk,
  { program }: McpTarget,
  { traffic, callHttp, end }: { traffic: Traffic; callHttp: GuardedClient | undefined; end: End },
): Transport {
  if (!program) throw new McpFailure('failed', 'NOT_PERMITTED', 'this installation runs no server of that name');
  const words = { ended: 'the process of the server ended', too_much: 'the server answers with more than is taken' };
  const onEnd = (why: keyof typeof words) => end(why, words[why]);
  return new StdioTransport({ sdk, program, traffic, maySend: callHttp?.maySend, onEnd });
}

/** What is known of how the server speaks, so that it need not be found out again. */
function priorOf(way: McpTransport, { target, session }: ConnectOptions): PriorDiscovery | undefined {
  if (way !== 'streamable_http' || session) return { kind: 'legacy' };
  if (!target.verdict) return undefined;
  const { modern } = target.verdict;
  if (modern.length === 0) return { kind: 'legacy' };
  const discover = { supportedVersions: [...modern], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' };
  return { kind: 'modern', discover: discover as DiscoverResult };
}

/** Waits until a connection stands, or is given up: one over SSE would wait for ever. */
async function connected(connecting: Promise<void>, stopped: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onStop = () => reject(stopped.reason);
  if (stopped.aborted) onStop();
  stopped.addEventListener('abort', onStop, { once: true });
  try {
    await Promise.race([connecting, promise]);
  } finally {
    stopped.removeEventListener('abort', onStop);
    connecting.catch(() => undefined);
  }
}
