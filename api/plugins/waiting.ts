import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, errors } from '../../src/platform/errors.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import type { WatchedKind } from '../../src/runs/watcher.ts';
import type { ApiContext } from '../context.ts';
import { API_PREFIX } from '../operation.ts';
import { admit } from './access.ts';

/** What a `Prefer` header (RFC 7240) asks for. */
export interface Preference {
  /** Answer at once with the run as it was accepted. */
  readonly async: boolean;
  /** Milliseconds to wait before answering with the run as it is; undefined where it says nothing of that. */
  readonly waitMs: number | undefined;
}

export function preferenceOf(request: FastifyRequest): Preference {
  const header = String(request.headers.prefer ?? '').toLowerCase();
  const wait = /(?:^|[,;\s])wait=(\d{1,6})/.exec(header)?.[1];
  return {
    async: /(?:^|[,;\s])respond-async/.test(header),
    waitMs: wait === undefined ? undefined : Number(wait) * 1000,
  };
}

/** States in which no wait ends: where a look says so, the run needs not be read. */
const MOVING = new Set(['queued', 'running', 'cancelling']);

/** What set something going. */
export interface Begun<T> {
  /** As it was accepted, where that was read. */
  readonly accepted?: T | undefined;
  /** Ends when its workflow is started, or left to maintenance. */
  readonly started?: Promise<unknown>;
}

/** A request that waits for something. */
interface Wait<T> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly read: () => Promise<T | undefined>;
  /** Whether it is as it was waited for. */
  readonly done: (row: T) => boolean;
  /** What sets it going, or stops it; watching begins before, so that no change falls between. */
  readonly begin: () => Promise<Begun<T>>;
  /** Where it is read, below the versioned interface; a 202 says so. */
  readonly at?: string;
}

/** A request that waits until a run rests or has ended. */
export interface RunWait<T> extends Wait<T> {
  readonly kind: RunKind;
  readonly id: string;
}

/** A request that waits until several runs of a kind are as they are to be. */
export interface RunsWait<T> extends Wait<T> {
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
export function awaitRun<T>(ctx: ApiContext, wait: RunWait<T>): Promise<T> {
  return awaitRuns(ctx, { ...wait, resource: wait.kind.resource, ids: [wait.id] });
}

/** The same for several runs, which are read together. Who waited long is let in anew, as the reader of a stream is. */
export async function awaitRuns<T>(ctx: ApiContext, wait: RunsWait<T>): Promise<T> {
  const begun = performance.now();
  const isRepeat = wait.request.earlierRun !== undefined;
  const known = isRepeat ? await wait.read() : undefined;
  if (isRepeat && known === undefined) throw errors.notFound(wait.resource, wait.id);
  const row = known !== undefined && wait.done(known) ? known : await lastRead(ctx, wait);
  if (performance.now() - begun > ctx.config.streamCommentMs) await letInAnew(ctx, wait.request);
  if (row === undefined) throw errors.notFound(wait.resource, wait.id);
  const isQueued = preferenceOf(wait.request).async && !isRepeat;
  if (isQueued || !wait.done(row)) handOver(ctx, wait);
  return row;
}

/** Answers 202, with the address at which what goes on is read, where one is known. */
function handOver<T>({ config }: ApiContext, { reply, at }: RunsWait<T>): void {
  reply.code(202);
  if (at !== undefined) reply.header('location', config.publicUrl + API_PREFIX + at);
}

/** Throws where the caller's rights are gone. What was deleted meanwhile says so itself, by how its runs ended. */
async function letInAnew(ctx: ApiContext, request: FastifyRequest): Promise<void> {
  const op = request.routeOptions.config.operation;
  if (op === undefined) return;
  await admit(ctx, op, request).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.status === 404)) throw error;
  });
}

async function lastRead<T>(ctx: ApiContext, wait: RunsWait<T>): Promise<T | undefined> {
  const { request, read, done, begin } = wait;
  let changed = false;
  let wake = () => {};
  let gone = false;
  const poke = (status?: string) => {
    if (status !== undefined && MOVING.has(status)) return;
    changed = true;
    wake();
  };
  const leave = () => {
    gone = true;
    poke();
  };
  const watches = wait.ids.map((id) => ctx.watcher.watch(wait.kind, id, poke));
  const { async, waitMs = ctx.config.runWaitMs || undefined } = preferenceOf(request);
  const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
  request.raw.socket.once('close', leave);
  try {
    const { accepted, started } = await begin();
    if (async) {
      await started;
      return accepted ?? (await read());
    }
    for (;;) {
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
      changed = false;
      const row = await read();
      if (row !== undefined && done(row)) return row;
      if (row !== undefined && !gone) continue;
      // Whoever is told that it goes on is told so once that is certain.
      await started;
      return row;
    }
  } finally {
    clearTimeout(timer);
    for (const unwatch of watches) unwatch();
    request.raw.socket.off('close', leave);
  }
}
