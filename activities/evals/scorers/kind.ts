import type { ExpectedCall } from '../../../src/evals/cases.ts';
import type { EvalTargetType } from '../../../src/evals/contract.ts';
import { evalReasons, toReasoning } from '../../../src/evals/reasons.ts';
import type { Score, ScorerConfig } from '../../../src/evals/scorers/kind.ts';
import type { CaseRun, RecordedCall } from '../../../src/evals/target.ts';
import { getEvalTargetKind } from '../../../src/evals/targets.ts';
import type { Exclusion } from '../../../src/models/exclusions.ts';
import type { Message } from '../../../src/platform/messages.ts';
import type { Payer } from '../../../src/usage/payer.ts';
import type { ActivityContext } from '../../context.ts';

/** The eval of a case, which pays for a scorer's model calls. */
export interface ScoringEval {
  readonly id: string;
  readonly kind: EvalTargetType;
  readonly org_id: string;
  readonly project_id: string;
  /** ID of the task or agent. */
  readonly resource_id: string;
  readonly judge_model_id: string | null;
  /** Current model exclusions. */
  readonly exclusions: readonly Exclusion[];
}

/** A case whose candidate run succeeded. */
export interface ScoredCase {
  /** ID of the result row. */
  readonly id: string;
  readonly input: unknown;
  /** Expected output: of the case, else of the reference. Undefined without either. */
  readonly expected: unknown;
  /** Whether `expected` is the reference's own output. */
  readonly expectedOfReference: boolean;
  readonly expectedCalls: readonly ExpectedCall[] | null;
  readonly candidate: CaseRun;
  /** Undefined without a past run, or if it is gone. */
  readonly reference: CaseRun | undefined;
  /** Tool calls of a side, in order. Empty for tasks. */
  calls(side: 'candidate' | 'reference'): Promise<readonly RecordedCall[]>;
}

/** Score of a scorer, without its name. */
type ScorerResult = Omit<Score, 'scorer' | 'is_error' | 'error_message'>;

/**
 * Scores cases for a kind of scorers. An exception is the case's error. The message of a {@link ScorerFailure} is
 * shown.
 */
export interface ScorerImplementation {
  score(
    ctx: ActivityContext,
    of: { readonly run: ScoringEval; readonly item: ScoredCase; readonly config: ScorerConfig },
    signal: AbortSignal,
  ): Promise<ScorerResult> | ScorerResult;
}

/** A scorer's failure with a message for people: a declared one, or the text of another error. */
export class ScorerFailure extends Error {
  override readonly name = 'ScorerFailure';
  /** The declared message. Empty for another text. */
  readonly reasons: readonly Message[];

  constructor(failure: Message | string) {
    super(typeof failure === 'string' ? failure : failure.msg);
    this.reasons = typeof failure === 'string' ? [] : [failure];
  }
}

/** Maximum number of reasons of a verdict. */
const MAX_REASONS = 20;

/** Returns a verdict for a list of mismatches. */
export function toMismatchResult(mismatches: readonly Message[], success: Message): ScorerResult {
  if (mismatches.length === 0) return toResult(true, success);
  return toResult(false, ...mismatches.slice(0, MAX_REASONS));
}

/** Returns no verdict, with the reason. */
export const toUnknownResult = (reason: Message): ScorerResult => ({
  verdict: null,
  score: null,
  ...toReasoning([reason]),
});

/** Returns the payer of a scorer: the eval, as a part of its cost. */
export function getPayer({ id, kind, org_id: orgId, project_id: projectId, resource_id }: ScoringEval): Payer {
  const { resource, table } = getEvalTargetKind(kind).evalRunKind;
  return { orgId, projectId, cause: { type: resource, id, table }, of: [resource_id] };
}

/** Returns a verdict without a score. */
export function toResult(passed: boolean, ...reasons: readonly Message[]): ScorerResult {
  return { verdict: passed ? 'pass' : 'fail', score: passed ? 1 : 0, ...toReasoning(reasons) };
}

/** Result without an expected output. */
export const NOTHING_EXPECTED = toUnknownResult(evalReasons.no_expected_output);
