import Type from 'typebox';
import { findExclusion, toExcludableEmbedding } from '../../models/exclusions.ts';
import { scorerProblems, toExcludedModelProblem } from '../problems.ts';
import type { ScorerKind } from './kind.ts';

/** Minimum similarity of an output. */
export interface SimilarityConfig {
  readonly min_similarity: number;
  readonly embedding_model?: string;
}

/** Passes if the output has a similar meaning. */
export const similarity: ScorerKind<'similarity'> = {
  name: 'similarity',
  description:
    'Passes if the cosine similarity of output and expected output is at least `min_similarity`. `embedding_model` defaults to the default embedding model.',
  targets: ['task', 'task_agent'],
  config: Type.Object({
    min_similarity: Type.Number({ minimum: -1, maximum: 1 }),
    embedding_model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  check(config, { models, exclusions }) {
    const { embedding_model: name } = config as unknown as SimilarityConfig;
    if (name === undefined) return undefined;
    const model = models.findEmbedding(name);
    if (!model) return { at: ['embedding_model'], problem: scorerProblems.unknown_similarity_model };
    const rule = findExclusion(exclusions, toExcludableEmbedding(model));
    return rule && { at: ['embedding_model'], problem: toExcludedModelProblem(rule, model) };
  },
};

/** Returns the cosine similarity of two unit vectors. */
export function cosineSimilarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return Math.min(1, Math.max(-1, sum));
}

/** Returns an output as text. */
export function toText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output ?? null);
}
