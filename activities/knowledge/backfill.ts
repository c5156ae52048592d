import {
  type BackfillActivities,
  type BackfillOutcome,
  backfillWorkflow,
} from '../../src/knowledge/backfill/contract.ts';
import {
  type Backfill,
  findBackfill,
  isSpaceNeeded,
  listCollectionsToBackfill,
  listDocumentsWithoutVectors,
  recordBackfillError,
  switchSpace,
  toBackfillPayer,
} from '../../src/knowledge/backfill/queries.ts';
import {
  type DocumentBackfill,
  deleteUnusedBatch,
  listUnusedVectors,
  markDocumentComplete,
  storeVectorBatch,
} from '../../src/knowledge/backfill/vectors.ts';
import { recordDocumentSpace } from '../../src/knowledge/embedding/document-spaces.ts';
import { embedChunks } from '../../src/knowledge/embedding/embed-chunks.ts';
import type { Space } from '../../src/knowledge/spaces.ts';
import { listChunksWithoutVector } from '../../src/knowledge/vectors.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { startWorkflow } from '../../src/platform/temporal/workflow.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';
import { getRetryDelayMs, toModelRunError, toShortageError } from '../model-failure.ts';
import { RECHECK_INTERVAL_MS, SLICE_MS } from './context.ts';

/** Documents per batch. */
const DOCUMENTS_PER_BATCH = 20;
/** Limits of the job that deletes unused vectors: documents per cycle, vectors per statement. */
const MAX_DOCUMENTS_PER_CYCLE = 200;
const VECTORS_PER_STATEMENT = 1000;

/** Activities of embedding backfills. */
export function backfillActivities(ctx: ActivityContext): BackfillActivities {
  return {
    backfillSlice: ({ collectionId, failures }) =>
      withHeartbeat(async (signal) => {
        try {
          return await runBackfillSlice(ctx, collectionId, signal);
        } catch (error) {
          return pauseBackfill(ctx, collectionId, error, failures);
        }
      }),
  };
}

async function runBackfillSlice(
  ctx: ActivityContext,
  collectionId: string,
  signal: AbortSignal,
): Promise<BackfillOutcome> {
  const endsAtMs = performance.now() + SLICE_MS;
  const isSliceOver = () => performance.now() >= endsAtMs;
  while (!isSliceOver()) {
    const backfill = await findBackfill(ctx.db, collectionId);
    if (!backfill) return { state: 'ended' };
    const space = await backfillBatch(ctx, collectionId, backfill, isSliceOver, signal);
    if (space) continue;
    await recordBackfillError(ctx.db, collectionId, null);
    if (backfill.nextSpaceId === null) return { state: 'ended' };
    await switchSpace(ctx.db, collectionId, backfill.nextSpaceId);
  }
  return { state: 'next' };
}

/**
 * Embeds a batch of documents in the first space that lacks vectors. Returns that space, undefined if none lacks any.
 */
async function backfillBatch(
  ctx: ActivityContext,
  collectionId: string,
  backfill: Backfill,
  isSliceOver: () => boolean,
  signal: AbortSignal,
): Promise<Space | undefined> {
  for (const space of backfill.spaces) {
    const documents = await listDocumentsWithoutVectors(ctx.db, collectionId, space, DOCUMENTS_PER_BATCH);
    for (const edition of documents) {
      if (isSliceOver()) break;
      await backfillDocument(
        ctx,
        { collectionId, payer: toBackfillPayer(collectionId, backfill), space, edition },
        isSliceOver,
        signal,
      );
    }
    if (documents.length > 0) return space;
  }
  return undefined;
}

async function backfillDocument(
  ctx: ActivityContext,
  document: DocumentBackfill,
  isSliceOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const { collectionId, payer, space, edition } = document;
  await recordDocumentSpace(ctx.db, edition, space, false);
  const isComplete = await embedChunks(
    ctx,
    {
      space,
      payer,
      next: (after, limit) => listChunksWithoutVector(ctx.db, space, edition, after, limit),
      async store(chunks, embedded) {
        const isCurrent = await storeVectorBatch(ctx.db, document, chunks, embedded);
        await recordBackfillError(ctx.db, collectionId, null);
        return isCurrent && !isSliceOver() && (await isSpaceNeeded(ctx.db, collectionId, space));
      },
    },
    signal,
  );
  if (isComplete) await markDocumentComplete(ctx.db, document);
}

/** Stores why the backfill is paused and returns when to retry. The error ends once a person fixes its cause. */
async function pauseBackfill(
  ctx: ActivityContext,
  collectionId: string,
  error: unknown,
  failures: number,
): Promise<BackfillOutcome> {
  if (error instanceof CreditShortage) {
    await recordBackfillError(ctx.db, collectionId, toShortageError(error));
    return { state: 'held', recheckMs: RECHECK_INTERVAL_MS };
  }
  if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
  await recordBackfillError(ctx.db, collectionId, toModelRunError(error));
  return { state: 'held', recheckMs: error.retryable ? getRetryDelayMs(error, failures + 1) : RECHECK_INTERVAL_MS };
}

/** Starts missing workflows of collections that lack vectors. Waiting workflows keep waiting. */
async function startBackfills(ctx: MaintenanceContext): Promise<void> {
  for (const id of await listCollectionsToBackfill(ctx.db)) {
    const backfill = await findBackfill(ctx.db, id);
    if (backfill) await startWorkflow(ctx, backfillWorkflow(id, backfill.orgId));
  }
}

async function deleteUnusedVectors(ctx: MaintenanceContext): Promise<void> {
  for (const unused of await listUnusedVectors(ctx.db, MAX_DOCUMENTS_PER_CYCLE))
    while (await deleteUnusedBatch(ctx.db, unused, VECTORS_PER_STATEMENT));
}

/** Maintenance jobs of embedding backfills. */
export const BACKFILL_JOBS: readonly MaintenanceJob[] = [
  { name: 'start embedding backfills', everyCycles: 2, run: startBackfills },
  { name: 'delete unused vectors', everyCycles: 10, run: deleteUnusedVectors },
];
