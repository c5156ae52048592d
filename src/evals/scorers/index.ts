import { checkEach, errors, refuseAll } from '../../platform/errors.ts';
import { listSettingsProblems, omitNullSettings } from '../../platform/kind-settings.ts';
import type { Problem } from '../../platform/messages.ts';
import type { EvalTargetType } from '../contract.ts';
import { evalProblems, scorerProblems } from '../problems.ts';
import { cost, latency } from './bounds.ts';
import { calls } from './calls.ts';
import { contains } from './contains.ts';
import { exact } from './exact.ts';
import { jsonFields } from './json-fields.ts';
import { judge } from './judge.ts';
import type { Scorer, ScorerConfig, ScorerContext, ScorerKind } from './kind.ts';
import { regex } from './regex.ts';
import { same } from './same.ts';
import { similarity } from './similarity.ts';
import { trajectory } from './trajectory.ts';

const SCORERS = [
  same,
  exact,
  jsonFields,
  contains,
  regex,
  similarity,
  judge,
  latency,
  cost,
  calls,
  trajectory,
] as const;

export type ScorerName = (typeof SCORERS)[number]['name'];

/** Every kind of scorers. */
export const SCORER_KINDS: readonly ScorerKind<ScorerName>[] = SCORERS;

/** A scorer as a body has it. */
export interface ScorerInput {
  readonly scorer: string;
  readonly config?: ScorerConfig;
}

/** Checks scorers when they are saved, and answers them whole. Throws a 422 with everything that does not work. */
export function validateScorers(inputs: readonly ScorerInput[], context: ScorerContext): Scorer[] {
  return checkEach(inputs, ({ scorer, config: settings = {} }, index) => {
    const toError = (at: readonly (string | number)[], problem: Problem) =>
      errors.invalid(['scorers', index, ...at], problem);
    const kind = SCORER_KINDS.find(({ name }) => name === scorer);
    if (!kind?.targets.includes(context.target))
      throw toError(['scorer'], scorerProblems.unknown_scorer({ known: getScorerNames(context.target) }));
    const config = omitNullSettings(kind, settings);
    const found = listSettingsProblems(kind, config);
    refuseAll(found.map(({ path: at, problem }) => toError(['config', ...at], problem)));
    const rule = kind.check?.(config, context);
    if (rule) throw toError(['config', ...rule.at], rule.problem);
    return { scorer, config };
  });
}

/** Names of the scorers that can score runs of tasks, or of agents. */
export function getScorerNames(of: EvalTargetType): ScorerName[] {
  return SCORER_KINDS.filter((kind) => kind.targets.includes(of)).map(({ name }) => name);
}

/** The scorer that asks a model which an eval names. */
export const JUDGE: ScorerName = 'judge';

/** What cases are scored by where neither set nor eval says it. */
export function getDefaultScorers(of: EvalTargetType, hasJudge: boolean): Scorer[] {
  const names: ScorerName[] = [hasJudge ? JUDGE : 'same', ...(of === 'task' ? [] : (['calls'] as const))];
  return names.map((scorer) => ({ scorer, config: {} }));
}

/**
 * What the cases of an eval are scored by: what it says itself, else what its set says, else what is usual. Throws a 422
 * where a judge is named whom none of them asks.
 */
export function resolveScorers(
  requested: readonly ScorerInput[] | undefined,
  ofSet: readonly Scorer[] | undefined,
  hasJudge: boolean,
  context: ScorerContext,
): Scorer[] {
  const chosen = [requested, ofSet].find((scorers) => scorers !== undefined && scorers.length > 0);
  const scorers = validateScorers(chosen ?? getDefaultScorers(context.target, hasJudge), context);
  if (hasJudge && !scorers.some(({ scorer }) => scorer === JUDGE))
    throw errors.invalid('judge_model_id', evalProblems.judge_without_scorer({ scorer: JUDGE }));
  return scorers;
}
