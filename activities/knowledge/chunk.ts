import { removeBlobs } from '../../src/files/staging.ts';
import { CHUNK_SIZES, chunkBlocks } from '../../src/knowledge/chunking/chunk.ts';
import { deleteChunks, insertChunks, lastChunk } from '../../src/knowledge/chunks.ts';
import { deleteKept } from '../../src/knowledge/ingestion/files.ts';
import { editionOf } from '../../src/knowledge/ingestion/state.ts';
import { type NewChunk, ParseError } from '../../src/knowledge/parsing/contract.ts';
import { parseFailures } from '../../src/knowledge/parsing/failures.ts';
import { type Attempt, Interrupted } from './attempt.ts';
import type { Read } from './parse.ts';

/** Chunks that are stored in one statement. */
const AT_ONCE = 200;

/** Stores the chunks of a document, from the first on that is not there. Answers how many there are. */
export async function chunkStage(attempt: Attempt, read: Read): Promise<number> {
  const { ctx, run } = attempt;
  const edition = editionOf(run);
  let last = await lastChunk(ctx.db, edition);
  let batch: NewChunk[] = [];
  let count = 0;
  const store = async () => {
    const going = await insertChunks(ctx.db, run.id, edition, read.parsed.language, batch);
    if (!going) throw new Interrupted();
    batch = [];
    await attempt.noteProgress(count, null);
  };
  for await (const chunk of chunkBlocks(read.blocks(), CHUNK_SIZES)) {
    count = chunk.position + 1;
    if (last && chunk.position <= last.position) {
      if (chunk.position < last.position || chunk.text === last.text) continue;
      // An earlier release cut it otherwise: one document must not be cut in two ways.
      await deleteChunks(ctx.db, run.document_id, { only: run.edition });
      return chunkStage(attempt, read);
    }
    last = undefined;
    batch.push(chunk);
    if (batch.length >= AT_ONCE) await store();
  }
  if (batch.length > 0) await store();
  if (count === 0) throw new ParseError('EMPTY_DOCUMENT', parseFailures.document_without_text);
  const progress = { done: 0, total: count };
  await attempt.note({ stage: 'embedding', parsed: read.parsed, chunked: count, progress });
  if (read.isStored) await removeBlobs(ctx.blobs, await deleteKept(ctx.db, [run.id], 'blocks'));
  return count;
}
