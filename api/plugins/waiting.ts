import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, errors } from '../../src/platform/errors.ts';
import type { WatchedKind } from '../../src/runs/watcher.ts';
import type { ApiContext } from '../context.ts';
import { API_PREFIX } from '../operation.ts';
import { authorizeRequest } from './access.ts';
import { withDisconnectSignal } from './disconnect.ts';

/** Preferences of a `Prefer` header (RFC 7240). */
interface RequestPreference {
  /** Respond at once with the run as accepted. */
  readonly async: boolean;
  /** Milliseconds to wait before responding with the run's current state; undefined if the header has none. */
  readonly waitMs: number | undefined;
}

/** Parses the header `Prefer`. Ignores unknown preferences. */
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

/** Watch of runs. It misses no change since its creation. */
export interface RunWatch extends Disposable {
  /** Resolves when the runs may have changed since the last call. */
  waitForChange(): Promise<void>;
  /** Ends the current or next wait for a change. */
  wake(): void;
}

/** Watches runs until it is disposed. Call it before they start or stop. */
export function watchRuns({ watcher }: ApiContext, kind: WatchedKind, ids: readonly string[]): RunWatch {
  let changed = false;
  let resolve = () => {};
  const wake = (status?: string) => {
    if (status !== undefined && RUNNING_STATUSES.has(status)) return;
    changed = true;
    resolve();
  };
  const unwatch = ids.map((id) => watcher.watch(kind, id, wake));
  return {
    async waitForChange() {
      if (!changed) await new Promise<void>((done) => (resolve = done));
      changed = false;
    },
    wake,
    [Symbol.dispose]() {
      for (const stop of unwatch) stop();
    },
  };
}

/** Wait for runs, independent of the kind of request. */
export interface RunWait<T> {
  readonly watch: RunWatch;
  /** The run that the request started, if any. */
  readonly run?: StartedRun<T>;
  readonly read: () => Promise<T | undefined>;
  /** Whether the run has reached the awaited state. */
  readonly isDone: (row: T) => boolean;
}

/** Request that waits until runs pause or end. */
export interface RequestWait<T> extends RunWait<T> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Resource name and id of the 404. */
  readonly resource: string;
  readonly id: string;
  /** Path of the run below the versioned API, for a 202. */
  readonly location?: string;
  /** Preference of the request, if not that of its Prefer header. */
  readonly preference?: RequestPreference;
}

/**
 * Reloads runs whenever they may have changed, until they reach the awaited state. Responds 202 with the current state
 * if the client disconnects, prefers not to wait or the time is up. Throws a 404 if they no longer exist. After a long
 * wait the caller is authorized again, as in a stream.
 */
export async function awaitRuns<T>(ctx: ApiContext, wait: RequestWait<T>): Promise<T> {
  const { request, preference = getPreference(request) } = wait;
  const isRepeat = request.earlierRun !== undefined;
  const existingRow = isRepeat ? await wait.read() : undefined;
  if (isRepeat && existingRow === undefined) throw errors.notFound(wait.resource, wait.id);
  const row =
    existingRow !== undefined && wait.isDone(existingRow)
      ? existingRow
      : await withDisconnectSignal(request, (signal) =>
          watchUntilDone(ctx, { ...wait, ...preference, signal, reauthorize: () => reauthorize(ctx, request) }),
        );
  if (row === undefined) throw errors.notFound(wait.resource, wait.id);
  const isQueued = preference.async && !isRepeat;
  if (isQueued || !wait.isDone(row)) sendAccepted(ctx, wait);
  return row;
}

/** Sends a 202, with the run's path if known. */
function sendAccepted<T>({ config }: ApiContext, { reply, location }: RequestWait<T>): void {
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

/** Limits of a wait. */
interface BoundedWait<T> extends RunWait<T> {
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
export async function watchUntilDone<T>(ctx: ApiContext, wait: BoundedWait<T>): Promise<T | undefined> {
  const { watch, run: { accepted, started } = {}, read, isDone, signal } = wait;
  if (wait.async) {
    await started;
    return accepted ?? (await read());
  }
  const startedAt = performance.now();
  const { waitMs = ctx.config.runWaitMs || undefined } = wait;
  let isOver = false;
  const onOver = () => {
    isOver = true;
    watch.wake();
  };
  const timer = waitMs === undefined ? undefined : setTimeout(onOver, waitMs);
  signal.addEventListener('abort', onOver);
  if (signal.aborted) onOver();
  let row: T | undefined;
  try {
    do {
      await watch.waitForChange();
      row = await read();
    } while (row !== undefined && !isDone(row) && !isOver);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onOver);
  }
  // The 202 follows the confirmed start.
  if (row === undefined || !isDone(row)) await started;
  if (performance.now() - startedAt > ctx.config.streamCommentMs) await wait.reauthorize();
  return row;
}
