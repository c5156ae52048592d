import { checkEach, errors, throwProblems } from '../../platform/errors.ts';
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

/** All kinds of scorers. */
export const SCORER_KINDS: readonly ScorerKind<ScorerName>[] = SCORERS;

/** A scorer in a body. */
interface ScorerInput {
  readonly scorer: string;
  readonly config?: ScorerConfig;
}

/** Validates scorers when they are saved, and returns them with defaults. Throws a 422 with all problems. */
export function validateScorers(inputs: readonly ScorerInput[], context: ScorerContext): Scorer[] {
  return checkEach(inputs, ({ scorer, config: settings = {} }, index) => {
    const toError = (at: readonly (string | number)[], problem: Problem) =>
      errors.invalid(['scorers', index, ...at], problem);
    const kind = SCORER_KINDS.find(({ name }) => name === scorer);
    if (!kind?.targets.includes(context.target))
      throw toError(['scorer'], scorerProblems.unknown_scorer({ known: getScorerNames(context.target) }));
    const config = omitNullSettings(kind, settings);
    const found = listSettingsProblems(kind, config);
    throwProblems(found.map(({ path: at, problem }) => toError(['config', ...at], problem)));
    const rule = kind.check?.(config, context);
    if (rule) throw toError(['config', ...rule.at], rule.problem);
    return { scorer, config };
  });
}

/** Returns the names of the scorers for tasks or agents. */
export function getScorerNames(of: EvalTargetType): ScorerName[] {
  return SCORER_KINDS.filter((kind) => kind.targets.includes(of)).map(({ name }) => name);
}

/** Scorer that uses the judge of the eval. */
export const JUDGE: ScorerName = 'judge';

/** Returns the default scorers. */
export function getDefaultScorers(of: EvalTargetType, hasJudge: boolean): Scorer[] {
  const names: ScorerName[] = [hasJudge ? JUDGE : 'same', ...(of === 'task' ? [] : (['calls'] as const))];
  return names.map((scorer) => ({ scorer, config: {} }));
}

/**
 * Returns the scorers of an eval: its own, else the set's, else the default ones. Throws a 422 for a judge that no
 * scorer uses.
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
