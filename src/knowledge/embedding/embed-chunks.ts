import type { EmbeddingEntry } from '../../platform/models/catalogue.ts';
import type { EmbeddingResult } from '../../platform/models/embeddings/gateway.ts';
import { chargeEmbedding, type EmbeddingPayer } from '../../usage/embedding.ts';
import type { Space } from '../spaces.ts';
import { type EmbeddingContext, embedAndPay, modelOf, type PaidVectors } from './embed.ts';

/** Batches of the model that are read, and stored, at once. */
const BATCHES_AT_ONCE = 4;
/** Most chunks of them. */
const CHUNKS_AT_ONCE = 256;

/** A chunk that has no vector yet. */
export interface BareChunk {
  readonly id: string;
  readonly position: number;
  readonly text: string;
  /** Headings above it, the highest first. */
  readonly headingPath: readonly string[];
}

/** The vector of a chunk. */
export interface ChunkVector {
  readonly chunkId: string;
  readonly vector: ArrayLike<number>;
}

/** Chunks whose vectors are to be made. */
export interface EmbeddingWork {
  readonly space: Space;
  readonly payer: EmbeddingPayer;
  /** The next that have no vector, behind a position and in their order. */
  next(after: number, limit: number): Promise<readonly BareChunk[]>;
  /**
   * Stores vectors, in the order of their chunks, and charges them in the same transaction. What it answers false to ends
   * the work.
   */
  store(chunks: readonly BareChunk[], embedded: PaidVectors): Promise<boolean>;
}

/**
 * Makes vectors of chunks; while one lot is stored the next is made. Repeated, it goes on after what is stored. Answers
 * whether all are there. Throws ModelCallError and CreditShortage.
 */
export async function embedChunks(ctx: EmbeddingContext, work: EmbeddingWork, signal: AbortSignal): Promise<boolean> {
  const model = modelOf(ctx, work.space);
  let storing: Promise<boolean> = Promise.resolve(true);
  let after = -1;
  try {
    while (true) {
      const chunks = await work.next(after, lotOf(model));
      const last = chunks.at(-1);
      if (!last) break;
      after = last.position;
      const texts = chunks.map(textOf);
      const embedded = await embedAndPay(ctx, work.payer, { model, texts, purpose: 'document' }, signal);
      if (!(await goesOn(ctx, work.payer, storing, embedded))) return false;
      storing = work.store(chunks, embedded);
      // Its failure is met where it is awaited.
      storing.catch(() => undefined);
    }
    return await storing;
  } finally {
    // Nothing of it is left under way, however it ends.
    await storing.catch(() => undefined);
  }
}

/** Whether the lot before was stored, and the work goes on; where not, the next one was made for nothing, and is paid all the same. */
async function goesOn(
  { db }: EmbeddingContext,
  payer: EmbeddingPayer,
  storing: Promise<boolean>,
  embedded: PaidVectors,
): Promise<boolean> {
  const is = await storing.catch(() => false);
  if (!is) await chargeEmbedding(db, payer, embedded);
  return storing;
}

/** What the vector of a chunk is made of: a passage seldom says again what its headings have said. */
function textOf({ headingPath, text }: BareChunk): string {
  return headingPath.length === 0 ? text : `${headingPath.join(' > ')}\n${text}`;
}

/** The vectors of a lot, each with its chunk. */
export function pairsOf(chunks: readonly BareChunk[], { vectors }: EmbeddingResult): ChunkVector[] {
  return chunks.flatMap(({ id }, at) => {
    const vector = vectors[at];
    return vector ? [{ chunkId: id, vector }] : [];
  });
}

function lotOf({ batch }: EmbeddingEntry): number {
  return Math.min(CHUNKS_AT_ONCE, batch * BATCHES_AT_ONCE);
}
