import type { Permission } from '../../src/access/permissions.ts';
import type { EvalRunInput, EvalStep } from '../../src/evals/contract.ts';
import { evalReasons } from '../../src/evals/reasons.ts';
import {
  type CaseOutcome,
  type EvalResultRow,
  findSkipReason,
  listOpenResults,
  listStartedRunIds,
  markCaseStarted,
  storeOutcome,
} from '../../src/evals/results.ts';
import { finishEvalRun, isOverBudget, type RunningEval, startEvalRun } from '../../src/evals/runs.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { getEvalTargetKind } from '../../src/evals/targets.ts';
import { DomainError, ValidationError } from '../../src/platform/errors.ts';
import type { RunError } from '../../src/runs/contract.ts';
import { isStarterPermitted } from '../../src/runs/starter.ts';
import type { ActivityContext } from '../context.ts';
import { isStopRequested, runStoppable } from '../runs/stoppable.ts';
import { agentCases } from './agents/cases.ts';
import { type Deadline, ensureCandidateRun, stopCandidate, waitForCandidate } from './candidate.ts';
import type { CaseRunner, CaseRunRequest } from './case.ts';
import { EMPTY_OUTCOME, scoreCase } from './score.ts';
import { taskCases } from './tasks/cases.ts';

/** Milliseconds of work per step. Other evals run in between. */
const STEP_MS = 20_000;

const DONE: EvalStep = { done: true };
const CASE_RUNNERS: Readonly<Record<EvalTargetKind['type'], CaseRunner>> = { task: taskCases, task_agent: agentCases };

/** An error of the whole eval, not of one case. */
class EvalFailure extends Error {
  override readonly name = 'EvalProblem';
  readonly problem: RunError;

