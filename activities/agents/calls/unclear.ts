import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { askWhetherItHappened } from '../../../src/agents/approvals/confirm.ts';
import { floorsOfRun } from '../../../src/agents/approvals/floors.ts';
import { judge, mayResend } from '../../../src/agents/approvals/policy.ts';
import { type CallInRun, namesOf } from '../../../src/agents/calls/calls.ts';
import { findEffect, markResent, sendWindowLeft } from '../../../src/agents/calls/effects.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { noteCallRetry } from '../../../src/agents/runs/state.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import type { ActivityContext } from '../../context.ts';
import { SETTLED } from './outcome.ts';

/** Times a call of a tool marked `idempotent` is sent before a person is asked. */
const MAX_SENDS = 5;
/** Pause before the second sending; doubled each time. */
const FIRST_RESEND_PAUSE_MS = 1000;

/** Largest number of sendings of a call that waits for its connection: the time that it may wait is what ends them. */
const MAX_SENDS_IN_WAIT = 1_000_000;

/** Whether a call that may have taken effect may be sent again without asking. */
export async function allowsRepeat(db: Executor, loaded: CallInRun): Promise<boolean> {
  return (await loadRules(db, loaded)).isIdempotent;
}

/** Marks another sending of a call. Returns its number, or undefined if the tool does not allow it. */
export async function markRepeated(db: Executor, loaded: CallInRun): Promise<number | undefined> {
  const { id, provider_wait } = loaded.call;
  if (!(await allowsRepeat(db, loaded))) return undefined;
  return markResent(db, id, provider_wait === null ? MAX_SENDS : MAX_SENDS_IN_WAIT);
}

/** Asks about a call that an earlier attempt may have sent, as soon as that attempt can't send it any more. */
export async function askAboutEarlier(
  ctx: ActivityContext,
  loaded: CallInRun,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const left = await sendWindowLeft(ctx.db, loaded.call.id);
  if (left > 0) await pause(left, undefined, { signal });
  return ask(ctx.db, loaded, 'the worker stopped while the call was under way', 'successor');
}

/** A call that broke off after it was sent: has the step repeated if its tool allows that, else asks a person. */
export async function repeatOrAsk({ db }: ActivityContext, loaded: CallInRun, detail: string): Promise<CallOutcome> {
  const { isIdempotent } = await loadRules(db, loaded);
  const sent = (await findEffect(db, loaded.call.id))?.attempts ?? 1;
  if (!isIdempotent || sent >= MAX_SENDS) return ask(db, loaded, detail, 'sender');
  const pauseMs = FIRST_RESEND_PAUSE_MS * 2 ** (sent - 1);
  await noteCallRetry(db, loaded.call, `${loaded.call.tool_name} is sent again (${sent + 1}): ${detail}`, pauseMs);
  throw ApplicationFailure.create({
    type: 'UnclearCall',
    message: 'unclear end',
    nonRetryable: false,
    nextRetryDelay: pauseMs,
  });
}

/** Asks a person whether a call took effect, with what is known. It is never repeated without one. */
async function ask(
  db: ActivityContext['db'],
  loaded: CallInRun,
  detail: string,
  principal: 'sender' | 'successor',
): Promise<CallOutcome> {
  const { verdict } = await loadRules(db, loaded);
  const approval = await askWhetherItHappened(db, loaded, detail, verdict, principal);
  return approval ? { state: 'undecided', approval } : SETTLED;
}

/** What the policy of a call's revision, and the floors under it now, say about the call. */
async function loadRules(db: Executor, { call, run }: CallInRun) {
  const revision = await findAgentRevision(db, run.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${run.agent_revision_id} is missing`);
  const floors = await floorsOfRun(db, run.id);
  const names = namesOf(call);
  return {
    isIdempotent: mayResend(revision.approval_policy, floors, names),
    verdict: judge(revision.approval_policy, floors, { names, toolType: call.tool_type, sideEffects: true }),
  };
}
