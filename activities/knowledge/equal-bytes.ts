import { deleteChunks } from '../../src/knowledge/chunks.ts';
import type { IngestionOutcome } from '../../src/knowledge/contract.ts';
import {
  copyChunks,
  countChunks,
  findTwin,
  leadOrFollow,
  type Reading,
  readAs,
} from '../../src/knowledge/ingestion/equal-bytes.ts';
import { bytesToRead } from '../../src/knowledge/ingestion/files.ts';
import { editionOf } from '../../src/knowledge/ingestion/state.ts';
import { type Attempt, Interrupted } from './attempt.ts';
import { type Chunked, spacesFor } from './embed.ts';

/** Chunks that are copied in one statement. */
const AT_ONCE = 1000;
/** Milliseconds after which an ingestion that waits for another looks by itself. */
const LOOK_AGAIN_MS = 60_000;

/** What equal bytes of the project come to: copied chunks, a wait for whoever reads them, or nothing. */
export async function equalBytes(attempt: Attempt): Promise<Chunked | IngestionOutcome | undefined> {
  const { ctx, run } = attempt;
  const file = await bytesToRead(ctx.db, run.id, run.document_id);
  const reading: Reading = {
    projectId: run.project_id,
    sha256: file.sha256,
    readAs: readAs({ name: file.name, mediaType: file.media_type }),
    strategy: run.strategy,
  };
  if (!(await leadOrFollow(ctx.db, run.id, reading))) return { state: 'waiting', lookAgainMs: LOOK_AGAIN_MS };
  // Looked for by whoever leads: one that became ready in the meantime is seen.
  return copyTwin(attempt, reading);
}

async function copyTwin(attempt: Attempt, reading: Reading): Promise<Chunked | undefined> {
  const { ctx, run } = attempt;
  const twin = await findTwin(ctx.db, run.document_id, reading);
  if (!twin) return undefined;
  const to = editionOf(run);
  const spaceIds = (await spacesFor(attempt)).map(({ id }) => id);
  const { parsed, chunks } = twin;
  for (let from = 0; from < chunks; from += AT_ONCE) {
    const part = { from, until: Math.min(from + AT_ONCE, chunks), spaceIds };
    if (!(await copyChunks(ctx.db, run.id, twin.edition, to, part))) throw new Interrupted();
    await attempt.noteProgress(part.until, chunks);
  }
  if ((await countChunks(ctx.db, to)) !== chunks) {
    // It was deleted, or got other bytes, in the middle: what there is of it is no whole.
    await deleteChunks(ctx.db, run.document_id, { only: run.edition });
    return undefined;
  }
  await attempt.note({ stage: 'embedding', parsed, chunked: chunks, progress: { done: 0, total: chunks } });
  return { parsed, chunks };
}
