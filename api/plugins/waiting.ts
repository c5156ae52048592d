import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, errors } from '../../src/platform/errors.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import type { WatchedKind } from '../../src/runs/watcher.ts';
import type { ApiContext } from '../context.ts';
import { API_PREFIX } from '../operation.ts';
import { authorizeRequest } from './access.ts';

/** What a `Prefer` header (RFC 7240) asks for. */
export interface RequestPreference {
  /** Answer at once with the run as it was accepted. */
  readonly async: boolean;
  /** Milliseconds to wait before answering with the run as it is; undefined where it says nothing of that. */
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

/** States in which no wait ends: where a look says so, the run needs not be read. */
const RUNNING_STATUSES = new Set(['queued', 'running', 'cancelling']);

/** What set something going. */
export interface StartedRun<T> {
  /** As it was accepted, where that was read. */
  readonly accepted?: T | undefined;
  /** Ends when its workflow is started, or left to maintenance. */
  readonly started?: Promise<unknown>;
}

/** A request that waits for something. */
interface RunWaitBase<T> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly read: () => Promise<T | undefined>;
  /** Whether it is as it was waited for. */
  readonly isDone: (row: T) => boolean;
  /** What sets it going, or stops it; watching begins before, so that no change falls between. */
  readonly start: () => Promise<StartedRun<T>>;
  /** Where it is read, below the versioned interface; a 202 says so. */
  readonly location?: string;
}

/** A request that waits until a run rests or has ended. */
export interface SingleRunWait<T> extends RunWaitBase<T> {
  readonly kind: RunKind;
  readonly id: string;
}

/** A request that waits until several runs of a kind are as they are to be. */
export interface MultiRunWait<T> extends RunWaitBase<T> {
  /** The 404's name for all of them, and their id. */
  readonly resource: string;
  readonly id: string;
  readonly kind: WatchedKind;
  readonly ids: readonly string[];
}

/**
 * Reads a run again whenever it may have changed, until it is what was waited for. Ends early with the run as it is,
 * as a 202, when the client has gone, asked not to wait or the time is up. Throws a 404 when the run is gone.
 */
export function awaitRun<T>(ctx: ApiContext, wait: SingleRunWait<T>): Promise<T> {
  return awaitRuns(ctx, { ...wait, resource: wait.kind.resource, ids: [wait.id] });
}

/** The same for several runs, which are read together. Who waited long is let in anew, as the reader of a stream is. */
export async function awaitRuns<T>(ctx: ApiContext, wait: MultiRunWait<T>): Promise<T> {
  const startedAt = performance.now();
  const isRepeat = wait.request.earlierRun !== undefined;
  const existingRow = isRepeat ? await wait.read() : undefined;
  if (isRepeat && existingRow === undefined) throw errors.notFound(wait.resource, wait.id);
  const row = existingRow !== undefined && wait.isDone(existingRow) ? existingRow : await readUntilDone(ctx, wait);
  if (performance.now() - startedAt > ctx.config.streamCommentMs) await reauthorize(ctx, wait.request);
  if (row === undefined) throw errors.notFound(wait.resource, wait.id);
  const isQueued = getPreference(wait.request).async && !isRepeat;
  if (isQueued || !wait.isDone(row)) sendAccepted(ctx, wait);
  return row;
}

/** Answers 202, with the address at which what goes on is read, where one is known. */
function sendAccepted<T>({ config }: ApiContext, { reply, location }: MultiRunWait<T>): void {
  reply.code(202);
  if (location !== undefined) reply.header('location', config.publicUrl + API_PREFIX + location);
}

/** Throws where the caller's rights are gone. What was deleted meanwhile says so itself, by how its runs ended. */
async function reauthorize(ctx: ApiContext, request: FastifyRequest): Promise<void> {
  const op = request.routeOptions.config.operation;
  if (op === undefined) return;
  await authorizeRequest(ctx, op, request).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.status === 404)) throw error;
  });
}

async function readUntilDone<T>(ctx: ApiContext, wait: MultiRunWait<T>): Promise<T | undefined> {
  const { request, read, isDone, start } = wait;
  let changed = false;
  let wake = () => {};
  let isDisconnected = false;
  const onChange = (status?: string) => {
    if (status !== undefined && RUNNING_STATUSES.has(status)) return;
    changed = true;
    wake();
  };
  const onDisconnect = () => {
    isDisconnected = true;
    onChange();
  };
  const watches = wait.ids.map((id) => ctx.watcher.watch(wait.kind, id, onChange));
  const { async, waitMs = ctx.config.runWaitMs || undefined } = getPreference(request);
  const timer = waitMs === undefined ? undefined : setTimeout(onDisconnect, waitMs);
  request.raw.socket.once('close', onDisconnect);
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
      if (row !== undefined && !isDisconnected) continue;
      // Whoever is told that it goes on is told so once that is certain.
      await started;
      return row;
    }
  } finally {
    clearTimeout(timer);
    for (const unwatch of watches) unwatch();
    request.raw.socket.off('close', onDisconnect);
  }
}
