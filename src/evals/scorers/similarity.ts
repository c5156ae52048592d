import Type from 'typebox';
import { describeExclusion, findExclusion, toExcludableEmbedding } from '../../models/exclusions.ts';
import type { ScorerKind } from './kind.ts';

/** How alike an output has to be. */
export interface SimilarityConfig {
  readonly min_similarity: number;
  readonly embedding_model?: string;
}

/** Passes an output that means much the same. */
export const similarity: ScorerKind<'similarity'> = {
  name: 'similarity',
  description:
    'passes an output whose meaning is near to what is expected: the cosine of their vectors is at least `min_similarity`; `embedding_model` names the model of the vectors, the usual one where it is left out',
  of: ['task', 'task_agent'],
  config: Type.Object({
    min_similarity: Type.Number({ minimum: -1, maximum: 1 }),
    embedding_model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  check(config, { models, exclusions }) {
    const { embedding_model: name } = config as unknown as SimilarityConfig;
    if (name === undefined) return undefined;
    const model = models.findEmbedding(name);
    if (!model)
      return {
        at: ['embedding_model'],
        message: 'is no embedding model of this installation',
        type: 'unknown_resource',
      };
    const rule = findExclusion(exclusions, toExcludableEmbedding(model));
    return (
      rule && {
        at: ['embedding_model'],
        message: describeExclusion(rule, toExcludableEmbedding(model)).msg,
        type: 'excluded_model',
      }
    );
  },
};

/** Cosine of two vectors of unit length. */
export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return Math.min(1, Math.max(-1, sum));
}

/** An output as text, for what reads texts. */
export function asText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output ?? null);
}
