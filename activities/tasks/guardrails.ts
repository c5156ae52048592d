import { listFiles } from '../../src/files/queries.ts';
import { readFile } from '../../src/files/reading.ts';
import type { Hit as Passage } from '../../src/knowledge/retrieval/contract.ts';
import { isText } from '../../src/platform/media-type.ts';
import { getEffectiveGuardrails } from '../../src/tasks/guardrails/effective.ts';
import { type GuardedTexts, type GuardOptions, guardTexts } from '../../src/tasks/guardrails/guard.ts';
import { GuardrailBlocked, type Hit } from '../../src/tasks/guardrails/hits.ts';
import type { Direction } from '../../src/tasks/guardrails/kinds/kind.ts';
import { listLeaves, replaceLeaves } from '../../src/tasks/guardrails/leaves.ts';
import { parseAnswer } from '../../src/tasks/output-answer.ts';
import { toPayer } from '../../src/tasks/payer.ts';
import type { ProcessedInput } from '../../src/tasks/prepared.ts';
import { storeGuardedInput } from '../../src/tasks/started-run.ts';
import type { ActivityContext } from '../context.ts';
import { getMaxWaitMs } from '../max-wait.ts';
import { toStorableText } from '../model-settings.ts';
import type { Attempt } from './attempt.ts';
import type { TaskResult } from './generate-result.ts';

/** Finds the guardrail options of an attempt. Undefined if there are no guardrails. */
function findGuardOptions({ run, revision, useFallback }: Attempt, direction: Direction): GuardOptions | undefined {
  const items = getEffectiveGuardrails(revision, run.project_config, direction);
  if (items.length === 0) return undefined;
  const modelId = (useFallback && revision.fallback_llm_model_id) || revision.llm_model_id;
  const payer = { ...toPayer(run), exclusions: run.exclusions, left: null };
  return { direction, items, modelId, payer: () => payer };
}

/**
 * Checks the input of a run once, before any other step, and returns the attempt with the masked input. Throws
 * GuardrailBlocked, and ModelCallError if the run must wait for a judge.
 */
export async function guardInput(ctx: ActivityContext, attempt: Attempt, signal: AbortSignal): Promise<Attempt> {
  const { run } = attempt;
  const options = run.prepared?.guarded ? undefined : findGuardOptions(attempt, 'input');
  if (!options) return attempt;
  const leaves = listLeaves(run.input);
  const files = await listFileTexts(ctx, attempt);
  // Only input waits for its judge: repeating a later step would pay again for its result.
  const awaitingOptions = { ...options, isJudgeAwaited: getMaxWaitMs(ctx, attempt.revision) > 0 };
  const { texts, hits } = await guardTexts(ctx, awaitingOptions, [...leaves, ...files], signal);
  const input = replaceLeaves(run.input, texts) as typeof run.input;
  await storeGuardedInput(ctx.db, run.id, input, hits);
  return { ...attempt, run: { ...run, input, prepared: { ...run.prepared, guarded: true } } };
}

/** Lists the text files of a run, which are part of its prompt. */
async function listFileTexts(ctx: ActivityContext, { run }: Attempt): Promise<string[]> {
  if (!run.has_files) return [];
  const files = (await listFiles(ctx.db, run.id)).filter(({ media_type }) => isText(media_type));
  const texts: string[] = [];
  for (const file of files) texts.push(toStorableText((await readFile(ctx, file)).toString('utf8')));
  return texts;
}

/** Creates a function that masks the text of a file. Hits were recorded before. Undefined if nothing is masked. */
export function createFileMask(
  ctx: ActivityContext,
  attempt: Attempt,
  signal: AbortSignal,
): ((text: string) => Promise<string>) | undefined {
  const options = findGuardOptions(attempt, 'input');
  const items = options?.items.filter(({ action }) => action === 'mask') ?? [];
  if (!options || items.length === 0) return undefined;
  return async (text) => (await guardTexts(ctx, { ...options, items }, [text], signal)).texts[0] ?? '';
}

/** Guards the result of a preparation step. Returns it with the hits. Throws GuardrailBlocked. */
export async function guardProcessed(
  ctx: ActivityContext,
  attempt: Attempt,
  made: ProcessedInput,
  signal: AbortSignal,
): Promise<{ readonly made: ProcessedInput; readonly hits: readonly Hit[] }> {
  const options = findGuardOptions(attempt, 'input');
  if (!options) return { made, hits: [] };
  const { texts, hits } = await guardTexts(ctx, options, [made.value], signal);
  return { made: { ...made, value: texts[0] ?? '' }, hits };
}

/** Guards retrieved chunks. Throws GuardrailBlocked. */
export async function guardPassages(
  ctx: ActivityContext,
  attempt: Attempt,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<{ readonly passages: readonly Passage[]; readonly hits: readonly Hit[] }> {
  const options = findGuardOptions(attempt, 'input');
  if (!options) return { passages, hits: [] };
  const shown = passages.map(({ title, headingPath, text }) => ({ title, headingPath, text }));
  const values = shown.flatMap(({ title, headingPath, text }) => [title, ...headingPath, text]);
  const { texts, hits } = await guardTexts(ctx, options, values, signal);
  let at = 0;
  const next = () => texts[at++] ?? '';
  const guarded = passages.map((hit) => ({
    ...hit,
    title: next(),
    headingPath: hit.headingPath.map(next),
    text: next(),
  }));
  return { passages: guarded, hits };
}

/** Returns whether guardrails can change or withhold the result of an attempt. */
export function canHoldBack(attempt: Attempt): boolean {
  return findGuardOptions(attempt, 'output')?.items.some(({ action }) => action !== 'flag') ?? false;
}

/** Checks a result. A blocked result becomes an error of the run, with its cost. */
export async function guardResult(
  ctx: ActivityContext,
  attempt: Attempt,
  answer: TaskResult,
  signal: AbortSignal,
): Promise<TaskResult & { readonly hits?: readonly Hit[] }> {
  const options = findGuardOptions(attempt, 'output');
  if (!options) return answer;
  try {
    const { response, error, hits } = await guardResponse(ctx, options, attempt, answer, signal);
    return { ...answer, response, error, hits };
  } catch (error) {
    if (!(error instanceof GuardrailBlocked)) throw error;
    return { ...answer, response: null, error: error.runError, hits: error.hits };
  }
}

async function guardResponse(
  ctx: ActivityContext,
  options: GuardOptions,
  { revision }: Attempt,
  { response, error }: TaskResult,
  signal: AbortSignal,
): Promise<Pick<TaskResult, 'response' | 'error'> & Pick<GuardedTexts, 'hits'>> {
  // Problems of a response can quote it.
  if (error !== null) {
    const { texts, hits } = await guardTexts(ctx, options, [error.message], signal);
    // The values of the message are the same text unmasked, so a masked error keeps its text alone.
    const masked = texts[0] === error.message ? error : { reason: error.reason, message: texts[0] ?? '' };
    return { response, error: masked, hits };
  }
  const leavesBefore = listLeaves(response);
  const { texts, hits } = await guardTexts(ctx, options, leavesBefore, signal);
  if (texts.every((text, at) => text === leavesBefore[at])) return { response, error, hits };
  const masked = replaceLeaves(response, texts);
  const isValid = revision.output_format === null || parseAnswer(revision.output_format, JSON.stringify(masked)).ok;
  if (isValid) return { response: masked, error, hits };
  const [hit] = hits.filter(({ action }) => action === 'mask');
  if (!hit) throw new Error('an answer was changed by no guardrail');
  throw new GuardrailBlocked({ ...hit, action: 'block' }, hits);
}
