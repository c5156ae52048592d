import type { SyncInput, SyncStep } from '../../../src/knowledge/sources/contract.ts';
import {
  listsNothingAnyMore,
  nextItems,
  queueItems,
  queueKnown,
  type SourceItem,
  unseenItems,
  untilNext,
} from '../../../src/knowledge/sources/items.ts';
import { forgetOldLanes } from '../../../src/knowledge/sources/lanes.ts';
import { sourceRunKind } from '../../../src/knowledge/sources/run-kind.ts';
import {
  beginSourceRun,
  countUnchanged,
  finishSourceRun,
  noteListed,
  noteOnRun,
  noteWait,
  outcomeOf,
} from '../../../src/knowledge/sources/runs.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { isStopRequested, runStoppable } from '../../runs/stoppable.ts';
import { type ActingSource, SourceProblem, type SyncWork } from './kind.ts';
import { SOURCE_VISITORS } from './kinds.ts';
import { removeItems, settle } from './settle.ts';

/** Milliseconds that a step works; then others get their turn. */
const STEP_MS = 15_000;
/** Longest pause that a step waits for itself; beyond it the workflow does. */
const SHORT_MS = 1500;
/** The same from which on people are told. */
const LONG_MS = 5000;
/** Milliseconds before a source that could not be listed is listed again, for each time. */
const LIST_PAUSES_MS = [2000, 10_000];
/** Things that are removed in one transaction. */
const REMOVED_AT_ONCE = 50;

const DONE: SyncStep = { done: true, waitMs: 0 };

/** Works at a run for some seconds. Whatever a step before did not store is done again. */
export function syncSome(ctx: ActivityContext, { sourceRunId }: SyncInput): Promise<SyncStep> {
  return runStoppable(ctx, sourceRunKind, sourceRunId, async (signal) => {
    try {
      const run = await beginSourceRun(ctx.db, sourceRunId);
      return run ? await work({ ctx, run, signal }) : await stopped(ctx, sourceRunId);
    } catch (error) {
      if (isStopRequested(signal)) return stopped(ctx, sourceRunId);
      if (!(error instanceof SourceProblem)) throw error;
      await end(ctx, sourceRunId, 'failed', error.problem);
      return DONE;
    }
  });
}

async function stopped(ctx: ActivityContext, id: string): Promise<SyncStep> {
  await end(ctx, id, 'cancelled', CANCELLED);
  return DONE;
}

/** A folder that is not mounted, or a bucket of another name, looks like one whose files were all removed. */
const EMPTY: RunError = {
  reason: 'SOURCE_EMPTY',
  message:
    'the source lists nothing at all, though documents came from it; they were left as they are. Where that is right, delete the source together with its documents',
};

const CANCELLED: RunError = { reason: 'CANCELLED', message: 'the run was stopped' };

/** Ends a run that was asked to stop; nothing where it has ended before. */
export async function confirmSyncCancel(ctx: ActivityContext, { sourceRunId }: SyncInput): Promise<void> {
  await end(ctx, sourceRunId, 'cancelled', CANCELLED);
}

/** Ends a run of which a step gave up. */
export async function failSync(ctx: ActivityContext, input: SyncInput & { readonly problem: string }): Promise<void> {
  await end(ctx, input.sourceRunId, 'failed', { reason: 'SYNC_FAILED', message: input.problem });
}

async function end(
  ctx: ActivityContext,
  id: string,
  status: 'completed' | 'failed' | 'cancelled',
  error: RunError | null,
): Promise<void> {
  await ctx.db.transaction().execute((trx) => finishSourceRun(trx, id, status, error));
  for (const { tidy } of Object.values<ActingSource>(SOURCE_VISITORS)) await tidy?.(ctx, id);
}

async function work(step: SyncWork): Promise<SyncStep> {
  const { ctx, run, signal } = step;
  const visitor = SOURCE_VISITORS[run.kind];
  const until = Date.now() + STEP_MS;
  let listed = run.listed;
  let position = run.list_position;
  while (Date.now() < until) {
    signal.throwIfAborted();
    if (!listed) {
      position = await listMore(step, visitor, position);
      listed = position === null;
      continue;
    }
    const items = await nextItems(ctx.db, run, visitor.together);
    if (items.length > 0) {
      await Promise.all(items.map((item) => visit(step, visitor, item)));
      continue;
    }
    const waitMs = await untilNext(ctx.db, run);
    if (waitMs === undefined) return complete(step, visitor);
    if (waitMs > SHORT_MS) {
      if (waitMs > LONG_MS) await noteWait(ctx.db, run.id, waitMs);
      return { done: false, waitMs: Math.ceil(waitMs) };
    }
    await pause(waitMs, signal);
  }
  return { done: false, waitMs: 0 };
}

/** Stores a part of the list. Answers where it goes on; null at its end. */
async function listMore(step: SyncWork, visitor: ActingSource, position: string | null): Promise<string | null> {
  const { ctx, run } = step;
  const { found, next, known = [], notes = [] } = await listed(step, visitor, position);
  await ctx.db.transaction().execute(async (trx) => {
    // Another step may have come first, of an attempt that was given up.
    if (!(await noteListed(trx, run.id, position, next))) return;
    const most = visitor.most(run);
    const { unchanged, isFull } = await queueItems(trx, run, found, most);
    await countUnchanged(trx, run.id, unchanged);
    const isFuller = known.length > 0 && (await queueKnown(trx, run, known, Math.max(0, most - found.length)));
    if (isFull || isFuller)
      await noteOnRun(trx, run.id, `the run visits no more than ${most} addresses; the others are left out`);
    for (const note of notes) await noteOnRun(trx, run.id, note);
  });
  return next;
}

async function listed(step: SyncWork, visitor: ActingSource, position: string | null) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await visitor.list(step, position);
    } catch (error) {
      const ms = error instanceof SourceProblem && error.mayPass ? LIST_PAUSES_MS[attempt] : undefined;
      if (ms === undefined) throw error;
      await pause(ms, step.signal);
    }
  }
}

async function visit(step: SyncWork, visitor: ActingSource, item: SourceItem): Promise<void> {
  await settle(step, item, await visitor.visit(step, item));
}

/** Ends a run that has nothing left to visit: what the list lacks goes. */
async function complete(step: SyncWork, visitor: ActingSource): Promise<SyncStep> {
  const { ctx, run, signal } = step;
  if (visitor.listsAll && (await listsNothingAnyMore(ctx.db, run))) throw new SourceProblem(EMPTY, false);
  while (visitor.listsAll) {
    signal.throwIfAborted();
    const { rest, isLast } = await ctx.db.transaction().execute(async (trx) => {
      const items = await unseenItems(trx, run, REMOVED_AT_ONCE);
      const rest = items.length === 0 ? [] : await removeItems(step, items, trx);
      return { rest, isLast: items.length < REMOVED_AT_ONCE };
    });
    for (const after of rest) await after();
    if (isLast) break;
  }
  const error = await outcomeOf(ctx.db, run.id);
  await end(ctx, run.id, error ? 'failed' : 'completed', error);
  await forgetOldLanes(ctx.db);
  return DONE;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  const timer = setTimeout(resolve, ms);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  });
}
