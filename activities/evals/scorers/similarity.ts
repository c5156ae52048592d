import { evalReasons, toReasoning } from '../../../src/evals/reasons.ts';
import { cosineSimilarity, type SimilarityConfig, toText } from '../../../src/evals/scorers/similarity.ts';
import { embedAndPay } from '../../../src/knowledge/embedding/embed.ts';
import { ModelCallError } from '../../../src/platform/models/gateway.ts';
import { chargeEmbedding } from '../../../src/usage/embedding.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import { getPayer, NOTHING_EXPECTED, ScorerFailure, type ScorerImplementation } from './kind.ts';

/** Measures the similarity of output and expected output. */
export const similarity: ScorerImplementation = {
  async score(ctx, { run, item: { candidate, expected }, config }, signal) {
    if (expected === undefined) return NOTHING_EXPECTED;
    const { min_similarity: minSimilarity, embedding_model: name } = config as unknown as SimilarityConfig;
    const model = name === undefined ? ctx.models.defaultEmbedding : ctx.models.findEmbedding(name);
    if (!model) throw new ScorerFailure(evalReasons.embedding_model_gone({ name: String(name) }));
    const texts = [toText(candidate.output), toText(expected)];
    const [isOutputEmpty, isExpectedEmpty] = texts.map((text) => text.trim() === '');
    if (isOutputEmpty || isExpectedEmpty)
      return toSimilarityResult(isOutputEmpty && isExpectedEmpty ? 1 : 0, minSimilarity);
    const payer = { ...getPayer(run), exclusions: run.exclusions };
    try {
      const embedded = await embedAndPay(ctx, payer, { model, texts, purpose: 'document' }, signal);
      await chargeEmbedding(ctx.db, payer, embedded);
      const [one, other] = embedded.vectors;
      if (!one || !other) throw new ScorerFailure(`${model.name} answered no vectors`);
      return toSimilarityResult(cosineSimilarity(one, other), minSimilarity);
    } catch (error) {
      if (error instanceof ModelCallError || error instanceof CreditShortage) throw new ScorerFailure(error.message);
      throw error;
    }
  },
};

function toSimilarityResult(similarityScore: number, minSimilarity: number) {
  const reason = evalReasons.similarity_measured({
    similarity: similarityScore.toFixed(3),
    minimum: String(minSimilarity),
  });
  return {
    verdict: similarityScore >= minSimilarity ? 'pass' : 'fail',
    score: Math.max(0, similarityScore),
    ...toReasoning([reason]),
  } as const;
}
