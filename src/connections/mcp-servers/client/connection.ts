/** Connections to servers: transport detection, limits and cleanup. */

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
import { isStdioUrl } from '../server-url.ts';
import { createAuthProvider } from './auth-provider.ts';
import { createFetch, createTraffic, type Traffic } from './fetch.ts';
import { FilteredTransport } from './filtered-transport.ts';
import {
  type CallDeadlines,
  CLOSE_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  MAX_RECONNECTS,
  MIN_RECONNECT_DELAY_MS,
} from './limits.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import { StdioTransport } from './stdio-transport.ts';
import { McpFailure, type McpTarget, type McpTransport, type McpVerdict } from './types.ts';

/** A session of a server that later calls can continue. */
export interface McpSession {
  /** Empty if the server has no sessions. It then needs no handshake either. */
  readonly id: string;
  readonly protocolVersion: string;
}

/** Options of a connection. */
interface ConnectOptions {
  /** Client for everything except tool calls. */
  readonly http: GuardedClient;
  /** Client for tool calls, if they have conditions. */
  readonly callHttp?: GuardedClient;
  readonly target: McpTarget;
  readonly deadlines: CallDeadlines;
  readonly signal?: AbortSignal;
  /** Session to continue. */
  readonly session?: McpSession;
  /** Receives each result before the SDK and may remove parts of it. */
  readonly onResult?: (result: Record<string, unknown>) => void;
}

/** Why a connection has stopped. */
export type StopReason = 'ended' | 'too_much' | 'timeout' | 'aborted';

/** State of a connection. */
export interface ConnectionState {
  readonly traffic: Traffic;
  stopped: StopReason | undefined;
}

/** An open connection to a server. */
export interface Connection {
  readonly sdk: Sdk;
  readonly client: Client;
  readonly verdict: McpVerdict;
  /** Options of every request. */
  readonly options: RequestOptions;
  /** Returns the session for later calls. */
  session(): McpSession | undefined;
  /** Closes the connection after pending notifications. `endSession` also ends the session at the server. */
  close(endSession: boolean): Promise<void>;
}

/** Creates the state of a connection before its first request. */
export function createConnectionState(): ConnectionState {
  return { traffic: createTraffic(), stopped: undefined };
}

/** Whether an error suggests that the server now uses another transport. */
export function mayHaveChangedTransport({ verdict }: McpTarget, { traffic, stopped }: ConnectionState): boolean {
  return verdict !== null && stopped === undefined && isTransportUnsupported(traffic);
}

