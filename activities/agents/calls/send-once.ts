import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { askWhetherItHappened } from '../../../src/agents/approvals/confirm.ts';
import { floorsOfRun } from '../../../src/agents/approvals/floors.ts';
import { type ApprovalFloor, type ApprovalPolicy, judge, mayResend } from '../../../src/agents/approvals/policy.ts';
import { type CallInRun, namesOf, settleAndPark } from '../../../src/agents/calls/calls.ts';
import { ApprovalLapsed, findEffect, markResent, markSent, sendWindowLeft } from '../../../src/agents/calls/effects.ts';
import { CallMustWait } from '../../../src/agents/calls/waits.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { noteCallRetry } from '../../../src/agents/runs/state.ts';
import { digestOf } from '../../../src/platform/digest.ts';
import { type GuardedClient, OutboundError } from '../../../src/platform/http/guarded.ts';
import type { ActivityContext } from '../../context.ts';
import { storableValue } from '../../model-settings.ts';
import { notBegun, SETTLED, settle, type ToldError, tellable } from './outcome.ts';
import { whyNotPermitted } from './rights.ts';
import { sendWindow, whileMarked } from './send-window.ts';

/** How often a call of a tool marked `idempotent` is sent before a person is asked. */
const MOST_SENT = 5;
/** Milliseconds before the second sending; doubled each time. */
const FIRST_PAUSE_MS = 1000;
/** How often, a second apart, an answer that came is tried to be stored. */
const STORE_TRIES = 30;

/**
 * A call with side effects: the ledger says `sent` before it leaves, so that no repeat sends it again unless its tool allows
 * it. `run` throws {@link CallMustWait} where the other side refused it before it did anything.
 */
export async function sendOnce(
  ctx: ActivityContext,
  loaded: CallInRun,
  args: unknown,
  signal: AbortSignal,
  run: (http: GuardedClient) => Promise<unknown>,
): Promise<CallOutcome> {
  const { call } = loaded;
  const forbidden = await whyNotPermitted(ctx.db, call.id);
  if (forbidden) return refuse(ctx, loaded, forbidden, signal);
  const window = sendWindow();
  const mark = await markSent(ctx.db, {
    callId: call.id,
    runId: call.run_id,
    toolName: call.tool_name,
    requestDigest: digestOf(args),
  });
  if (mark.state === 'over') return notBegun(ctx, call.id);
  if (mark.state === 'lapsed') throw new ApprovalLapsed();
  const attempt = mark.state === 'first' ? mark.attempt : await sendAgain(ctx, loaded);
  if (attempt === undefined) return askForEarlier(ctx, loaded, signal);
  let result: unknown;
  try {
    result = await run(whileMarked(ctx, call.id, attempt, window));
  } catch (error) {
    if (error instanceof OutboundError && (error.reason === 'aborted' || error.reason === 'superseded')) throw error;
    // A repeat may have happened the first time: its mark stays.
    if (error instanceof CallMustWait) throw mark.state === 'first' ? error.after(attempt) : error;
    const told = tellable(error);
    // Where it was sent before and that broke off, what failed now says nothing about the first time.
    if (!told || mark.state === 'repeat' || (error instanceof OutboundError && error.sent))
      return retryOrAsk(ctx, loaded, told?.message ?? 'the call broke off');
    return settle(ctx, loaded, 'error', told, 'failed');
  }
  return keep(ctx, loaded, result, signal);
}

/** Leaves a call unmade and tells why. One that an earlier attempt sent may have happened all the same: then a person is asked. */
export async function refuse(
  ctx: ActivityContext,
  loaded: CallInRun,
  why: ToldError,
  signal: AbortSignal,
): Promise<CallOutcome> {
  if ((await findEffect(ctx.db, loaded.call.id))?.status === 'sent') return askForEarlier(ctx, loaded, signal);
  return settle(ctx, loaded, 'error', why, 'failed');
}

/** Stores an answer that came, also when the database is away for a while: without it nobody would know what happened. */
async function keep(
  ctx: ActivityContext,
  loaded: CallInRun,
  result: unknown,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const end = { outcome: 'success', result: storableValue(result), effect: 'done' } as const;
  for (let attempt = 1; ; attempt++) {
    try {
      await settleAndPark(ctx.db, loaded, end);
      return SETTLED;
    } catch (error) {
      if (attempt >= STORE_TRIES || signal.aborted) throw error;
      ctx.log.warn({ err: error, tool_call_id: loaded.call.id }, "could not store a tool's answer; trying again");
      await pause(1000);
    }
  }
}

/** What a run's revision says of its calls, and what floors under it say now. */
interface Held {
  readonly policy: ApprovalPolicy;
  readonly floors: readonly ApprovalFloor[];
}

async function heldTo(ctx: ActivityContext, { run }: CallInRun): Promise<Held> {
  const revision = await findAgentRevision(ctx.db, run.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${run.agent_revision_id} is missing`);
  return { policy: revision.approval_policy, floors: await floorsOfRun(ctx.db, run.id) };
}

/** Which sending this becomes; undefined where the tool does not allow another. */
async function sendAgain(ctx: ActivityContext, loaded: CallInRun): Promise<number | undefined> {
  const { policy, floors } = await heldTo(ctx, loaded);
  return mayResend(policy, floors, namesOf(loaded.call)) ? markResent(ctx.db, loaded.call.id, MOST_SENT) : undefined;
}

/** Asks about a call that an earlier attempt was to send, as soon as that one can't send it any more. */
async function askForEarlier(ctx: ActivityContext, loaded: CallInRun, signal: AbortSignal): Promise<CallOutcome> {
  const left = await sendWindowLeft(ctx.db, loaded.call.id);
  if (left > 0) await pause(left, undefined, { signal });
  return unclear(ctx, loaded, 'the worker stopped while the call was under way', 'successor');
}

/** A call that broke off after it was sent: sent again where its tool allows it, else a person is asked. */
async function retryOrAsk(ctx: ActivityContext, loaded: CallInRun, detail: string): Promise<CallOutcome> {
  const held = await heldTo(ctx, loaded);
  const sent = (await findEffect(ctx.db, loaded.call.id))?.attempts ?? 1;
  if (!mayResend(held.policy, held.floors, namesOf(loaded.call)) || sent >= MOST_SENT)
    return unclear(ctx, loaded, detail, 'sender', held);
  const pauseMs = FIRST_PAUSE_MS * 2 ** (sent - 1);
  await noteCallRetry(ctx.db, loaded.call, `${loaded.call.tool_name} is sent again (${sent + 1}): ${detail}`, pauseMs);
  throw ApplicationFailure.create({
    type: 'UnclearCall',
    message: 'unclear end',
    nonRetryable: false,
    nextRetryDelay: pauseMs,
  });
}

/** It may or may not have happened. It is never repeated behind anyone's back: a person is asked, with what is known. */
async function unclear(
  ctx: ActivityContext,
  loaded: CallInRun,
  detail: string,
  asker: 'sender' | 'successor',
  known?: Held,
): Promise<CallOutcome> {
  const { call } = loaded;
  const { policy, floors } = known ?? (await heldTo(ctx, loaded));
  const verdict = judge(policy, floors, { names: namesOf(call), toolType: call.tool_type, sideEffects: true });
  const approval = await askWhetherItHappened(ctx.db, loaded, detail, verdict, asker);
  return approval ? { state: 'undecided', approval } : SETTLED;
}