  constructor(problem: RunError) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Works on the cases of an eval for some seconds, many in parallel. Repeats what an earlier step did not store. */
export function workAtCases(ctx: ActivityContext, input: EvalRunInput): Promise<EvalStep> {
  const kind = getEvalTargetKind(input.of);
  return runStoppable(ctx, kind.evalRunKind, input.evalRunId, async (signal) => {
    try {
      const run = await startEvalRun(ctx.db, input.of, input.evalRunId);
      if (run) return await runStep(ctx, kind, run, { signal, until: Date.now() + STEP_MS });
    } catch (error) {
      if (!isStopRequested(signal)) {
        if (!(error instanceof EvalFailure)) throw error;
        await endEval(ctx, input, 'failed', error.problem);
        return DONE;
      }
    }
    await endEval(ctx, input, 'cancelled', CANCELLED);
    return DONE;
  });
}

const CANCELLED: RunError = { reason: 'CANCELLED', message: 'the eval was stopped' };

/** Ends an eval that must stop. No effect if it has ended. */
export function confirmEvalCancel(ctx: ActivityContext, input: EvalRunInput): Promise<void> {
  return endEval(ctx, input, 'cancelled', CANCELLED);
}

/** Fails an eval whose step gave up. */
export function failEval(ctx: ActivityContext, input: EvalRunInput & { readonly problem: string }): Promise<void> {
  return endEval(ctx, input, 'failed', { reason: 'EVAL_FAILED', message: input.problem });
}

/** Ends an eval early, with the runs of its cases. */
async function endEval(
  ctx: ActivityContext,
  { of, evalRunId }: EvalRunInput,
  status: 'failed' | 'cancelled',
  error: RunError,
): Promise<void> {
  const begun = await listStartedRunIds(ctx.db, evalRunId);
  await finishEvalRun(ctx.db, of, evalRunId, { status, error, why: evalReasons.eval_ended({ error: error.message }) });
  for (const id of begun) await stopCandidate(ctx, getEvalTargetKind(of).runKind, id);
}

/** An eval during a step. */
interface EvalWork {
  readonly ctx: ActivityContext;
  readonly kind: EvalTargetKind;
  readonly run: RunningEval;
  readonly accept: (order: CaseRunRequest) => ReturnType<Awaited<ReturnType<CaseRunner['prepare']>> & object>;
  readonly patience: Deadline;
}

async function runStep(
  ctx: ActivityContext,
  kind: EvalTargetKind,
  run: RunningEval,
  patience: Deadline,
): Promise<EvalStep> {
  const accept = await CASE_RUNNERS[kind.type].prepare(ctx, run);
  if (!accept) throw new EvalFailure({ reason: 'GONE', message: `${kind.label} to evaluate is gone` });
  await assertStarterPermitted(ctx, kind, run);
  const queue = await listOpenResults(ctx.db, run.id);
  const work = { ctx, kind, run, accept, patience };
  const spent = await runInParallel(run.parallelism, queue, patience, (item) => processCase(work, item));
  const left = await listOpenResults(ctx.db, run.id);
  if (left.length > 0 && !(spent && left.every((item) => item.started === null))) return { done: false };
  const message = `the eval has spent its budget of ${run.max_credits} credits; ${left.length} cases were not started`;
  const error = left.length > 0 ? { reason: 'BUDGET_USED_UP', message } : null;
  await finishEvalRun(ctx.db, kind.type, run.id, {
    status: 'completed',
    error,
    why: evalReasons.eval_budget_spent,
  });
  return DONE;
}

/**
 * Processes the items of a queue in parallel until it is empty or the deadline passes. Returns whether the rate limit
 * rejected one.
 */
async function runInParallel(
  parallelism: number,
  queue: EvalResultRow[],
  { until }: Deadline,
  processItem: (item: EvalResultRow) => Promise<boolean>,
): Promise<boolean> {
  let isRefused = false;
  const worker = async () => {
    for (let item = queue.shift(); item && Date.now() < until; item = queue.shift())
      if (!(await processItem(item))) isRefused = true;
  };
  const ends = await Promise.allSettled(Array.from({ length: parallelism }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return isRefused;
}

async function assertStarterPermitted(
  { db }: ActivityContext,
  { type }: EvalTargetKind,
  run: RunningEval,
): Promise<void> {
  const starter = { ...run, created_by_type: run.created_by_type as 'user' | 'project' };
  const permission: Permission = `${type}:run`;
  if (await isStarterPermitted(db, starter, permission, { type, id: run.resource_id })) return;
  const message = `the starter of the eval no longer has the permission ${permission}`;
  throw new EvalFailure({ reason: 'NO_LONGER_PERMITTED', message });
}

/** Advances a case as far as the deadline allows. Returns false if the budget is spent before it begins. */
async function processCase(work: EvalWork, item: EvalResultRow): Promise<boolean> {
  const { ctx, kind, run, accept, patience } = work;
  if (item.started === null) {
    if (run.max_credits !== null && (await isOverBudget(ctx.db, kind.type, run.id))) return false;
    if (!(await markCaseStarted(ctx.db, kind.type, item.id))) return true;
  }
  const reference = item.reference_run_id === null ? undefined : await kind.findRun(ctx.db, item.reference_run_id);
  const input = item.input ?? reference?.input;
  const store = (outcome: CaseOutcome) => storeOutcome(ctx.db, kind.type, item.id, outcome);
  if (input === undefined) {
    await store({ ...EMPTY_OUTCOME, skip: evalReasons.reference_deleted });
    return true;
  }
  try {
    await ensureCandidateRun(ctx, kind, { run, item, input }, accept);
  } catch (error) {
    const message = toCaseError(error);
    await store({ ...EMPTY_OUTCOME, isError: true, errorMessage: message });
    return true;
  }
  if (!(await waitForCandidate(ctx, kind, item, patience))) return true;
  const candidate = await kind.findRun(ctx.db, item.candidate_run_id);
  if (candidate) await store(await toOutcome(work, item, candidate, reference));
  return true;
}

type Candidate = NonNullable<Awaited<ReturnType<EvalTargetKind['findRun']>>>;

/** Failure reason of runs without credits: other cases would fail the same way. */
const INSUFFICIENT_CREDITS = 'INSUFFICIENT_CREDITS';

async function toOutcome(
  { ctx, kind, run, patience }: EvalWork,
  item: EvalResultRow,
  candidate: Candidate,
  reference: Candidate | undefined,
): Promise<CaseOutcome> {
  const credits = candidate.charged_credits;
  const skip = await findSkipReason(ctx.db, item.id);
  if (skip !== null) return { ...EMPTY_OUTCOME, skip, credits };
  if (candidate.error?.reason === INSUFFICIENT_CREDITS) throw new EvalFailure(candidate.error);
  if (candidate.status !== 'completed' || candidate.is_error) {
    const message = candidate.error?.message ?? `the candidate run was ${candidate.status}`;
    return { ...EMPTY_OUTCOME, isError: true, errorMessage: message, credits };
  }
  return scoreCase(ctx, kind, { run, item, candidate, reference }, patience.signal);
}

/** Returns the error of a case whose run was rejected. Throws errors that affect every case, and unexpected ones. */
function toCaseError(error: unknown): string {
  if (error instanceof DomainError && error.status === 402)
    throw new EvalFailure({ reason: error.reason, message: error.message });
  if (error instanceof DomainError || error instanceof ValidationError) return error.message;
  throw error;
}
