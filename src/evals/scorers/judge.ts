import Type from 'typebox';
import { describeExclusion, findExclusion } from '../../models/exclusions.ts';
import { patternFor, patternProblems } from '../../platform/patterns.ts';
import type { ScorerKind } from './kind.ts';

/** Most models that judge one output. */
const MOST_JUDGES = 5;

export interface JudgeConfig {
  readonly rubric?: string;
  /** Ids, names or aliases; the judge of the eval where none is named. */
  readonly judges?: readonly string[];
  readonly not_worse?: boolean;
}

/** Passes an output that models find good by a rubric. */
export const judge: ScorerKind<'judge'> = {
  name: 'judge',
  description:
    'passes an output that passes the `rubric` in the eyes of most of the models in `judges` (ids, names or aliases; the `judge_model_id` of the eval where none is named), and with `not_worse` (the default) of which the past output is not better; the judges do not learn which one is old',
  of: ['task', 'task_agent'],
  config: Type.Object({
    rubric: Type.Optional(
      Type.String({ minLength: 1, maxLength: 10_000, pattern: patternFor(patternProblems.blank_text, '\\S') }),
    ),
    judges: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: MOST_JUDGES,
        uniqueItems: true,
      }),
    ),
    not_worse: Type.Optional(Type.Boolean({ default: true })),
  }),
  check(config, { models, exclusions }) {
    for (const [at, name] of ((config as JudgeConfig).judges ?? []).entries()) {
      const model = models.find(name);
      if (!model) return { at: ['judges', at], message: 'is no model of this installation', type: 'unknown_resource' };
      const rule = findExclusion(exclusions, model);
      if (rule) return { at: ['judges', at], message: describeExclusion(rule, model).msg, type: 'excluded_model' };
    }
    return undefined;
  },
};
