import { findUsableFallback } from '../../src/models/exclusions.ts';
import { MODEL_ATTEMPTS } from '../../src/runs/contract.ts';
import { ATTEMPTS_BEFORE_FALLBACK, type ModelCallInput } from '../../src/tasks/contract.ts';
import { findTaskRevision, type TaskRevisionRow } from '../../src/tasks/queries.ts';
import { type StartedTaskRun, startTaskRun } from '../../src/tasks/started-run.ts';
import { releaseCredits } from '../../src/usage/reservations.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { cancelTaskRun, toFailedEnd } from './failures.ts';

/** An attempt at a step of a run. */
export interface Attempt {
  readonly run: StartedTaskRun;
  readonly revision: TaskRevisionRow;
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** Whether to use the fallback model, if there is one. */
  readonly useFallback: boolean;
  /** Whether the fallback model can be used if the first one never responds. */
  readonly canFallBack: boolean;
}

/** Starts an attempt at a step. Returns undefined if the run has ended or ends here. */
export async function beginAttempt(
  ctx: TaskContext,
  { taskRunId, failures }: ModelCallInput,
  { releasesCredits = true }: { readonly releasesCredits?: boolean } = {},
): Promise<Attempt | undefined> {
  const run = await startTaskRun(ctx.db, taskRunId);
  if (!run) {
    await cancelTaskRun(ctx, taskRunId);
    return undefined;
  }
  // Credits that an earlier attempt reserved before its process ended.
  if (run.unsettled && releasesCredits) await releaseCredits(ctx.db, 'task_runs', run.id);
  const callerError = run.tool_call_id === null ? undefined : await ctx.callers.findRejection(run.tool_call_id);
  if (callerError) {
    await endTaskRun(ctx, run, toFailedEnd(run.llm_retries, callerError));
    return undefined;
  }
  const revision = await findTaskRevision(ctx.db, run.task_revision_id);
  if (!revision) throw new Error(`task revision ${run.task_revision_id} is missing`);
  const number = failures + 1;
  const fallback = findUsableFallback(ctx.models, run.exclusions, revision);
  const isFallbackRequested = run.use_fallback_model && revision.fallback_llm_model_id !== null;
  // In a long outage the models alternate: either can recover first.
  const isFallbacksTurn = number > ATTEMPTS_BEFORE_FALLBACK && (number <= MODEL_ATTEMPTS || number % 2 === 0);
  const useFallback = isFallbackRequested || (fallback !== null && isFallbacksTurn);
  return { run, revision, number, useFallback, canFallBack: fallback !== null && !useFallback };
}
