import { checkEach, errors, refuseAll } from '../../platform/errors.ts';
import { listSettingsProblems, omitNullSettings } from '../../platform/kind-settings.ts';
import type { Problem } from '../../platform/messages.ts';
import type { Evaluated } from '../contract.ts';
import { evalProblems, scorerProblems } from '../problems.ts';
import { cost, latency } from './bounds.ts';
import { calls } from './calls.ts';
import { contains } from './contains.ts';
import { exact } from './exact.ts';
import { jsonFields } from './json-fields.ts';
import { judge } from './judge.ts';
import type { Scorer, ScorerConfig, ScorerKind, ScorerPlace } from './kind.ts';
import { regex } from './regex.ts';
import { same } from './same.ts';
import { similarity } from './similarity.ts';
import { trajectory } from './trajectory.ts';

const KINDS = [same, exact, jsonFields, contains, regex, similarity, judge, latency, cost, calls, trajectory] as const;

export type ScorerName = (typeof KINDS)[number]['name'];

/** Every kind of scorers. */
export const SCORER_KINDS: readonly ScorerKind<ScorerName>[] = KINDS;

/** A scorer as a body has it. */
export interface SentScorer {
  readonly scorer: string;
  readonly config?: ScorerConfig;
}

/** Checks scorers when they are saved, and answers them whole. Throws a 422 with everything that does not work. */
export function checkedScorers(sent: readonly SentScorer[], place: ScorerPlace): Scorer[] {
  return checkEach(sent, ({ scorer, config: settings = {} }, index) => {
    const refuse = (at: readonly (string | number)[], problem: Problem) =>
      errors.invalid(['scorers', index, ...at], problem);
    const kind = SCORER_KINDS.find(({ name }) => name === scorer);
    if (!kind?.of.includes(place.of))
      throw refuse(['scorer'], scorerProblems.unknown_scorer({ known: scorersOf(place.of) }));
    const config = omitNullSettings(kind, settings);
    const found = listSettingsProblems(kind, config);
    refuseAll(found.map(({ path, problem }) => refuse(['config', ...path], problem)));
    const rule = kind.check?.(config, place);
    if (rule) throw refuse(['config', ...rule.at], rule.problem);
    return { scorer, config };
  });
}

/** Names of the scorers that can score runs of tasks, or of agents. */
export function scorersOf(of: Evaluated): ScorerName[] {
  return SCORER_KINDS.filter((kind) => kind.of.includes(of)).map(({ name }) => name);
}

/** The scorer that asks a model which an eval names. */
export const JUDGE: ScorerName = 'judge';

/** What cases are scored by where neither set nor eval says it. */
export function usualScorers(of: Evaluated, judged: boolean): Scorer[] {
  const names: ScorerName[] = [judged ? JUDGE : 'same', ...(of === 'task' ? [] : (['calls'] as const))];
  return names.map((scorer) => ({ scorer, config: {} }));
}

/**
 * What the cases of an eval are scored by: what it says itself, else what its set says, else what is usual. Throws a 422
 * where a judge is named whom none of them asks.
 */
export function chosenScorers(
  said: readonly SentScorer[] | undefined,
  ofSet: readonly Scorer[] | undefined,
  judged: boolean,
  place: ScorerPlace,
): Scorer[] {
  const chosen = [said, ofSet].find((scorers) => scorers !== undefined && scorers.length > 0);
  const scorers = checkedScorers(chosen ?? usualScorers(place.of, judged), place);
  if (judged && !scorers.some(({ scorer }) => scorer === JUDGE))
    throw errors.invalid('judge_model_id', evalProblems.judge_without_scorer({ scorer: JUDGE }));
  return scorers;
}
