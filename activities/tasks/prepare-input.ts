import { runAtDepth } from '../../src/platform/call-depth.ts';
import type { Declined } from '../../src/runs/contract.ts';
import type { PreparationInput, PreparationStep, StepEnd } from '../../src/tasks/contract.ts';
import type { Hit } from '../../src/tasks/guardrails/hits.ts';
import { toPayer } from '../../src/tasks/payer.ts';
import { isPrepared, type ProcessedInput, type RetrievedContext } from '../../src/tasks/prepared.ts';
import { storePreparation } from '../../src/tasks/started-run.ts';
import { DECLINED } from '../runs/inline-steps.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import type { TaskContext } from './end.ts';
import { DONE, settleFailure } from './failures.ts';
import { isJudged, judgePreparation, type MaskedPreparation, maskProcessed } from './guardrails.ts';
import { getProcessor } from './processors/index.ts';
import { retrieveContext } from './retrieve-context.ts';

/** Executes a step of preparing a run's input, unless it is already done. */
export async function prepareInput(
  ctx: TaskContext,
  { step, ...input }: PreparationInput,
  signal: AbortSignal,
): Promise<StepEnd | Declined> {
  // Steps run in parallel: one must not settle credits that another has reserved.
  const attempt = await beginAttempt(ctx, input, { releasesCredits: false });
  if (!attempt || isPrepared(attempt.run.prepared, step)) return DONE;
  const name = `preparation ${step === 'rag' ? step : attempt.revision.input_processors[step]?.input_processor}`;
  if (!ctx.inlineSteps.canAwait(name)) return DECLINED;
  try {
    await ctx.inlineSteps.measure(name, () => runAtDepth(attempt.run, () => prepareStep(ctx, attempt, step, signal)));
  } catch (error) {
    return settleFailure(ctx, { ...attempt, useFallback: false }, error, signal);
  }
  return DONE;
}

/** Stores the result of a step. A result that a model judges is stored before, and not made again. */
async function prepareStep(ctx: TaskContext, attempt: Attempt, step: PreparationStep, signal: AbortSignal) {
  const { id, prepared } = attempt.run;
  const store = (made: StepResult['made'], hits: readonly Hit[]) => storePreparation(ctx.db, id, step, made, hits);
  let made = prepared?.[step as number] as StepResult['made'] | undefined;
  if (!made) {
    const { texts, hits, ...result } = await runStep(ctx, attempt, step, signal);
    if (!isJudged(attempt, 'input')) return store(result.made, hits);
    made = { ...result.made, unjudged: texts };
    await store(made, hits);
  }
  const { unjudged = [], ...judged } = made;
  await store(judged, await judgePreparation(ctx, attempt, unjudged, signal));
}

type StepResult = MaskedPreparation<ProcessedInput | RetrievedContext>;

function runStep(ctx: TaskContext, attempt: Attempt, step: PreparationStep, signal: AbortSignal): Promise<StepResult> {
  return step === 'rag' ? retrieveContext(ctx, attempt, signal) : runProcessor(ctx, attempt, step, signal);
}

async function runProcessor(
  ctx: TaskContext,
  attempt: Attempt,
  place: number,
  signal: AbortSignal,
): Promise<StepResult> {
  const { run, revision } = attempt;
  const item = revision.input_processors[place];
  if (!item) throw new Error(`task revision ${revision.id} has no input processor ${place}`);
  const { param_name: param, config = {} } = item;
  const value = Object.hasOwn(run.input, param) ? run.input[param] : undefined;
  const made = await getProcessor(item).process(
    ctx,
    { runId: run.id, payer: toPayer(run), param, config, value },
    signal,
  );
  return maskProcessed(attempt, { param, ...made }, signal);
}
