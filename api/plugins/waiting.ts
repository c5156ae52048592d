import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, errors } from '../../src/platform/errors.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import type { WatchedKind } from '../../src/runs/watcher.ts';
import type { ApiContext } from '../context.ts';
import { API_PREFIX } from '../operation.ts';
import { authorizeRequest } from './access.ts';
import { withDisconnectSignal } from './disconnect.ts';

/** Preferences of a `Prefer` header (RFC 7240). */
export interface RequestPreference {
  /** Respond at once with the run as accepted. */
  readonly async: boolean;
  /** Milliseconds to wait before responding with the run's current state; undefined if the header has none. */
  readonly waitMs: number | undefined;
}

export function getPreference(request: FastifyRequest): RequestPreference {
  const header = String(request.headers.prefer ?? '').toLowerCase();
  const wait = /(?:^|[,;\s])wait=(\d{1,6})/.exec(header)?.[1];
  return {
    async: /(?:^|[,;\s])respond-async/.test(header),
    waitMs: wait === undefined ? undefined : Number(wait) * 1000,
  };
}

/** Statuses that end no wait, so that the run need not be loaded. */
const RUNNING_STATUSES = new Set(['queued', 'running', 'cancelling']);

/** Started run. */
export interface StartedRun<T> {
  /** The run as accepted, if it was loaded. */
  readonly accepted?: T | undefined;
  /** Resolves when its workflow is started or left to maintenance. */
  readonly started?: Promise<unknown>;
}

/** Request that waits for a run. */
interface RunWaitBase<T> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly read: () => Promise<T | undefined>;
  /** Whether the run has reached the awaited state. */
  readonly isDone: (row: T) => boolean;
  /** Starts or stops the run. Watching starts first, so that no change is missed. */
  readonly start: () => Promise<StartedRun<T>>;
  /** Path of the run below the versioned API, for a 202. */
  readonly location?: string;
  /** Preference of the request, if not that of its Prefer header. */
  readonly preference?: RequestPreference;
}

/** Request that waits until a run pauses or ends. */
export interface SingleRunWait<T> extends RunWaitBase<T> {
  readonly kind: RunKind;
  readonly id: string;
}

/** Request that waits for several runs of a kind. */
export interface MultiRunWait<T> extends RunWaitBase<T> {
  /** Resource name and id of the 404. */
  readonly resource: string;
  readonly id: string;
  readonly kind: WatchedKind;
  readonly ids: readonly string[];
}

/**
 * Reloads a run whenever it may have changed, until it reaches the awaited state. Responds 202 with the current state
 * if the client disconnects, prefers not to wait or the time is up. Throws a 404 if the run no longer exists.
 */
export function awaitRun<T>(ctx: ApiContext, wait: SingleRunWait<T>): Promise<T> {
  return awaitRuns(ctx, { ...wait, resource: wait.kind.resource, ids: [wait.id] });
}

/**
 * Waits like {@link awaitRun} for several runs, which are loaded together. After a long wait the caller is authorized
 * again, as in a stream.
 */
export async function awaitRuns<T>(ctx: ApiContext, wait: MultiRunWait<T>): Promise<T> {
  const isRepeat = wait.request.earlierRun !== undefined;
  const existingRow = isRepeat ? await wait.read() : undefined;
  if (isRepeat && existingRow === undefined) throw errors.notFound(wait.resource, wait.id);
  const row = existingRow !== undefined && wait.isDone(existingRow) ? existingRow : await readUntilDone(ctx, wait);
  if (row === undefined) throw errors.notFound(wait.resource, wait.id);
  const isQueued = (wait.preference ?? getPreference(wait.request)).async && !isRepeat;
  if (isQueued || !wait.isDone(row)) sendAccepted(ctx, wait);
  return row;
}

/** Sends a 202, with the run's path if known. */
function sendAccepted<T>({ config }: ApiContext, { reply, location }: MultiRunWait<T>): void {
  reply.code(202);
  if (location !== undefined) reply.header('location', config.publicUrl + API_PREFIX + location);
}

/** Throws if the caller has lost access. Deletions show in how the runs ended instead. */
async function reauthorize(ctx: ApiContext, request: FastifyRequest): Promise<void> {
  const op = request.routeOptions.config.operation;
  if (op === undefined) return;
  await authorizeRequest(ctx, op, request).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.status === 404)) throw error;
  });
}

function readUntilDone<T>(ctx: ApiContext, wait: MultiRunWait<T>): Promise<T | undefined> {
  return withDisconnectSignal(wait.request, (signal) =>
    watchUntilDone(ctx, {
      ...wait,
      ...(wait.preference ?? getPreference(wait.request)),
      signal,
      reauthorize: () => reauthorize(ctx, wait.request),
    }),
  );
}

/** Wait for runs, independent of the kind of request. */
export interface RunWatch<T> extends Pick<MultiRunWait<T>, 'kind' | 'ids' | 'read' | 'isDone' | 'start'> {
  /** Return the run as accepted, without waiting. Default false. */
  readonly async?: boolean;
  /** Milliseconds to wait. Default RUN_WAIT_MS. */
  readonly waitMs: number | undefined;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Throws if the caller has lost access. Called after a long wait. */
  readonly reauthorize: () => Promise<unknown>;
}

/**
 * Reloads runs whenever they may have changed, until they are done, the time is up or the signal aborts. After a long
 * wait the caller is authorized again.
 */
export async function watchUntilDone<T>(ctx: ApiContext, watch: RunWatch<T>): Promise<T | undefined> {
  const startedAt = performance.now();
  const row = await watchRuns(ctx, watch);
  if (performance.now() - startedAt > ctx.config.streamCommentMs) await watch.reauthorize();
  return row;
}

async function watchRuns<T>(ctx: ApiContext, watch: RunWatch<T>): Promise<T | undefined> {
  const { kind, ids, read, isDone, start, signal, async = false, waitMs = ctx.config.runWaitMs || undefined } = watch;
  let changed = false;
  let wake = () => {};
  let isOver = false;
  const onChange = (status?: string) => {
    if (status !== undefined && RUNNING_STATUSES.has(status)) return;
    changed = true;
    wake();
  };
  const onOver = () => {
    isOver = true;
    onChange();
  };
  const watches = ids.map((id) => ctx.watcher.watch(kind, id, onChange));
  const timer = waitMs === undefined ? undefined : setTimeout(onOver, waitMs);
  signal.addEventListener('abort', onOver);
  if (signal.aborted) onOver();
  try {
    const { accepted, started } = await start();
    if (async) {
      await started;
      return accepted ?? (await read());
    }
    for (;;) {
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
      changed = false;
      const row = await read();
      if (row !== undefined && isDone(row)) return row;
      if (row !== undefined && !isOver) continue;
      // The 202 follows the confirmed start.
      await started;
      return row;
    }
  } finally {
    clearTimeout(timer);
    for (const unwatch of watches) unwatch();
    signal.removeEventListener('abort', onOver);
  }
}
