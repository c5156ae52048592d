import { assertModelCallAllowed, toExcludableEmbedding } from '../../models/exclusions.ts';
import type { Db } from '../../platform/db/client.ts';
import type { EmbeddingEntry, ModelCatalog } from '../../platform/models/catalog.ts';
import type { EmbeddingGateway, EmbeddingRequest, EmbeddingResult } from '../../platform/models/embeddings/gateway.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import {
  calculateEmbeddingCredits,
  chargeEmbedding,
  type EmbeddingPayer,
  NO_COST,
  reserveEmbedding,
} from '../../usage/embedding.ts';
import type { Space } from '../spaces.ts';

/** Dependencies of embedding. */
export interface EmbeddingContext {
  readonly db: Db;
  readonly models: Pick<ModelCatalog, 'findEmbedding'>;
  readonly embeddings: EmbeddingGateway;
}

/** Vectors and the call whose credits stay reserved until they are charged. */
export interface PaidVectors extends EmbeddingResult {
  readonly callId: string | undefined;
}

/**
 * Embeds texts if the payer has enough credits. Charges failed requests; the caller charges successful ones when it
 * stores the vectors. Throws ModelCallError and CreditShortage.
 */
export async function embedAndPay(
  { db, embeddings }: EmbeddingContext,
  payer: EmbeddingPayer,
  request: EmbeddingRequest,
  signal: AbortSignal,
): Promise<PaidVectors> {
  assertModelCallAllowed(payer.exclusions, toExcludableEmbedding(request.model));
  const callId = await reserveEmbedding(db, payer, request.model, request.texts);
  try {
    return { ...(await embeddings.embed({ tenant: payer.orgId, ...request }, { signal })), callId };
  } catch (error) {
    const { inputTokens, estimated } = (error instanceof ModelCallError && error.usage) || NO_COST;
    const credits = calculateEmbeddingCredits(request.model, inputTokens);
    if (callId !== undefined || inputTokens > 0)
      await chargeEmbedding(db, payer, { inputTokens, estimated, credits, callId });
    throw error;
  }
}

/** Embeds a query and charges its payer. Throws ModelCallError and CreditShortage. */
export async function embedQuery(
  ctx: EmbeddingContext,
  { space, payer, text }: { readonly space: Space; readonly payer: EmbeddingPayer; readonly text: string },
  signal: AbortSignal,
): Promise<Float32Array> {
  const embedded = await embedAndPay(
    ctx,
    payer,
    { model: getEmbeddingModel(ctx, space), texts: [text], purpose: 'query' },
    signal,
  );
  await chargeEmbedding(ctx.db, payer, embedded);
  const [vector] = embedded.vectors;
  if (!vector) throw new ModelCallError('invalid_answer', `${space.model} answered no vector.`);
  return vector;
}

/** Returns the model of a space. Throws ModelCallError if it is no longer configured with the same dimension. */
export function getEmbeddingModel({ models }: Pick<EmbeddingContext, 'models'>, space: Space): EmbeddingEntry {
  const model = models.findEmbedding(space.model);
  if (model?.dimension === space.dimension) return model;
  throw new ModelCallError(
    'not_configured',
    `No embedding model is called ${space.model} and makes vectors of ${space.dimension} numbers.`,
  );
}
