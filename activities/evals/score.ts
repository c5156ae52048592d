import type { Verdict } from '../../src/evals/contract.ts';
import { evalReasons } from '../../src/evals/reasons.ts';
import type { CaseOutcome, EvalResultRow } from '../../src/evals/results.ts';
import type { RunningEval } from '../../src/evals/runs.ts';
import type { Score, Scorer } from '../../src/evals/scorers/kind.ts';
import type { CaseRun, EvalTargetKind } from '../../src/evals/target.ts';
import type { ActivityContext } from '../context.ts';
import { getScorer } from './scorers/index.ts';
import { type ScoredCase, ScorerFailure } from './scorers/kind.ts';

/** Outcome without findings. */
export const EMPTY_OUTCOME: CaseOutcome = {
  verdict: null,
  reasoning: null,
  skip: null,
  isError: false,
  errorMessage: null,
  scores: [],
  credits: '0',
};

/** Scores a case whose candidate has responded. */
export async function scoreCase(
  ctx: ActivityContext,
  kind: EvalTargetKind,
  {
    run,
    item,
    candidate,
    reference,
  }: {
    readonly run: RunningEval;
    readonly item: EvalResultRow;
    readonly candidate: CaseRun;
    readonly reference: CaseRun | undefined;
  },
  signal: AbortSignal,
): Promise<CaseOutcome> {
  // A case from a decision is compared with that decision, not with the output of the run that people had to correct.
  const said = item.expected ?? (item.expected_calls === null ? reference?.output : null) ?? undefined;
  const scored: ScoredCase = {
    id: item.id,
    input: candidate.input,
    expected: said,
    expectedOfReference: item.expected === null && said !== undefined,
    expectedCalls: item.expected_calls,
    candidate,
    reference,
    calls: async (side) => {
      const of = side === 'candidate' ? candidate : reference;
      return of ? kind.listCalls(ctx.db, of.run_id) : [];
    },
  };
  const scores: Score[] = [];
  for (const scorer of run.scorers)
    scores.push(await runScorer(ctx, { ...run, kind: kind.type }, scored, scorer, signal));
  return { ...combineScores(scores), scores, skip: null, credits: candidate.charged_credits };
}

async function runScorer(
  ctx: ActivityContext,
  run: RunningEval & { readonly kind: EvalTargetKind['type'] },
  item: ScoredCase,
  { scorer, config }: Scorer,
  signal: AbortSignal,
): Promise<Score> {
  try {
    const said = await getScorer(scorer).score(ctx, { run, item, config }, signal);
    return { scorer, ...said, is_error: false, error_message: null };
  } catch (error) {
    signal.throwIfAborted();
    const known = error instanceof ScorerFailure;
    if (!known) ctx.log.warn({ err: error, eval_result_id: item.id, scorer }, 'a scorer failed');
    const { message, reasons } = known ? error : new ScorerFailure(evalReasons.scorer_failed);
    const outcome = { verdict: null, score: null, reasoning: message, reasons };
    return { scorer, ...outcome, is_error: true, error_message: message };
  }
}

/** All scorers with a verdict must pass. If none fails, an error of one makes the case an error. */
function combineScores(
  scores: readonly Score[],
): Pick<CaseOutcome, 'verdict' | 'reasoning' | 'isError' | 'errorMessage'> {
  const failed = scores.filter(({ verdict }) => verdict === 'fail');
  const broken = failed.length > 0 ? [] : scores.filter(({ is_error }) => is_error);
  const passed = scores.some(({ verdict }) => verdict === 'pass');
  const decisive = failed.length > 0 ? failed : broken.length > 0 ? broken : scores;
  const verdict: Verdict = failed.length > 0 ? 'fail' : broken.length === 0 && passed ? 'pass' : null;
  const reasoning = decisive.map((score) => `${score.scorer}: ${score.reasoning}`).join('\n');
  const error = broken.map((score) => `${score.scorer}: ${score.error_message}`).join('\n');
  return { verdict, reasoning, isError: broken.length > 0, errorMessage: broken.length > 0 ? error : null };
}
