import { listFiles } from '../../src/files/queries.ts';
import { readFile } from '../../src/files/reading.ts';
import type { Hit as Passage } from '../../src/knowledge/retrieval/contract.ts';
import { isText } from '../../src/platform/media-type.ts';
import { getEffectiveGuardrails } from '../../src/tasks/guardrails/effective.ts';
import {
  type GuardedTexts,
  type GuardOptions,
  guardTexts,
  judgeTexts,
  maskTexts,
  needsJudge,
} from '../../src/tasks/guardrails/guard.ts';
import { GUARDRAIL_BLOCKED, GuardrailBlocked, type Hit } from '../../src/tasks/guardrails/hits.ts';
import type { Direction } from '../../src/tasks/guardrails/kinds/kind.ts';
import { listLeaves, replaceLeaves } from '../../src/tasks/guardrails/leaves.ts';
import { parseAnswer } from '../../src/tasks/output-answer.ts';
import { toPayer } from '../../src/tasks/payer.ts';
import type { ProcessedInput } from '../../src/tasks/prepared.ts';
import type { TaskRunEnd } from '../../src/tasks/run-end.ts';
import { storeGuardedInput } from '../../src/tasks/started-run.ts';
import type { ActivityContext } from '../context.ts';
import { getMaxWaitMs } from '../max-wait.ts';
import { toStorableText } from '../model-settings.ts';
import type { Attempt } from './attempt.ts';

/** Finds the guardrail options of an attempt. Undefined if there are no guardrails. */
function findGuardOptions(
  ctx: ActivityContext,
  { run, revision, useFallback }: Attempt,
  direction: Direction,
): GuardOptions | undefined {
  const items = getEffectiveGuardrails(revision, run.project_config, direction);
  if (items.length === 0) return undefined;
  const modelId = (useFallback && revision.fallback_llm_model_id) || revision.llm_model_id;
  const payer = { ...toPayer(run), exclusions: run.exclusions, left: null };
  const isJudgeAwaited = getMaxWaitMs(ctx, revision) > 0;
  return { direction, items, projectId: run.project_id, modelId, payer: () => payer, isJudgeAwaited };
}

/**
 * Checks the input of a run once, before any other step, and returns the attempt with the masked input. Throws
 * GuardrailBlocked, and ModelCallError if the run must wait for a judge.
 */
export async function guardInput(ctx: ActivityContext, attempt: Attempt, signal: AbortSignal): Promise<Attempt> {
  const { run } = attempt;
  const options = run.prepared?.guarded ? undefined : findGuardOptions(ctx, attempt, 'input');
  if (!options) return attempt;
  const leaves = listLeaves(run.input);
  const files = await listFileTexts(ctx, attempt);
  const { texts, hits } = await guardTexts(ctx, options, [...leaves, ...files], signal);
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
  const options = findGuardOptions(ctx, attempt, 'input');
  const items = options?.items.filter(({ action }) => action === 'mask') ?? [];
  if (!options || items.length === 0) return undefined;
  return async (text) => (await guardTexts(ctx, { ...options, items }, [text], signal)).texts[0] ?? '';
}

/** Result of a preparation step before a model judges it. */
export interface MaskedPreparation<T> {
  readonly made: T;
  readonly hits: readonly Hit[];
  /** Texts to judge. */
  readonly texts: readonly string[];
}

/** Masks the result of an input processor. Throws GuardrailBlocked. */
export async function maskProcessed(
  attempt: Attempt,
  made: ProcessedInput,
  signal: AbortSignal,
): Promise<MaskedPreparation<ProcessedInput>> {
  const { texts, hits } = await maskInput(attempt, [made.value], signal);
  return { made: { ...made, value: texts[0] ?? '' }, hits, texts };
}

