import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { requestEffectConfirmation } from '../../../src/agents/approvals/confirm.ts';
import { listFloorsOfRun } from '../../../src/agents/approvals/floors.ts';
import { canResend, evaluatePolicy } from '../../../src/agents/approvals/policy.ts';
import { evidenceMessages } from '../../../src/agents/approvals/questions.ts';
import { type CallInRun, getToolNames } from '../../../src/agents/calls/calls.ts';
import { findEffect, getSendWindowLeftMs, markResent } from '../../../src/agents/calls/effects.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { agentWaits } from '../../../src/agents/failures.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { storeCallRetry } from '../../../src/agents/runs/state.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import type { Message } from '../../../src/platform/messages.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { messageFromError } from '../../../src/runs/errors.ts';
import type { ActivityContext } from '../../context.ts';
import { SETTLED } from './outcome.ts';

/** Maximum number of sendings of an `idempotent` call before a person is asked. */
const MAX_SENDS = 5;
/** Pause before the second sending. It doubles each time. */
const FIRST_RESEND_PAUSE_MS = 1000;

/** Maximum number of sendings of a call that waits for its connection. In practice its maximum wait ends them. */
const MAX_SENDS_IN_WAIT = 1_000_000;

/** Returns whether a call that may have taken effect can be sent again without a decision. */
export async function canRepeat(db: Executor, loaded: CallInRun): Promise<boolean> {
  return (await loadRules(db, loaded)).isIdempotent;
}

/** Marks another sending of a call. Returns its number, or undefined if the tool does not allow it. */
export async function markRepeated(db: Executor, loaded: CallInRun): Promise<number | undefined> {
  const { id, provider_wait } = loaded.call;
  if (!(await canRepeat(db, loaded))) return undefined;
  return markResent(db, id, provider_wait === null ? MAX_SENDS : MAX_SENDS_IN_WAIT);
}

/** Requests confirmation of a call that an earlier attempt may have sent, once that attempt can no longer send it. */
export async function confirmEarlierSend(
  ctx: ActivityContext,
  loaded: CallInRun,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const left = await getSendWindowLeftMs(ctx.db, loaded.call.id);
  if (left > 0) await pause(left, undefined, { signal });
  return requestConfirmation(ctx.db, loaded, evidenceMessages.evidence_worker_stopped, 'successor');
}

/**
 * Handles a call that broke off after it was sent: repeats the step if its tool allows it, else requests confirmation.
 */
export async function repeatOrConfirm(
  { db }: ActivityContext,
  loaded: CallInRun,
  error: RunError,
): Promise<CallOutcome> {
  const { isIdempotent } = await loadRules(db, loaded);
  const sent = (await findEffect(db, loaded.call.id))?.attempts ?? 1;
  if (!isIdempotent || sent >= MAX_SENDS) return requestConfirmation(db, loaded, messageFromError(error), 'sender');
  const pauseMs = FIRST_RESEND_PAUSE_MS * 2 ** (sent - 1);
  const { tool_name: tool } = loaded.call;
  const detail = agentWaits.wait_call_retry({ tool, number: sent + 1, cause: messageFromError(error) });
  await storeCallRetry(db, loaded.call, detail, pauseMs);
  throw ApplicationFailure.create({
    type: 'UnclearCall',
    message: 'unclear end',
    nonRetryable: false,
    nextRetryDelay: pauseMs,
  });
}

/** Asks a person whether a call took effect, with the known evidence. Without a decision the call is never repeated. */
async function requestConfirmation(
  db: ActivityContext['db'],
  loaded: CallInRun,
  evidence: Message | string,
  requester: 'sender' | 'successor',
): Promise<CallOutcome> {
  const { verdict } = await loadRules(db, loaded);
  const approval = await requestEffectConfirmation(db, loaded, evidence, verdict, requester);
  return approval ? { state: 'undecided', approval } : SETTLED;
}

/** Evaluates a call by the policy of its revision and the current approval floors. */
async function loadRules(db: Executor, { call, run }: CallInRun) {
  const revision = await findAgentRevision(db, run.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${run.agent_revision_id} is missing`);
  const floors = await listFloorsOfRun(db, run.id);
  const names = getToolNames(call);
  return {
    isIdempotent: canResend(revision.approval_policy, floors, names),
    verdict: evaluatePolicy(revision.approval_policy, floors, { names, toolType: call.tool_type, sideEffects: true }),
  };
}
