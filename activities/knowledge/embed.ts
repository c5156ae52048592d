import { removeBlobs } from '../../src/files/staging.ts';
import type { IngestionOutcome, ParsedDocument } from '../../src/knowledge/contract.ts';
import { recordDocumentSpace } from '../../src/knowledge/embedding/document-spaces.ts';
import { embedChunks, toChunkVectors } from '../../src/knowledge/embedding/embed-chunks.ts';
import { wakeIngestions } from '../../src/knowledge/ingestion/control.ts';
import { publishDocument } from '../../src/knowledge/ingestion/ready.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { toEdition } from '../../src/knowledge/ingestion/state.ts';
import { ensureSpace, type Space } from '../../src/knowledge/spaces.ts';
import { insertVectors, listChunksWithoutVector, listDocumentSpaces } from '../../src/knowledge/vectors.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { chargeEmbedding } from '../../src/usage/embedding.ts';
import { type Attempt, Interrupted } from './attempt.ts';

/** A parsed document whose chunks are stored. */
export interface ChunkedDocument {
  readonly parsed: ParsedDocument;
  readonly chunks: number;
}

/** Creates the missing vectors in every space of the document, then publishes it. */
export async function runEmbedStage(attempt: Attempt, chunked: ChunkedDocument): Promise<IngestionOutcome> {
  const { ctx, run } = attempt;
  for (;;) {
    const spaces = await getSpaces(attempt);
    for (const space of spaces) if (!(await embedInSpace(attempt, space, chunked.chunks))) return { state: 'next' };
    const outcome = await publishDocument(ctx.db, run, { ...chunked, spaces });
    if (outcome.state === 'more') continue;
    if (outcome.state === 'stopped') throw new Interrupted();
    await removeBlobs(ctx.blobs, outcome.blobKeys);
    await wakeIngestions(ctx, outcome.followers);
    return { state: 'ended' };
  }
}

/** Returns the spaces of the document's collections, or the default space if no collection contains it. */
export async function getSpaces({ ctx, run }: Attempt): Promise<Space[]> {
  const spaces = await listDocumentSpaces(ctx.db, run.document_id);
  return spaces.length > 0 ? spaces : [await ensureSpace(ctx.db, ctx.models.defaultEmbedding)];
}

/** Creates the vectors in one space. Returns false if the time slice ended first. */
async function embedInSpace(attempt: Attempt, space: Space, total: number): Promise<boolean> {
  const { ctx, run, signal } = attempt;
  const edition = toEdition(run);
  const exclusions = await listEffectiveExclusions(ctx.db, run.org_id, run.project_id);
  const { resource, table } = ingestionKind;
  const cause = { type: resource, id: run.id, table };
  const payer = { orgId: run.org_id, projectId: run.project_id, cause, of: [], exclusions };
  let stored = 0;
  await recordDocumentSpace(ctx.db, edition, space, false);
  const isComplete = await embedChunks(
    ctx,
    {
      space,
      payer,
      next: (after, limit) => listChunksWithoutVector(ctx.db, space, edition, after, limit),
      async store(chunks, embedded) {
        const isActive = await ctx.db.transaction().execute(async (trx) => {
          const isActive = await insertVectors(trx, run.id, space, edition, toChunkVectors(chunks, embedded));
          await chargeEmbedding(trx, payer, embedded);
          return isActive;
        });
        if (!isActive) throw new Interrupted();
        stored = (chunks.at(-1)?.position ?? 0) + 1;
        await attempt.recordProgress(stored, total);
        return !attempt.isSliceOver;
      },
    },
    signal,
  );
  if (!isComplete && stored < total) return false;
  await recordDocumentSpace(ctx.db, edition, space, true);
  return true;
}
