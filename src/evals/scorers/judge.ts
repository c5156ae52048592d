import Type from 'typebox';
import { findExclusion } from '../../models/exclusions.ts';
import { definePattern, patternProblems } from '../../platform/patterns.ts';
import { scorerProblems, toExcludedModelProblem } from '../problems.ts';
import type { ScorerKind } from './kind.ts';

/** Maximum number of judges per output. */
const MAX_JUDGES = 5;

/** Settings of the judge. */
export interface JudgeConfig {
  readonly rubric?: string;
  /** IDs, names or aliases. Default: the judge of the eval. */
  readonly judges?: readonly string[];
  readonly not_worse?: boolean;
}

/** Passes if models find that the output meets a rubric. */
export const judge: ScorerKind<'judge'> = {
  name: 'judge',
  description:
    'Passes if most models in `judges` (IDs, names or aliases; default `judge_model_id` of the eval) find that the output meets the `rubric`. With `not_worse` (default), the past output must not be better. Judges do not know which output is which.',
  targets: ['task', 'task_agent'],
  config: Type.Object({
    rubric: Type.Optional(
      Type.String({ minLength: 1, maxLength: 10_000, pattern: definePattern(patternProblems.blank_text, '\\S') }),
    ),
    judges: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: MAX_JUDGES,
        uniqueItems: true,
      }),
    ),
    not_worse: Type.Optional(Type.Boolean({ default: true })),
  }),
  check(config, { models, exclusions }) {
    for (const [at, name] of ((config as JudgeConfig).judges ?? []).entries()) {
      const model = models.find(name);
      if (!model) return { at: ['judges', at], problem: scorerProblems.unknown_judge_model };
      const rule = findExclusion(exclusions, model);
      if (rule) return { at: ['judges', at], problem: toExcludedModelProblem(rule, model) };
    }
    return undefined;
  },
};
