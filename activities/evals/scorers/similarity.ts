import { asText, cosine, type SimilarityConfig } from '../../../src/evals/scorers/similarity.ts';
import { embedAndPay } from '../../../src/knowledge/embedding/embed.ts';
import { ModelCallError } from '../../../src/platform/models/gateway.ts';
import { chargeEmbedding } from '../../../src/usage/embedding.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import { type ActingScorer, NOTHING_EXPECTED, ScorerFailure, spenderOf } from './kind.ts';

/** How near in meaning the output is to what is expected. */
export const similarity: ActingScorer = {
  async score(ctx, { run, item: { candidate, expected }, config }, signal) {
    if (expected === undefined) return NOTHING_EXPECTED;
    const { min_similarity: least, embedding_model: name } = config as unknown as SimilarityConfig;
    const model = name === undefined ? ctx.models.defaultEmbedding : ctx.models.findEmbedding(name);
    if (!model) throw new ScorerFailure(`no embedding model is called ${name} any more`);
    const texts = [asText(candidate.output), asText(expected)];
    const [empty, wanted] = texts.map((text) => text.trim() === '');
    if (empty || wanted) return saidOfLikeness(empty && wanted ? 1 : 0, least);
    const payer = { ...spenderOf(run), exclusions: run.exclusions };
    try {
      const embedded = await embedAndPay(ctx, payer, { model, texts, purpose: 'document' }, signal);
      await chargeEmbedding(ctx.db, payer, embedded);
      const [one, other] = embedded.vectors;
      if (!one || !other) throw new ScorerFailure(`${model.name} answered no vectors`);
      return saidOfLikeness(cosine(one, other), least);
    } catch (error) {
      if (error instanceof ModelCallError || error instanceof CreditShortage) throw new ScorerFailure(error.message);
      throw error;
    }
  },
};

function saidOfLikeness(likeness: number, least: number) {
  const reasoning = `the similarity is ${likeness.toFixed(3)}, at least ${least} is asked for`;
  return { verdict: likeness >= least ? 'pass' : 'fail', score: Math.max(0, likeness), reasoning } as const;
}
