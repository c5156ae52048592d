import { removeBlobs } from '../../src/files/staging.ts';
import { CHUNK_SIZES, chunkBlocks } from '../../src/knowledge/chunking/chunk.ts';
import { deleteChunks, findLastChunk, insertChunks } from '../../src/knowledge/chunks.ts';
import { deleteIngestionFiles } from '../../src/knowledge/ingestion/files.ts';
import { toEdition } from '../../src/knowledge/ingestion/state.ts';
import { type NewChunk, ParseError } from '../../src/knowledge/parsing/contract.ts';
import { parseFailures } from '../../src/knowledge/parsing/failures.ts';
import { type Attempt, Interrupted } from './attempt.ts';
import type { ParsedBlocks } from './parse.ts';

/** Chunks per insert statement. */
const CHUNKS_PER_STATEMENT = 200;

/** Stores the chunks of a document that are missing. Returns the number of chunks. */
export async function runChunkStage(attempt: Attempt, parsedBlocks: ParsedBlocks): Promise<number> {
  const { ctx, run } = attempt;
  const edition = toEdition(run);
  const { language, indexLanguage } = parsedBlocks.parsed;
  let last = await findLastChunk(ctx.db, edition);
  let batch: NewChunk[] = [];
  let count = 0;
  const store = async () => {
    const isActive = await insertChunks(ctx.db, run.id, edition, language ?? indexLanguage ?? null, batch);
    if (!isActive) throw new Interrupted();
    batch = [];
    await attempt.recordProgress(count, null);
  };
  for await (const chunk of chunkBlocks(parsedBlocks.blocks(), CHUNK_SIZES)) {
    count = chunk.position + 1;
    if (last && chunk.position <= last.position) {
      if (chunk.position < last.position || chunk.text === last.text) continue;
      // An earlier release split it differently, and one document must not mix both.
      await deleteChunks(ctx.db, run.document_id, { only: run.edition });
      return runChunkStage(attempt, parsedBlocks);
    }
    last = undefined;
    batch.push(chunk);
    if (batch.length >= CHUNKS_PER_STATEMENT) await store();
  }
  if (batch.length > 0) await store();
  if (count === 0) throw new ParseError('EMPTY_DOCUMENT', parseFailures.document_without_text);
  const progress = { done: 0, total: count };
  await attempt.recordStep({ stage: 'embedding', parsed: parsedBlocks.parsed, chunked: count, progress });
  if (parsedBlocks.isStored) await removeBlobs(ctx.blobs, await deleteIngestionFiles(ctx.db, [run.id], 'blocks'));
  return count;
}
