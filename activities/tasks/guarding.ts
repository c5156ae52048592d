import { listFiles } from '../../src/files/queries.ts';
import { readFile } from '../../src/files/reading.ts';
import type { Hit as Passage } from '../../src/knowledge/retrieval/contract.ts';
import { isText } from '../../src/platform/media-type.ts';
import { storeGuardedInput } from '../../src/tasks/begun.ts';
import { guardrailsOf } from '../../src/tasks/guardrails/applied.ts';
import { type Guarding, guardTexts, type Passed } from '../../src/tasks/guardrails/guard.ts';
import { GuardrailBlocked, type Hit } from '../../src/tasks/guardrails/hits.ts';
import type { Direction } from '../../src/tasks/guardrails/kinds/kind.ts';
import { leavesOf, withLeaves } from '../../src/tasks/guardrails/leaves.ts';
import { parseAnswer } from '../../src/tasks/output-format.ts';
import type { ProcessedInput } from '../../src/tasks/prepared.ts';
import { spenderOf } from '../../src/tasks/spender.ts';
import type { ActivityContext } from '../context.ts';
import { getMaxWaitMs } from '../model-failure.ts';
import { toStorableText } from '../model-settings.ts';
import type { TaskAnswer } from './answer.ts';
import type { Attempt } from './beginning.ts';

/** How the texts of a try at a run are looked at; undefined where nobody looks. */
function guardingOf({ run, revision, useFallback }: Attempt, direction: Direction): Guarding | undefined {
  const items = guardrailsOf(revision, run.project_config, direction);
  if (items.length === 0) return undefined;
  const modelId = (useFallback && revision.fallback_llm_model_id) || revision.llm_model_id;
  const payer = { ...spenderOf(run), exclusions: run.exclusions, left: null };
  return { direction, items, modelId, payer: () => payer };
}

/**
 * Looks once at what a run was given, before anything is made of it, and answers the attempt with the input as it may go on.
 * Throws GuardrailBlocked, and ModelCallError where the run is to wait for a judge.
 */
export async function guardInput(ctx: ActivityContext, attempt: Attempt, signal: AbortSignal): Promise<Attempt> {
  const { run } = attempt;
  const guarding = run.prepared?.guarded ? undefined : guardingOf(attempt, 'input');
  if (!guarding) return attempt;
  const given = leavesOf(run.input);
  const files = await textsOfFiles(ctx, attempt);
  // Only here: a step that repeats its judge later would pay again for what it judges.
  const awaiting = { ...guarding, isJudgeAwaited: getMaxWaitMs(ctx, attempt.revision) > 0 };
  const { texts, hits } = await guardTexts(ctx, awaiting, [...given, ...files], signal);
  const input = withLeaves(run.input, texts) as typeof run.input;
  await storeGuardedInput(ctx.db, run.id, input, hits);
  return { ...attempt, run: { ...run, input, prepared: { ...run.prepared, guarded: true } } };
}

/** Files of a run that stand in its prompt as text. */
async function textsOfFiles(ctx: ActivityContext, { run }: Attempt): Promise<string[]> {
  if (!run.has_files) return [];
  const files = (await listFiles(ctx.db, run.id)).filter(({ media_type }) => isText(media_type));
  const texts: string[] = [];
  for (const file of files) texts.push(toStorableText((await readFile(ctx, file)).toString('utf8')));
  return texts;
}

/** What makes the text of a file what the model may be given; what was found in it was noted before. Undefined where nobody looks. */
export function fileMask(
  ctx: ActivityContext,
  attempt: Attempt,
  signal: AbortSignal,
): ((text: string) => Promise<string>) | undefined {
  const guarding = guardingOf(attempt, 'input');
  const items = guarding?.items.filter(({ action }) => action === 'mask') ?? [];
  if (!guarding || items.length === 0) return undefined;
  return async (text) => (await guardTexts(ctx, { ...guarding, items }, [text], signal)).texts[0] ?? '';
}

/** A step of preparing an input as it may go on, and what was found in it. Throws GuardrailBlocked. */
export async function guardProcessed(
  ctx: ActivityContext,
  attempt: Attempt,
  made: ProcessedInput,
  signal: AbortSignal,
): Promise<{ readonly made: ProcessedInput; readonly hits: readonly Hit[] }> {
  const guarding = guardingOf(attempt, 'input');
  if (!guarding) return { made, hits: [] };
  const { texts, hits } = await guardTexts(ctx, guarding, [made.value], signal);
  return { made: { ...made, value: texts[0] ?? '' }, hits };
}

/** Passages as they may be shown to the model. Throws GuardrailBlocked. */
export async function guardPassages(
  ctx: ActivityContext,
  attempt: Attempt,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<{ readonly passages: readonly Passage[]; readonly hits: readonly Hit[] }> {
  const guarding = guardingOf(attempt, 'input');
  if (!guarding) return { passages, hits: [] };
  const shown = passages.map(({ title, headingPath, text }) => ({ title, headingPath, text }));
  const values = shown.flatMap(({ title, headingPath, text }) => [title, ...headingPath, text]);
  const { texts, hits } = await guardTexts(ctx, guarding, values, signal);
  let at = 0;
  const next = () => texts[at++] ?? '';
  const passed = passages.map((hit) => ({
    ...hit,
    title: next(),
    headingPath: hit.headingPath.map(next),
    text: next(),
  }));
  return { passages: passed, hits };
}

/** Whether what a try answers may be changed or kept back before it leaves. */
export function mayHoldBack(attempt: Attempt): boolean {
  return guardingOf(attempt, 'output')?.items.some(({ action }) => action !== 'flag') ?? false;
}

/** An answer as it may leave. One that may not is an error of the run; what it cost counts all the same. */
export async function guardAnswer(
  ctx: ActivityContext,
  attempt: Attempt,
  answer: TaskAnswer,
  signal: AbortSignal,
): Promise<TaskAnswer & { readonly hits?: readonly Hit[] }> {
  const guarding = guardingOf(attempt, 'output');
  if (!guarding) return answer;
  try {
    const { response, error, hits } = await passedAnswer(ctx, guarding, attempt, answer, signal);
    return { ...answer, response, error, hits };
  } catch (error) {
    if (!(error instanceof GuardrailBlocked)) throw error;
    return { ...answer, response: null, error: error.told, hits: error.hits };
  }
}

async function passedAnswer(
  ctx: ActivityContext,
  guarding: Guarding,
  { revision }: Attempt,
  { response, error }: TaskAnswer,
  signal: AbortSignal,
): Promise<Pick<TaskAnswer, 'response' | 'error'> & Pick<Passed, 'hits'>> {
  // What is wrong with an answer may quote it.
  if (error !== null) {
    const { texts, hits } = await guardTexts(ctx, guarding, [error.message], signal);
    return { response, error: { ...error, message: texts[0] ?? '' }, hits };
  }
  const before = leavesOf(response);
  const { texts, hits } = await guardTexts(ctx, guarding, before, signal);
  if (texts.every((text, at) => text === before[at])) return { response, error, hits };
  const masked = withLeaves(response, texts);
  const fits = revision.output_format === null || parseAnswer(revision.output_format, JSON.stringify(masked)).ok;
  if (fits) return { response: masked, error, hits };
  const [hit] = hits.filter(({ action }) => action === 'mask');
  if (!hit) throw new Error('an answer was changed by no guardrail');
  throw new GuardrailBlocked({ ...hit, action: 'block' }, hits);
}