/** Masks retrieved chunks. Throws GuardrailBlocked. */
export async function maskPassages(
  attempt: Attempt,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<MaskedPreparation<readonly Passage[]>> {
  const values = passages.flatMap(({ title, headingPath, text }) => [title, ...headingPath, text]);
  const { texts, hits } = await maskInput(attempt, values, signal);
  let at = 0;
  const next = () => texts[at++] ?? '';
  const made = passages.map((hit) => ({
    ...hit,
    title: next(),
    headingPath: hit.headingPath.map(next),
    text: next(),
  }));
  return { made, hits, texts };
}

function maskInput({ revision, run }: Attempt, texts: readonly string[], signal: AbortSignal): Promise<GuardedTexts> {
  const items = getEffectiveGuardrails(revision, run.project_config, 'input');
  return maskTexts({ direction: 'input', items, projectId: run.project_id }, texts, signal);
}

/** Has models judge the masked result of a preparation step, and returns the hits. Throws like {@link guardInput}. */
export async function judgePreparation(
  ctx: ActivityContext,
  attempt: Attempt,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const options = findGuardOptions(ctx, attempt, 'input');
  return options ? judgeTexts(ctx, options, { texts, hits: [] }, signal) : [];
}

/** Returns whether a model judges texts of a direction. Then the text is stored first: it is not bought again. */
export function isJudged({ run, revision }: Attempt, direction: Direction): boolean {
  return getEffectiveGuardrails(revision, run.project_config, direction).some(needsJudge);
}

/** Returns whether guardrails can change or withhold the result of an attempt. */
export function canHoldBack({ run, revision }: Attempt): boolean {
  return getEffectiveGuardrails(revision, run.project_config, 'output').some(({ action }) => action !== 'flag');
}

/** Masks the end of a run. A blocked response becomes an error of the run. Files that a model generated are not checked. */
export function maskEnd(
  ctx: ActivityContext,
  attempt: Attempt,
  end: TaskRunEnd,
  signal: AbortSignal,
): Promise<TaskRunEnd> {
  const options = findGuardOptions(ctx, attempt, 'output');
  if (!options || end.files !== undefined) return Promise.resolve(end);
  return blockEnd(end, async () => {
    // Problems of a response can quote it.
    const { texts, hits } = await maskTexts(options, listTexts(end), signal);
    const all = [...(end.hits ?? []), ...hits];
    return { ...(end.error === null ? maskResponse(attempt, end, texts, hits) : maskError(end, texts)), hits: all };
  });
}

/**
 * Has models judge the masked end of a run. A blocked response becomes an error of the run. Throws CreditShortage, and
 * ModelCallError if the run must wait for a judge.
 */
export function judgeEnd(
  ctx: ActivityContext,
  attempt: Attempt,
  end: TaskRunEnd,
  signal: AbortSignal,
): Promise<TaskRunEnd> {
  const options = findGuardOptions(ctx, attempt, 'output');
  const isBlocked = end.error?.reason === GUARDRAIL_BLOCKED;
  if (!options || isBlocked || end.files !== undefined) return Promise.resolve(end);
  return blockEnd(end, async () => {
    const hits = await judgeTexts(ctx, options, { texts: listTexts(end), hits: end.hits ?? [] }, signal);
    return { ...end, hits };
  });
}

const listTexts = ({ response, error }: TaskRunEnd) => (error === null ? listLeaves(response) : [error.message]);

async function blockEnd(end: TaskRunEnd, check: () => Promise<TaskRunEnd>): Promise<TaskRunEnd> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof GuardrailBlocked)) throw error;
    return { ...end, status: 'failed', response: null, error: error.runError, hits: error.hits };
  }
}

/** The values of an error's message are the same text unmasked, so a masked error keeps its text alone. */
function maskError(end: TaskRunEnd, [message = '']: readonly string[]): TaskRunEnd {
  if (end.error === null || message === end.error.message) return end;
  return { ...end, error: { reason: end.error.reason, message } };
}

function maskResponse(
  { revision }: Attempt,
  end: TaskRunEnd,
  texts: readonly string[],
  hits: readonly Hit[],
): TaskRunEnd {
  const before = listLeaves(end.response);
  if (texts.every((text, at) => text === before[at])) return end;
  const response = replaceLeaves(end.response, texts);
  if (revision.output_format === null || parseAnswer(revision.output_format, JSON.stringify(response)).ok)
    return { ...end, response };
  const [hit] = hits.filter(({ action }) => action === 'mask');
  if (!hit) throw new Error('an answer was changed by no guardrail');
  throw new GuardrailBlocked({ ...hit, action: 'block' }, hits);
}
