import { embedChunks } from '../../src/knowledge/embedding/embed-chunks.ts';
import { noteFilled } from '../../src/knowledge/embedding/filled.ts';
import { type FillingActivities, type FillingOutcome, fillingWorkflow } from '../../src/knowledge/filling/contract.ts';
import {
  type Filling,
  findFilling,
  isWanted,
  noteTrouble,
  payerOf,
  switchSpace,
  unfilledCollections,
  unfilledDocuments,
} from '../../src/knowledge/filling/queries.ts';
import {
  completeDocument,
  type DocumentFilling,
  removeSome,
  storeLot,
  unneededVectors,
} from '../../src/knowledge/filling/vectors.ts';
import type { Space } from '../../src/knowledge/spaces.ts';
import { chunksWithoutVector } from '../../src/knowledge/vectors.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { startWorkflow } from '../../src/platform/temporal/workflow.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';
import { pauseBeforeRetry, toModelRunError, toShortageError } from '../model-failure.ts';
import { LOOK_AGAIN_MS, SLICE_MS } from './pace.ts';

/** Documents that are looked up at once. */
const DOCUMENTS_AT_ONCE = 20;
/** Unneeded vectors that a maintenance job deletes of how many documents, and in one transaction. */
const DOCUMENTS_PER_ROUND = 200;
const VECTORS_AT_ONCE = 1000;

/** The activities of collections that lack vectors, over their dependencies. */
export function fillingActivities(ctx: ActivityContext): FillingActivities {
  return {
    fillSlice: ({ collectionId, failures }) =>
      withHeartbeat(async (signal) => {
        try {
          return await fillSlice(ctx, collectionId, signal);
        } catch (error) {
          return heldUp(ctx, collectionId, error, failures);
        }
      }),
  };
}

async function fillSlice(ctx: ActivityContext, collectionId: string, signal: AbortSignal): Promise<FillingOutcome> {
  const ends = performance.now() + SLICE_MS;
  const isOver = () => performance.now() >= ends;
  while (!isOver()) {
    const filling = await findFilling(ctx.db, collectionId);
    if (!filling) return { state: 'ended' };
    const space = await fillSome(ctx, collectionId, filling, isOver, signal);
    if (space) continue;
    await noteTrouble(ctx.db, collectionId, null);
    if (filling.nextSpaceId === null) return { state: 'ended' };
    await switchSpace(ctx.db, collectionId, filling.nextSpaceId);
  }
  return { state: 'next' };
}

/** Makes vectors of some documents in the first space that lacks any; answers it. */
async function fillSome(
  ctx: ActivityContext,
  collectionId: string,
  filling: Filling,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<Space | undefined> {
  for (const space of filling.spaces) {
    const documents = await unfilledDocuments(ctx.db, collectionId, space, DOCUMENTS_AT_ONCE);
    for (const edition of documents) {
      if (isOver()) break;
      await fillDocument(ctx, { collectionId, payer: payerOf(collectionId, filling), space, edition }, isOver, signal);
    }
    if (documents.length > 0) return space;
  }
  return undefined;
}

async function fillDocument(
  ctx: ActivityContext,
  document: DocumentFilling,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const { collectionId, payer, space, edition } = document;
  await noteFilled(ctx.db, edition, space, false);
  const isAll = await embedChunks(
    ctx,
    {
      space,
      payer,
      next: (after, limit) => chunksWithoutVector(ctx.db, space, edition, after, limit),
      async store(chunks, embedded) {
        const serves = await storeLot(ctx.db, document, chunks, embedded);
        await noteTrouble(ctx.db, collectionId, null);
        return serves && !isOver() && (await isWanted(ctx.db, collectionId, space));
      },
    },
    signal,
  );
  if (isAll) await completeDocument(ctx.db, document);
}

/** Notes for people why no vectors were made, and says when to try again: only they can end it, by another model. */
async function heldUp(
  ctx: ActivityContext,
  collectionId: string,
  error: unknown,
  failures: number,
): Promise<FillingOutcome> {
  if (error instanceof CreditShortage) {
    await noteTrouble(ctx.db, collectionId, toShortageError(error));
    return { state: 'held', lookAgainMs: LOOK_AGAIN_MS };
  }
  if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
  await noteTrouble(ctx.db, collectionId, toModelRunError(error));
  return { state: 'held', lookAgainMs: error.retryable ? pauseBeforeRetry(error, failures + 1) : LOOK_AGAIN_MS };
}

/** Starts the workflows of collections that lack vectors and have none; one that waits is left to wait. */
async function startFillings(ctx: MaintenanceContext): Promise<void> {
  for (const id of await unfilledCollections(ctx.db)) {
    const filling = await findFilling(ctx.db, id);
    if (filling) await startWorkflow(ctx, fillingWorkflow(id, filling.orgId));
  }
}

async function removeUnneeded(ctx: MaintenanceContext): Promise<void> {
  for (const unneeded of await unneededVectors(ctx.db, DOCUMENTS_PER_ROUND))
    while (await removeSome(ctx.db, unneeded, VECTORS_AT_ONCE));
}

/** Maintenance jobs of the vectors of collections. */
export const BACKFILL_JOBS: readonly MaintenanceJob[] = [
  { name: 'start embedding backfills', everyCycles: 2, run: startFillings },
  { name: 'delete unused vectors', everyCycles: 10, run: removeUnneeded },
];
