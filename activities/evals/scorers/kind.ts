import type { ExpectedCall } from '../../../src/evals/cases.ts';
import type { EvalTargetType } from '../../../src/evals/contract.ts';
import type { Score, ScorerConfig } from '../../../src/evals/scorers/kind.ts';
import type { CaseRun, RecordedCall } from '../../../src/evals/target.ts';
import { getEvalTargetKind } from '../../../src/evals/targets.ts';
import type { Exclusion } from '../../../src/models/exclusions.ts';
import type { Payer } from '../../../src/usage/payer.ts';
import type { ActivityContext } from '../../context.ts';

/** The eval that a case is of, as far as a scorer needs it: it pays for what the scorer asks of models. */
export interface ScoringEval {
  readonly id: string;
  readonly kind: EvalTargetType;
  readonly org_id: string;
  readonly project_id: string;
  /** The task, or the agent. */
  readonly resource_id: string;
  readonly judge_model_id: string | null;
  /** The rules on models that hold now. */
  readonly exclusions: readonly Exclusion[];
}

/** A case whose candidate run has ended without an error. */
export interface ScoredCase {
  /** Row of the case in its eval. */
  readonly id: string;
  readonly input: unknown;
  /** What should come of it: what the case says, else what the reference says; undefined where neither does. */
  readonly expected: unknown;
  /** Whether `expected` is the reference's own output, which no person gave. */
  readonly expectedOfReference: boolean;
  readonly expectedCalls: readonly ExpectedCall[] | null;
  readonly candidate: CaseRun;
  /** Undefined for a case without a past run, or whose run is gone. */
  readonly reference: CaseRun | undefined;
  /** What the agent of a side called, in order; none for tasks. */
  calls(side: 'candidate' | 'reference'): Promise<readonly RecordedCall[]>;
}

/** What a scorer says; its kind is added. */
export type ScorerResult = Omit<Score, 'scorer' | 'is_error' | 'error_message'>;

/** How a kind of scorers scores. What it throws is the case's error, in words where it is a {@link ScorerFailure}. */
export interface ScorerImplementation {
  score(
    ctx: ActivityContext,
    of: { readonly run: ScoringEval; readonly item: ScoredCase; readonly config: ScorerConfig },
    signal: AbortSignal,
  ): Promise<ScorerResult> | ScorerResult;
}

/** A scorer that could not do its work, in words that may be shown. */
export class ScorerFailure extends Error {
  override readonly name = 'ScorerFailure';
}

/** What a scorer says that has nothing to hold the output against. */
export const NOTHING_EXPECTED: ScorerResult = {
  verdict: null,
  score: null,
  reasoning: 'the case says nothing of what should come of it',
};

/** Sentences of a reason that are told. */
const MAX_SENTENCES = 20;

/** A verdict on what was found wrong, a sentence each. */
export function toMismatchResult(wrong: readonly string[], fine: string): ScorerResult {
  return toResult(wrong.length === 0, wrong.slice(0, MAX_SENTENCES).join('; ') || fine);
}

/** Whose credits a scorer spends: those of the eval, as what its cases cost. */
export function getPayer({ id, kind, org_id: orgId, project_id: projectId, resource_id }: ScoringEval): Payer {
  const { resource, table } = getEvalTargetKind(kind).evalRunKind;
  return { orgId, projectId, cause: { type: resource, id, table }, of: [resource_id] };
}

/** A verdict without a measure. */
export function toResult(passed: boolean, reasoning: string): ScorerResult {
  return { verdict: passed ? 'pass' : 'fail', score: passed ? 1 : 0, reasoning };
}
