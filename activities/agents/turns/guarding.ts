import type { TurnOutcome } from '../../../src/agents/contract.ts';
import { failRun } from '../../../src/agents/runs/fail.ts';
import { toPayer } from '../../../src/agents/runs/payer.ts';
import { storeBlockingHits, storePassedInput } from '../../../src/agents/turns/guarded.ts';
import type { PastTurn } from '../../../src/agents/turns/messages.ts';
import { getRunUsage } from '../../../src/agents/turns/turns.ts';
import { ModelCallError } from '../../../src/platform/models/errors.ts';
import type { ModelToolCall } from '../../../src/platform/models/gateway.ts';
import { getEffectiveGuardrails } from '../../../src/tasks/guardrails/effective.ts';
import { type GuardOptions, guardTexts, maskTexts, needsJudge } from '../../../src/tasks/guardrails/guard.ts';
import { GuardrailBlocked, type Hit } from '../../../src/tasks/guardrails/hits.ts';
import { getGuardrailKind } from '../../../src/tasks/guardrails/kinds/index.ts';
import type { Direction, GuardrailItem } from '../../../src/tasks/guardrails/kinds/kind.ts';
import { listLeaves, replaceLeaves } from '../../../src/tasks/guardrails/leaves.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { getMaxWaitMs } from '../../max-wait.ts';
import { FINISHED, type TurnInProgress } from '../calls/outcome.ts';
import { waitForCredits } from './budget.ts';
import { getCreditsLeft } from './credits.ts';
import { retryOrFail } from './model-failed.ts';

/** Finds the guardrails for a turn's texts. Undefined if there are none. */
export function findGuarding(
  ctx: ActivityContext,
  { run, revision }: TurnInProgress,
  direction: Direction,
): GuardOptions | undefined {
  const items = getEffectiveGuardrails(revision, run.project_config, direction);
  if (items.length === 0) return undefined;
  const payer = async () => {
    const left = await getCreditsLeft(ctx, run, revision);
    return { ...toPayer(run), exclusions: run.exclusions, left };
  };
  const isJudgeAwaited = getMaxWaitMs(ctx, revision) > 0;
  const { project_id: projectId } = run;
  return { direction, items, projectId, modelId: revision.llm_model_id, payer, isJudgeAwaited };
}

/** A turn with its guarded input. */
interface GuardedTurn {
  readonly begun: TurnInProgress;
  readonly turns: readonly PastTurn[];
}

/**
 * Checks the new input of a turn once: the opening message, messages of people, and results of calls. Throws
 * GuardrailBlocked, and ModelCallError if the run must wait for a judge.
 */
export async function guardTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  turns: readonly PastTurn[],
  signal: AbortSignal,
): Promise<GuardedTurn> {
  const guarding = findGuarding(ctx, begun, 'input');
  if (!guarding) return { begun, turns };
  const { run, turn } = begun;
  const notes = run.next_messages;
  const before = run.guarded?.turn === turn ? run.guarded : undefined;
  const isRepeat = before !== undefined;
  const known = before?.notes ?? 0;
  if (isRepeat && known >= notes.length) return { begun, turns };
  const calls = isRepeat ? [] : (turns.at(-1)?.calls ?? []);
  const isFirst = !isRepeat && turn === 1;
  const results = calls.map(({ result }) => listLeaves(result));
  const newTexts = [...(isFirst ? [run.message] : []), ...notes.slice(known)];
  const { texts, hits } = await guardTexts(ctx, guarding, [...newTexts, ...results.flat()], signal);
  const next = createReader(texts);
  const message = isFirst ? (next(1)[0] ?? '') : run.message;
  const passedNotes = [...notes.slice(0, known), ...next(notes.length - known)];
  const passedCalls = calls.map((call, at) => ({
    ...call,
    result: replaceLeaves(call.result, next(results[at]?.length ?? 0)),
  }));
  const changed = passedCalls.filter((call, at) => JSON.stringify(call.result) !== JSON.stringify(calls[at]?.result));
  const guarded = { turn, notes: notes.length };
  await storePassedInput(ctx.db, run, {
    guarded,
    message,
    notes: passedNotes,
    results: changed.map(({ id, result }) => ({ id, result })),
    hits,
  });
  const passedRun = { ...run, guarded, message, next_messages: passedNotes };
  const last = turns.at(-1);
  return {
    begun: await withCurrentUsage(ctx, { ...begun, run: passedRun }, guarding.items),
    turns: last && calls.length > 0 ? [...turns.slice(0, -1), { ...last, calls: passedCalls }] : turns,
  };
}

/** Returns a function that returns the next texts. */
function createReader(texts: readonly string[]): (count: number) => readonly string[] {
  let at = 0;
  return (count) => {
    at += count;
    return texts.slice(at - count, at);
  };
}

/** Adds the run's current usage to the turn: a model may have judged. */
export async function withCurrentUsage(
  ctx: ActivityContext,
  begun: TurnInProgress,
  items: readonly GuardrailItem[],
): Promise<TurnInProgress> {
  if (!items.some(needsJudge)) return begun;
  return { ...begun, run: { ...begun.run, ...(await getRunUsage(ctx.db, begun.run.id)) } };
}

/** Fails the run of a blocked turn. */
async function failBlocked(
  ctx: ActivityContext,
  { run, turn }: TurnInProgress,
  { runError: error, hits }: GuardrailBlocked,
): Promise<TurnOutcome> {
  await failRun(ctx.db, run.id, error, (trx) => storeBlockingHits(trx, run.id, turn, hits));
  return FINISHED;
}

/** Applies the output guardrails to the final output of a run, text or formatted. Throws GuardrailBlocked. */
export async function guardEnd<T>(
  ctx: ActivityContext,
  begun: TurnInProgress,
  value: T,
  signal: AbortSignal,
): Promise<{ readonly value: T; readonly hits: readonly Hit[]; readonly begun: TurnInProgress }> {
  const guarding = findGuarding(ctx, begun, 'output');
  if (!guarding) return { value, hits: [], begun };
  const { texts, hits } = await guardTexts(ctx, guarding, listLeaves(value), signal);
  return { value: replaceLeaves(value, texts) as T, hits, begun: await withCurrentUsage(ctx, begun, guarding.items) };
}

/** Scans the arguments of calls. Arguments never change, so masking only records hits. Throws GuardrailBlocked. */
export async function scanArguments(
  guarding: GuardOptions,
  calls: readonly ModelToolCall[],
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const items = guarding.items.map(
    (item): GuardrailItem => (item.action === 'mask' ? { ...item, action: 'flag' } : item),
  );
  const options = { ...guarding, items: items.filter((item) => appliesToArguments(item)) };
  return (await maskTexts(options, listArguments(calls), signal)).hits;
}

/** Lists the texts in the arguments of calls. */
export function listArguments(calls: readonly ModelToolCall[]): string[] {
  return calls.flatMap((call) => listLeaves(call.arguments));
}

/** Length and language rules apply to responses only. */
function appliesToArguments(item: GuardrailItem): boolean {
  return getGuardrailKind(item).detector.for !== 'whole';
}

/** Handles errors of a turn: blocks by guardrails, and judges without credits or connection. */
export async function handleTurnErrors(
  ctx: ActivityContext,
  begun: TurnInProgress,
  take: () => Promise<TurnOutcome>,
): Promise<TurnOutcome> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof GuardrailBlocked) return failBlocked(ctx, begun, error);
    if (error instanceof CreditShortage) return waitForCredits(ctx, begun, error);
    if (error instanceof ModelCallError && error.isAway) return retryOrFail(ctx, begun, error);
    throw error;
  }
}
