import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SyncInput, SyncStep } from '../../../src/knowledge/sources/contract.ts';
import { releaseHeldItems } from '../../../src/knowledge/sources/held-items.ts';
import {
  getNextDelayMs,
  listDueItems,
  queueItems,
  replaceSourceGroups,
  requeueKnownItems,
  type SourceItem,
} from '../../../src/knowledge/sources/items.ts';
import { deleteOldLanes } from '../../../src/knowledge/sources/lanes.ts';
import { evaluateRemovals } from '../../../src/knowledge/sources/removals.ts';
import { sourceRunKind } from '../../../src/knowledge/sources/run-kind.ts';
import {
  addRunNote,
  beginSourceRun,
  countUnchanged,
  findRunError,
  finishSourceRun,
  recordListPosition,
  recordRunWait,
} from '../../../src/knowledge/sources/runs.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { ActivityContext } from '../../context.ts';
import { isStopRequested, runStoppable } from '../../runs/stoppable.ts';
import { SourceError, type SourceVisitor, type SyncContext } from './kind.ts';
import { SOURCE_VISITORS } from './kinds.ts';
import { removeMissing } from './remove.ts';
import { RETRY_PAUSE_SHARES, settleItemVisit } from './settle.ts';

/** Milliseconds that a step runs before other runs get a turn. */
const STEP_MS = 15_000;
/** Maximum pause within a step; the workflow waits for longer ones. */
const MAX_INLINE_WAIT_MS = 1500;
/** Minimum pause that the run's record shows. */
const MIN_REPORTED_WAIT_MS = 5000;
const DONE: SyncStep = { done: true, waitMs: 0 };

/** Runs one step of a sync. Work that the previous step did not store is repeated. */
export function syncSome(ctx: ActivityContext, { sourceRunId }: SyncInput): Promise<SyncStep> {
  return runStoppable(ctx, sourceRunKind, sourceRunId, async (signal) => {
    try {
      const run = await beginSourceRun(ctx.db, sourceRunId);
      return run ? await runStep({ ctx, run, signal }) : await endCancelled(ctx, sourceRunId);
    } catch (error) {
      if (isStopRequested(signal)) return endCancelled(ctx, sourceRunId);
      if (!(error instanceof SourceError)) throw error;
      await endRun(ctx, sourceRunId, 'failed', error.problem);
      return DONE;
    }
  });
}

async function endCancelled(ctx: ActivityContext, id: string): Promise<SyncStep> {
  await endRun(ctx, id, 'cancelled', CANCELLED_ERROR);
  return DONE;
}

const CANCELLED_ERROR = toRunError('CANCELLED', sourceFailures.sync_stopped);

/** Ends a run whose cancellation was requested. Does nothing if it has ended. */
export async function confirmSyncCancel(ctx: ActivityContext, { sourceRunId }: SyncInput): Promise<void> {
  await endRun(ctx, sourceRunId, 'cancelled', CANCELLED_ERROR);
}

/** Ends a run whose step failed for good. */
export async function failSync(ctx: ActivityContext, input: SyncInput & { readonly problem: string }): Promise<void> {
  await endRun(ctx, input.sourceRunId, 'failed', { reason: 'SYNC_FAILED', message: input.problem });
}

async function endRun(
  ctx: ActivityContext,
  id: string,
  status: 'completed' | 'failed' | 'cancelled',
  error: RunError | null,
): Promise<void> {
  await ctx.db.transaction().execute((trx) => finishSourceRun(trx, id, status, error));
  for (const { cleanUp } of Object.values<SourceVisitor>(SOURCE_VISITORS)) await cleanUp?.(ctx, id);
}

async function runStep(step: SyncContext): Promise<SyncStep> {
  const { ctx, run, signal } = step;
  const visitor = SOURCE_VISITORS[run.kind];
  const endsAt = Date.now() + STEP_MS;
  let listed = run.listed;
  let position = run.list_position;
  while (Date.now() < endsAt) {
    signal.throwIfAborted();
    if (!listed) {
      position = await listMore(step, visitor, position);
      listed = position === null;
      continue;
    }
    const items = await listDueItems(ctx.db, run, visitor.concurrency);
    if (items.length > 0) {
      await Promise.all(items.map((item) => visitItem(step, visitor, item)));
      continue;
    }
    const waitMs = await getNextDelayMs(ctx.db, run);
    if (waitMs === undefined) {
      if (await releaseHeldItems(ctx.db, run)) continue;
      return completeRun(step, visitor);
    }
    if (waitMs > MAX_INLINE_WAIT_MS) {
      if (waitMs > MIN_REPORTED_WAIT_MS) await recordRunWait(ctx.db, run.id, waitMs);
      return { done: false, waitMs: Math.ceil(waitMs) };
    }
    await pause(waitMs, signal);
  }
  return { done: false, waitMs: 0 };
}

/** Stores a page of the list. Returns the next position, null at the end. */
async function listMore(step: SyncContext, visitor: SourceVisitor, position: string | null): Promise<string | null> {
  const { ctx, run } = step;
  const { found, next, knownLanes: known = [], notes = [], groups } = await listWithRetries(step, visitor, position);
  await ctx.db.transaction().execute(async (trx) => {
    // A step of an earlier attempt may have stored this page already.
    if (!(await recordListPosition(trx, run.id, position, next))) return;
    if (groups) await replaceSourceGroups(trx, run, groups);
    const limit = visitor.maxItems(run);
    const { unchanged, isFull } = await queueItems(trx, run, found, limit);
    await countUnchanged(trx, run.id, unchanged);
    const isKnownFull =
      known.length > 0 && (await requeueKnownItems(trx, run, known, Math.max(0, limit - found.length)));
    if (isFull || isKnownFull)
      await addRunNote(trx, run.id, `the run reached its limit of ${limit} addresses; the others were skipped`);
    for (const note of notes) await addRunNote(trx, run.id, note);
  });
  return next;
}

async function listWithRetries(step: SyncContext, visitor: SourceVisitor, position: string | null) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await visitor.list(step, position);
    } catch (error) {
      const share = error instanceof SourceError && error.isTransient ? RETRY_PAUSE_SHARES[attempt] : undefined;
      if (share === undefined) throw error;
      await pause(share * step.ctx.config.crawlTimeoutMs, step.signal);
    }
  }
}

async function visitItem(step: SyncContext, visitor: SourceVisitor, item: SourceItem): Promise<void> {
  await settleItemVisit(step, item, await visitor.visit(step, item));
}

/** Ends a run with nothing left to visit, and removes or withholds what its source lacks. */
async function completeRun(step: SyncContext, visitor: SourceVisitor): Promise<SyncStep> {
  const { ctx, run } = step;
  await ctx.db.transaction().execute((trx) => evaluateRemovals(trx, run, visitor.listsAllItems));
  await removeMissing(step, visitor);
  const error = await findRunError(ctx.db, run.id);
  await endRun(ctx, run.id, error ? 'failed' : 'completed', error);
  await deleteOldLanes(ctx.db);
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
