import type { EmbeddingEntry } from '../../platform/models/catalog.ts';
import type { EmbeddingResult } from '../../platform/models/embeddings/gateway.ts';
import { chargeEmbedding, type EmbeddingPayer } from '../../usage/embedding.ts';
import type { Space } from '../spaces.ts';
import { type EmbeddingContext, embedAndPay, getEmbeddingModel, type PaidVectors } from './embed.ts';

/** Maximum number of model batches per read and write. */
const MAX_BATCHES = 4;
/** Maximum number of chunks per read and write. */
const MAX_CHUNKS = 256;

/** A chunk without a vector. */
export interface ChunkToEmbed {
  readonly id: string;
  readonly position: number;
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly headingPath: readonly string[];
}

/** The vector of a chunk. */
export interface ChunkVector {
  readonly chunkId: string;
  readonly vector: ArrayLike<number>;
}

/** Source and sink of chunks to embed. */
interface EmbeddingWork {
  readonly space: Space;
  readonly payer: EmbeddingPayer;
  /** Returns the next chunks without a vector after a position, in order. */
  next(after: number, limit: number): Promise<readonly ChunkToEmbed[]>;
  /** Stores the vectors and charges them in one transaction. Returns false to end the work. */
  store(chunks: readonly ChunkToEmbed[], embedded: PaidVectors): Promise<boolean>;
}

/**
 * Embeds chunks; stores one batch while embedding the next. A repeat continues after the stored ones. Returns whether
 * all chunks have vectors. Throws ModelCallError and CreditShortage.
 */
export async function embedChunks(ctx: EmbeddingContext, work: EmbeddingWork, signal: AbortSignal): Promise<boolean> {
  const model = getEmbeddingModel(ctx, work.space);
  let storing: Promise<boolean> = Promise.resolve(true);
  let after = -1;
  try {
    while (true) {
      const chunks = await work.next(after, getBatchSize(model));
      const last = chunks.at(-1);
      if (!last) break;
      after = last.position;
      const texts = chunks.map(toEmbeddingText);
      const embedded = await embedAndPay(ctx, work.payer, { model, texts, purpose: 'document' }, signal);
      if (!(await finishPreviousBatch(ctx, work.payer, storing, embedded))) return false;
      storing = work.store(chunks, embedded);
      // The failure is handled where the promise is awaited.
      storing.catch(() => undefined);
    }
    return await storing;
  } finally {
    // No write may continue after the return.
    await storing.catch(() => undefined);
  }
}

/**
 * Returns whether the previous batch was stored and the work continues. Otherwise the next batch is charged although it
 * is not stored.
 */
async function finishPreviousBatch(
  { db }: EmbeddingContext,
  payer: EmbeddingPayer,
  storing: Promise<boolean>,
  embedded: PaidVectors,
): Promise<boolean> {
  const isStored = await storing.catch(() => false);
  if (!isStored) await chargeEmbedding(db, payer, embedded);
  return storing;
}

/** Returns the text to embed. Headings are included because a chunk rarely repeats them. */
export function toEmbeddingText({ headingPath, text }: Pick<ChunkToEmbed, 'headingPath' | 'text'>): string {
  return headingPath.length === 0 ? text : `${headingPath.join(' > ')}\n${text}`;
}

/** Pairs the vectors of a batch with their chunks. */
export function toChunkVectors(chunks: readonly ChunkToEmbed[], { vectors }: EmbeddingResult): ChunkVector[] {
  return chunks.flatMap(({ id }, at) => {
    const vector = vectors[at];
    return vector ? [{ chunkId: id, vector }] : [];
  });
}

function getBatchSize({ batch }: EmbeddingEntry): number {
  return Math.min(MAX_CHUNKS, batch * MAX_BATCHES);
}
