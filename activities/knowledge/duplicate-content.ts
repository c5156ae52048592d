import { deleteChunks } from '../../src/knowledge/chunks.ts';
import type { IngestionOutcome } from '../../src/knowledge/contract.ts';
import {
  type ContentKey,
  claimContent,
  copyChunks,
  countChunks,
  findDuplicate,
  toReadAs,
} from '../../src/knowledge/ingestion/duplicate-content.ts';
import { getContentFile } from '../../src/knowledge/ingestion/files.ts';
import { toEdition } from '../../src/knowledge/ingestion/state.ts';
import { type Attempt, Interrupted } from './attempt.ts';
import { type ChunkedDocument, getSpaces } from './embed.ts';

/** Chunks per copy statement. */
const CHUNKS_PER_STATEMENT = 1000;
/** Milliseconds before an ingestion that waits for another one checks again. */
const RECHECK_INTERVAL_MS = 60_000;

/**
 * Reuses equal content of the project: copies its chunks, waits for the ingestion that reads it, or returns undefined.
 */
export async function reuseEqualContent(attempt: Attempt): Promise<ChunkedDocument | IngestionOutcome | undefined> {
  const { ctx, run } = attempt;
  const file = await getContentFile(ctx.db, run.id, run.document_id);
  const content: ContentKey = {
    projectId: run.project_id,
    sha256: file.sha256,
    readAs: toReadAs({ name: file.name, mediaType: file.media_type }),
    strategy: run.strategy,
  };
  if (!(await claimContent(ctx.db, run.id, content))) return { state: 'waiting', recheckMs: RECHECK_INTERVAL_MS };
  // Only the leader searches, so a document that became ready meanwhile is found.
  return copyDuplicate(attempt, content);
}

async function copyDuplicate(attempt: Attempt, content: ContentKey): Promise<ChunkedDocument | undefined> {
  const { ctx, run } = attempt;
  const duplicate = await findDuplicate(ctx.db, run.document_id, content);
  if (!duplicate) return undefined;
  const to = toEdition(run);
  const spaceIds = (await getSpaces(attempt)).map(({ id }) => id);
  const { parsed, chunks } = duplicate;
  for (let from = 0; from < chunks; from += CHUNKS_PER_STATEMENT) {
    const part = { from, until: Math.min(from + CHUNKS_PER_STATEMENT, chunks), spaceIds };
    if (!(await copyChunks(ctx.db, run.id, duplicate.edition, to, part))) throw new Interrupted();
    await attempt.recordProgress(part.until, chunks);
  }
  if ((await countChunks(ctx.db, to)) !== chunks) {
    // The duplicate was deleted or replaced during the copy, so the copy is incomplete.
    await deleteChunks(ctx.db, run.document_id, { only: run.edition });
    return undefined;
  }
  await attempt.recordStep({ stage: 'embedding', parsed, chunked: chunks, progress: { done: 0, total: chunks } });
  return { parsed, chunks };
}
