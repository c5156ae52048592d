import { removeBlobs } from '../../src/files/staging.ts';
import type { IngestionOutcome, ParsedDocument } from '../../src/knowledge/contract.ts';
import { embedChunks, pairsOf } from '../../src/knowledge/embedding/embed-chunks.ts';
import { noteFilled } from '../../src/knowledge/embedding/filled.ts';
import { makeReady } from '../../src/knowledge/ingestion/ready.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { editionOf } from '../../src/knowledge/ingestion/state.ts';
import { wakeIngestions } from '../../src/knowledge/ingestion/steer.ts';
import { ensureSpace, type Space } from '../../src/knowledge/spaces.ts';
import { chunksWithoutVector, insertVectors, spacesOf } from '../../src/knowledge/vectors.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { chargeEmbedding } from '../../src/usage/embedding.ts';
import { type Attempt, Interrupted } from './attempt.ts';

/** What there is to be made ready. */
export interface Chunked {
  readonly parsed: ParsedDocument;
  readonly chunks: number;
}

/** Makes the vectors that are missing in every space in which the document is to be found, then makes it ready. */
export async function embedStage(attempt: Attempt, chunked: Chunked): Promise<IngestionOutcome> {
  const { ctx, run } = attempt;
  for (;;) {
    const spaces = await spacesFor(attempt);
    for (const space of spaces) if (!(await fill(attempt, space, chunked.chunks))) return { state: 'next' };
    const outcome = await makeReady(ctx.db, run, { ...chunked, spaces });
    if (outcome.state === 'more') continue;
    if (outcome.state === 'stopped') throw new Interrupted();
    await removeBlobs(ctx.blobs, outcome.blobKeys);
    await wakeIngestions(ctx, outcome.followers);
    return { state: 'ended' };
  }
}

/** The spaces of a document's collections; that of the default model where none holds it. */
export async function spacesFor({ ctx, run }: Attempt): Promise<Space[]> {
  const spaces = await spacesOf(ctx.db, run.document_id);
  return spaces.length > 0 ? spaces : [await ensureSpace(ctx.db, ctx.models.defaultEmbedding)];
}

/** Answers false where others are to have their turn first. */
async function fill(attempt: Attempt, space: Space, total: number): Promise<boolean> {
  const { ctx, run, signal } = attempt;
  const edition = editionOf(run);
  const exclusions = await listEffectiveExclusions(ctx.db, run.org_id, run.project_id);
  const { resource, table } = ingestionKind;
  const cause = { type: resource, id: run.id, table };
  const payer = { orgId: run.org_id, projectId: run.project_id, cause, of: [], exclusions };
  let stored = 0;
  await noteFilled(ctx.db, edition, space, false);
  const isAll = await embedChunks(
    ctx,
    {
      space,
      payer,
      next: (after, limit) => chunksWithoutVector(ctx.db, space, edition, after, limit),
      async store(chunks, embedded) {
        const going = await ctx.db.transaction().execute(async (trx) => {
          const live = await insertVectors(trx, run.id, space, edition, pairsOf(chunks, embedded));
          await chargeEmbedding(trx, payer, embedded);
          return live;
        });
        if (!going) throw new Interrupted();
        stored = (chunks.at(-1)?.position ?? 0) + 1;
        await attempt.noteProgress(stored, total);
        return !attempt.isOver;
      },
    },
    signal,
  );
  if (!isAll && stored < total) return false;
  await noteFilled(ctx.db, edition, space, true);
  return true;
}
