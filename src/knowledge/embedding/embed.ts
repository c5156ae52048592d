import { checkMayCall, excludableEmbedding } from '../../models/exclusions.ts';
import type { Db } from '../../platform/db/client.ts';
import type { EmbeddingEntry, ModelCatalogue } from '../../platform/models/catalogue.ts';
import type { Embedded, EmbeddingGateway, EmbeddingRequest } from '../../platform/models/embeddings/gateway.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import {
  calculateEmbeddingCredits,
  chargeEmbedding,
  type EmbeddingPayer,
  NO_COST,
  reserveEmbedding,
} from '../../usage/embedding.ts';
import type { Space } from '../spaces.ts';

/** What the making of vectors stands on. */
export interface EmbeddingContext {
  readonly db: Db;
  readonly models: Pick<ModelCatalogue, 'findEmbedding'>;
  readonly embeddings: EmbeddingGateway;
}

/** Vectors, and the call that credits are set aside for until they are charged. */
export interface PaidVectors extends Embedded {
  readonly callId: string | undefined;
}

/**
 * Makes vectors that their payer can pay. What a failed request has cost is charged; what a good one has is the business of
 * whoever stores the vectors. Throws ModelCallError and CreditShortage.
 */
export async function embedAndPay(
  { db, embeddings }: EmbeddingContext,
  payer: EmbeddingPayer,
  request: EmbeddingRequest,
  signal: AbortSignal,
): Promise<PaidVectors> {
  checkMayCall(payer.exclusions, excludableEmbedding(request.model));
  const callId = await reserveEmbedding(db, payer, request.model, request.texts);
  try {
    return { ...(await embeddings.embed({ party: payer.orgId, ...request }, { signal })), callId };
  } catch (error) {
    const { inputTokens, estimated } = (error instanceof ModelCallError && error.usage) || NO_COST;
    const credits = calculateEmbeddingCredits(request.model, inputTokens);
    if (callId !== undefined || inputTokens > 0)
      await chargeEmbedding(db, payer, { inputTokens, estimated, credits, callId });
    throw error;
  }
}

/** The vector of what is looked for in a space, charged to who looks. Throws ModelCallError and CreditShortage. */
export async function embedQuery(
  ctx: EmbeddingContext,
  { space, payer, text }: { readonly space: Space; readonly payer: EmbeddingPayer; readonly text: string },
  signal: AbortSignal,
): Promise<Float32Array> {
  const embedded = await embedAndPay(
    ctx,
    payer,
    { model: modelOf(ctx, space), texts: [text], purpose: 'query' },
    signal,
  );
  await chargeEmbedding(ctx.db, payer, embedded);
  const [vector] = embedded.vectors;
  if (!vector) throw new ModelCallError('invalid_answer', `${space.model} answered no vector.`);
  return vector;
}

/** The model of a space. Throws ModelCallError where the installation has it no more, or with other vectors. */
export function modelOf({ models }: Pick<EmbeddingContext, 'models'>, space: Space): EmbeddingEntry {
  const model = models.findEmbedding(space.model);
  if (model?.dimension === space.dimension) return model;
  throw new ModelCallError(
    'not_configured',
    `No embedding model is called ${space.model} and makes vectors of ${space.dimension} numbers.`,
  );
}
