import { GuardrailBlocked, type Hit } from '../../src/guardrails/hits.ts';
import type { RunError } from '../../src/runs/contract.ts';
import { storePrepared } from '../../src/tasks/begun.ts';
import type { PreparationStep } from '../../src/tasks/contract.ts';
import type { LookedUp, ProcessedInput } from '../../src/tasks/prepared.ts';
import { spenderOf } from '../../src/tasks/spender.ts';
import { stopWasRequested } from '../runs/stoppable.ts';
import { type Attempt, beginAttempt } from './beginning.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { blocked, cancelTaskRun, failed, failOrRetry } from './failing.ts';
import { findPassages } from './find-passages.ts';
import { guardProcessed } from './guarding.ts';
import { processorFor } from './processors/index.ts';
import { PreparationFailure } from './processors/kind.ts';

/** Takes a step of preparing a run's input, unless it was taken before. */
export async function prepareInput(
  ctx: TaskContext,
  taskRunId: string,
  step: PreparationStep,
  signal: AbortSignal,
): Promise<void> {
  // Steps are taken side by side: what one has set aside is not another's to settle.
  const attempt = await beginAttempt(ctx, taskRunId, { settles: false });
  if (!attempt || attempt.run.prepared?.[step as number] !== undefined) return;
  try {
    const { made, hits } = await takeStep(ctx, attempt, step, signal);
    await storePrepared(ctx.db, taskRunId, step, made, hits);
  } catch (error) {
    if (stopWasRequested(signal)) return cancelTaskRun(ctx, taskRunId);
    if (error instanceof GuardrailBlocked) return endTaskRun(ctx, attempt.run, blocked(attempt, error));
    if (error instanceof PreparationFailure) return fail(ctx, attempt, error);
    await failOrRetry(ctx, { ...attempt, useFallback: false }, error);
  }
}

/** What came of a step, and what guardrails found in it. */
interface Step {
  readonly made: ProcessedInput | LookedUp;
  readonly hits: readonly Hit[];
}

function takeStep(ctx: TaskContext, attempt: Attempt, step: PreparationStep, signal: AbortSignal): Promise<Step> {
  return step === 'rag' ? findPassages(ctx, attempt, signal) : process(ctx, attempt, step, signal);
}

async function process(ctx: TaskContext, attempt: Attempt, place: number, signal: AbortSignal): Promise<Step> {
  const { run, revision } = attempt;
  const item = revision.input_processors[place];
  if (!item) throw new Error(`task revision ${revision.id} has no input processor ${place}`);
  const { param_name: param, config = {} } = item;
  const value = Object.hasOwn(run.input, param) ? run.input[param] : undefined;
  const made = await processorFor(item).process(
    ctx,
    { runId: run.id, spender: spenderOf(run), param, config, value },
    signal,
  );
  return guardProcessed(ctx, attempt, { param, ...made }, signal);
}

function fail(ctx: TaskContext, { run, number }: Attempt, { reason, message }: PreparationFailure): Promise<void> {
  const error: RunError = { reason, message };
  return endTaskRun(ctx, run, failed(number - 1, error));
}
