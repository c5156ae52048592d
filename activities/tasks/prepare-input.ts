import type { Declined } from '../../src/runs/contract.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { storePrepared } from '../../src/tasks/begun.ts';
import type { PreparationInput, PreparationOutcome, PreparationStep } from '../../src/tasks/contract.ts';
import { GuardrailBlocked, type Hit } from '../../src/tasks/guardrails/hits.ts';
import type { LookedUp, ProcessedInput } from '../../src/tasks/prepared.ts';
import { spenderOf } from '../../src/tasks/spender.ts';
import { DECLINED } from '../runs/inline-steps.ts';
import { isStopRequested } from '../runs/stoppable.ts';
import { type Attempt, beginAttempt } from './beginning.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { blocked, cancelTaskRun, failed, failOrRetry } from './failing.ts';
import { findPassages } from './find-passages.ts';
import { guardProcessed } from './guarding.ts';
import { processorFor } from './processors/index.ts';
import { PreparationFailure } from './processors/kind.ts';

const DONE: PreparationOutcome = { state: 'done' };

/** Takes a step of preparing a run's input, unless it was taken before. */
export async function prepareInput(
  ctx: TaskContext,
  { step, ...input }: PreparationInput,
  signal: AbortSignal,
): Promise<PreparationOutcome | Declined> {
  // Steps run in parallel: credits that one has reserved are not another's to settle.
  const attempt = await beginAttempt(ctx, input, { settles: false });
  if (!attempt || attempt.run.prepared?.[step as number] !== undefined) return DONE;
  const name = `preparation ${step === 'rag' ? step : attempt.revision.input_processors[step]?.input_processor}`;
  if (!ctx.inlineSteps.canAwait(name)) return DECLINED;
  try {
    const { made, hits } = await ctx.inlineSteps.measure(name, () => takeStep(ctx, attempt, step, signal));
    await storePrepared(ctx.db, input.taskRunId, step, made, hits);
  } catch (error) {
    if (isStopRequested(signal)) await cancelTaskRun(ctx, input.taskRunId);
    else if (error instanceof GuardrailBlocked) await endTaskRun(ctx, attempt.run, blocked(attempt, error));
    else if (error instanceof PreparationFailure) await fail(ctx, attempt, error);
    else return (await failOrRetry(ctx, { ...attempt, useFallback: false }, error)) ?? DONE;
  }
  return DONE;
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

function fail(ctx: TaskContext, { run, number }: Attempt, { reason, detail }: PreparationFailure): Promise<void> {
  return endTaskRun(ctx, run, failed(number - 1, toRunError(reason, detail)));
}
