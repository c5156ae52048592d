import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import { chargeEmbedding, type EmbeddingPayer } from '../../usage/embedding.ts';
import { estimateTokens } from '../chunking/tokens.ts';
import { type EmbeddingContext, embedAndPay, getEmbeddingModel } from '../embedding/embed.ts';
import { toEmbeddingText } from '../embedding/embed-chunks.ts';
import { toIndexVector } from '../index-vector.ts';
import { type Space, toVectorText } from '../spaces.ts';
import { listDocumentSpaces } from '../vectors.ts';
import { type ChunkRow, findChunk } from './chunks.ts';

/** Change of a chunk. */
export interface ChunkEdit {
  readonly text?: string;
  readonly enabled?: boolean;
}

/** Vectors of an edited text by space. */
type EditVectors = ReadonlyMap<string, ArrayLike<number>>;

/** Computes the vectors of an edited text in all spaces of its document. Throws ModelCallError and CreditShortage. */
export async function embedEdit(
  ctx: EmbeddingContext,
  payer: EmbeddingPayer,
  chunk: ChunkRow,
  text: string,
  signal: AbortSignal,
): Promise<EditVectors> {
  const vectors = new Map<string, ArrayLike<number>>();
  for (const space of await listChunkSpaces(ctx.db, chunk)) {
    const texts = [toEmbeddingText({ headingPath: chunk.heading_path, text })];
    const model = getEmbeddingModel(ctx, space);
    const embedded = await embedAndPay(ctx, payer, { model, texts, purpose: 'document' }, signal);
    await chargeEmbedding(ctx.db, payer, embedded);
    const [vector] = embedded.vectors;
    if (!vector) throw new ModelCallError('invalid_answer', `${space.model} answered no vector.`);
    vectors.set(space.id, vector);
  }
  return vectors;
}

/** Spaces of the document's collections, and those in which the chunk has a vector. */
async function listChunkSpaces(db: Executor, { id, document_id }: ChunkRow): Promise<Space[]> {
  const { rows } = await sql<Space>`
    select s.id, s.model, s.dimension from embedding_spaces s
    where exists (select from chunk_vectors v where v.space_id = s.id and v.chunk_id = ${id}) order by s.id`.execute(
    db,
  );
  const spaces = [...(await listDocumentSpaces(db, document_id)), ...rows];
  return [...new Map(spaces.map((space) => [space.id, space])).values()];
}

/** Result of an edit. */
export type EditOutcome =
  | { readonly state: 'edited'; readonly before: ChunkRow; readonly after: ChunkRow }
  /** The content was replaced. */
  | { readonly state: 'gone' }
  /** A collection with another model was added: compute the vectors again. */
  | { readonly state: 'more' };

/** Applies an edit with its vectors. The caller has locked the document. */
export async function editChunk(
  trx: Executor,
  { documentId, id }: { readonly documentId: string; readonly id: string },
  { text, enabled }: ChunkEdit,
  vectors: EditVectors,
): Promise<EditOutcome> {
  // Publication takes this lock too.
  const { rows } = await sql<{ project_id: string; language: string | null }>`
    select project_id, coalesce(language, index_language) as language from document_contents where document_id = ${documentId} for update`.execute(
    trx,
  );
  const before = await findChunk(trx, documentId, id);
  const [content] = rows;
  if (!before || !content) return { state: 'gone' };
  if (text !== undefined && text !== before.text) {
    if ((await listChunkSpaces(trx, before)).some((space) => !vectors.has(space.id))) return { state: 'more' };
    const { project_id: projectId, language } = content;
    const words = toIndexVector({ projectId, text, headingPath: before.heading_path, language });
    await trx
      .updateTable('chunks')
      .set({
        text,
        token_count: estimateTokens(text),
        words,
        edited_at: sql<Date>`now()`,
        original_text: before.original_text ?? before.text,
      })
      .where('id', '=', id)
      .execute();
    await storeVectors(trx, id, vectors);
  }
  if (enabled !== undefined) await trx.updateTable('chunks').set({ enabled }).where('id', '=', id).execute();
  const after = await findChunk(trx, documentId, id);
  return after ? { state: 'edited', before, after } : { state: 'gone' };
}

async function storeVectors(trx: Executor, chunkId: string, vectors: EditVectors): Promise<void> {
  await sql`delete from chunk_vectors where chunk_id = ${chunkId}`.execute(trx);
  for (const [spaceId, vector] of vectors)
    await sql`
      insert into chunk_vectors (space_id, chunk_id, document_id, edition, project_id, embedding)
      select ${spaceId}, id, document_id, edition, project_id, ${toVectorText(vector)}::halfvec from chunks where id = ${chunkId}`.execute(
      trx,
    );
}