const CLIENT_INFO = { name: 'holdfast', version: '1.0.0' };
/** Maximum protocol versions stored, and characters of one. */
const MAX_VERSIONS = 20;
const MAX_VERSION_LENGTH = 32;
const RECONNECT_OPTIONS = {
  initialReconnectionDelay: MIN_RECONNECT_DELAY_MS,
  reconnectionDelayGrowFactor: 2,
  maxReconnectionDelay: 30_000,
  maxRetries: MAX_RECONNECTS,
};
/** Accepts every result: a call that took effect must not fail by its output schema. */
const ACCEPT_ALL: jsonSchemaValidator = {
  getValidator: () => (data: unknown) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/** Statuses of a server that does not support streamable HTTP. */
const UNSUPPORTED_STATUSES = new Set([400, 404, 405]);

/** Connects over the known transport, else over the first that works. Throws errors of the SDK. */
export async function connect(options: ConnectOptions, state: ConnectionState): Promise<Connection> {
  const { verdict, transport } = options.target;
  const transportKinds: McpTransport[] = isStdioUrl(options.target.url)
    ? ['stdio']
    : verdict
      ? [verdict.transport]
      : transport === 'auto'
        ? ['streamable_http', 'sse']
        : [transport];
  let first: unknown;
  for (const transportKind of transportKinds) {
    state.traffic.lastError = undefined;
    try {
      return await connectOver(transportKind, options, state);
    } catch (error) {
      first ??= error;
      if (state.stopped !== undefined || !isTransportUnsupported(state.traffic)) throw first;
    }
  }
  throw first;
}

function isTransportUnsupported({ lastError: refusal }: Traffic): boolean {
  return refusal !== undefined && UNSUPPORTED_STATUSES.has(refusal.status);
}

/** Stops all requests of a connection. */
type End = (why: StopReason, message: string) => void;

async function connectOver(
  transportKind: McpTransport,
  options: ConnectOptions,
  state: ConnectionState,
): Promise<Connection> {
  const sdk = await loadSdk();
  const { deadlines, session, signal, onResult } = options;
  const stop = new AbortController();
  const closed = new AbortController();
  const end: End = (why, message) => {
    state.stopped ??= why;
    // The SDK reports any other error as a timeout.
    stop.abort(new sdk.SdkError(sdk.SdkErrorCode.ConnectionClosed, message));
  };
  const transport = createTransport(sdk, transportKind, options, { state, closed: closed.signal, end });
  const wire = new FilteredTransport(transport, {
    onResult,
    onEnd: (why) => end(why, 'the stream of the response ended'),
  });
  const client = new sdk.Client(CLIENT_INFO, {
    capabilities: {},
    versionNegotiation: { mode: 'auto' },
    jsonSchemaValidator: ACCEPT_ALL,
  });
  const closeAll = async () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await client.close().catch(() => undefined);
    closed.abort();
  };
  const onAbort = () => end('aborted', 'it was cancelled');
  const deadline = (ms: number) => setTimeout(() => end('timeout', 'the server did not respond in time'), ms);
  const timeout = deadlines.connectMs ?? CONNECT_TIMEOUT_MS;
  let timer = deadline(timeout);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await waitForConnection(
      client.connect(wire, { prior: getPriorDiscovery(transportKind, options), timeout }),
      stop.signal,
    );
    clearTimeout(timer);
    timer = deadline(deadlines.totalMs);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return {
    sdk,
    client,
    verdict: { transport: transportKind, modern: getVersions(client) },
    options: { signal: stop.signal, timeout: deadlines.silenceMs, resetTimeoutOnProgress: true },
    session() {
      if (transportKind !== 'streamable_http' || client.getProtocolEra() === 'modern') return undefined;
      return { id: wire.sessionId ?? '', protocolVersion: wire.protocolVersion ?? session?.protocolVersion ?? '' };
    },
    async close(endSession) {
      const last = endSession && transport instanceof sdk.StreamableHTTPClientTransport && transport.terminateSession();
      await Promise.race([
        Promise.allSettled([last, wire.flushed()]),
        pause(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      await closeAll();
    },
  };
}

function getVersions(client: Client): string[] {
  const versions = client.getDiscoverResult()?.supportedVersions ?? [];
  return versions.filter((version) => version.length <= MAX_VERSION_LENGTH).slice(0, MAX_VERSIONS);
}

function createTransport(
  sdk: Sdk,
  transportKind: McpTransport,
  { http, callHttp, target, deadlines, session }: ConnectOptions,
  { state, closed, end }: { readonly state: ConnectionState; readonly closed: AbortSignal; readonly end: End },
): Transport {
  const { traffic } = state;
  if (transportKind === 'stdio') return createStdioTransport(sdk, target, { traffic, callHttp, end });
  const onTooMuch = () => end('too_much', 'the response of the server is too large');
  const totalMs = (deadlines.connectMs ?? CONNECT_TIMEOUT_MS) + deadlines.totalMs;
  const fetch = createFetch({ http, callHttp, target, transport: transportKind, traffic, totalMs, closed, onTooMuch });
  const shared = { fetch, authProvider: createAuthProvider(target.credential) };
  const url = new URL(target.url);
  if (transportKind === 'sse') return new sdk.SSEClientTransport(url, shared);
  let reconnects = 0;
  return new sdk.StreamableHTTPClientTransport(url, {
    ...shared,
    reconnectionOptions: RECONNECT_OPTIONS,
    reconnectionScheduler(reconnect, delay) {
      if (++reconnects > MAX_RECONNECTS) return end('ended', 'the stream of the response broke off repeatedly');
      const wait = Math.min(Math.max(delay, MIN_RECONNECT_DELAY_MS), RECONNECT_OPTIONS.maxReconnectionDelay);
      const timer = setTimeout(reconnect, wait);
      return () => clearTimeout(timer);
    },
    ...(session && { sessionId: session.id, protocolVersion: session.protocolVersion }),
  });
}

function createStdioTransport(
  sdk: Sdk,
  { program }: McpTarget,
  { traffic, callHttp, end }: { traffic: Traffic; callHttp: GuardedClient | undefined; end: End },
): Transport {
  if (!program) throw new McpFailure('failed', 'NOT_PERMITTED', 'this installation runs no server of this name');
  const words = { ended: 'the process of the server ended', too_much: 'the response of the server is too large' };
  const onEnd = (why: keyof typeof words) => end(why, words[why]);
  return new StdioTransport({ sdk, program, traffic, maySend: callHttp?.maySend, onEnd });
}

/** Known protocol version, to skip discovery. */
function getPriorDiscovery(
  transportKind: McpTransport,
  { target, session }: ConnectOptions,
): PriorDiscovery | undefined {
  if (transportKind !== 'streamable_http' || session) return { kind: 'legacy' };
  if (!target.verdict) return undefined;
  const { modern } = target.verdict;
  if (modern.length === 0) return { kind: 'legacy' };
  const discover = { supportedVersions: [...modern], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' };
  return { kind: 'modern', discover: discover as DiscoverResult };
}

/** Waits until the connection is established or stopped. SSE would otherwise wait forever. */
async function waitForConnection(connecting: Promise<void>, stopped: AbortSignal): Promise<void> {
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
