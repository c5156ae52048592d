import type { ExpectedCall } from '../../../src/evals/cases.ts';
import type { Evaluated } from '../../../src/evals/contract.ts';
import type { MadeCall, Side } from '../../../src/evals/evaluated.ts';
import { evaluatedKind } from '../../../src/evals/evaluated-kinds.ts';
import type { Score, ScorerConfig } from '../../../src/evals/scorers/kind.ts';
import type { Exclusion } from '../../../src/models/exclusions.ts';
import type { Payer } from '../../../src/usage/payer.ts';
import type { ActivityContext } from '../../context.ts';

/** The eval that a case is of, as far as a scorer needs it: it pays for what the scorer asks of models. */
export interface ScoringEval {
  readonly id: string;
  readonly kind: Evaluated;
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
  readonly candidate: Side;
  /** Undefined for a case without a past run, or whose run is gone. */
  readonly reference: Side | undefined;
  /** What the agent of a side called, in order; none for tasks. */
  calls(side: 'candidate' | 'reference'): Promise<readonly MadeCall[]>;
}

/** What a scorer says; its kind is added. */
export type Said = Omit<Score, 'scorer' | 'is_error' | 'error_message'>;

/** How a kind of scorers scores. What it throws is the case's error, in words where it is a {@link ScorerFailure}. */
export interface ActingScorer {
  score(
    ctx: ActivityContext,
    of: { readonly run: ScoringEval; readonly item: ScoredCase; readonly config: ScorerConfig },
    signal: AbortSignal,
  ): Promise<Said> | Said;
}

/** A scorer that could not do its work, in words that may be shown. */
export class ScorerFailure extends Error {
  override readonly name = 'ScorerFailure';
}

/** What a scorer says that has nothing to hold the output against. */
export const NOTHING_EXPECTED: Said = {
  verdict: null,
  score: null,
  reasoning: 'the case says nothing of what should come of it',
};

/** Sentences of a reason that are told. */
const MOST_SENTENCES = 20;

/** A verdict on what was found wrong, a sentence each. */
export function saidOf(wrong: readonly string[], fine: string): Said {
  return said(wrong.length === 0, wrong.slice(0, MOST_SENTENCES).join('; ') || fine);
}

/** Whose credits a scorer spends: those of the eval, as what its cases cost. */
export function spenderOf({ id, kind, org_id: orgId, project_id: projectId, resource_id }: ScoringEval): Payer {
  const { resource, table } = evaluatedKind(kind).evals;
  return { orgId, projectId, cause: { type: resource, id, table }, of: [resource_id] };
}

/** A verdict without a measure. */
export function said(passed: boolean, reasoning: string): Said {
  return { verdict: passed ? 'pass' : 'fail', score: passed ? 1 : 0, reasoning };
}
