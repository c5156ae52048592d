import { expire } from '../../../src/agents/approvals/decisions.ts';
import { type CallInRun, loadCall } from '../../../src/agents/calls/calls.ts';
import { allowResend } from '../../../src/agents/calls/effects.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { settleAndFail } from '../../../src/agents/runs/fail.ts';
import type { ToolOutcome } from '../../../src/agents/tables.ts';
import type { ActivityContext } from '../../context.ts';
import { actingOf } from '../tools/index.ts';
import { SETTLED, STOP, settle, type ToldError } from './outcome.ts';
import { leftUnknown, refuse } from './send-once.ts';
import { plannedTool } from './toolbox.ts';

const TOOL_CHANGED: ToldError = {
  reason: 'TOOL_CHANGED',
  message: 'the tool, its schema or the call is not what it was when the call was planned; it was not executed',
};

/** Executes one tool call, or settles it the way its approval request went. A repeat finds what an earlier attempt stored. */
export async function callTool(ctx: ActivityContext, callId: string, signal: AbortSignal): Promise<CallOutcome> {
  const loaded = await loadCall(ctx.db, callId);
  if (!loaded || loaded.run.completed !== null || loaded.run.status === 'cancelling') return STOP;
  const { call, request } = loaded;
  if (call.status === 'done' || call.status === 'cancelled') return SETTLED;
  if (!request) return execute(ctx, loaded, signal);
  if (request.kind === 'confirm_effect' && request.status !== 'pending')
    return confirmed(ctx, loaded, request.status, signal);
  switch (request.status) {
    case 'pending':
      return stillPending(ctx, loaded, request);
    case 'approved':
      return execute(ctx, loaded, signal);
    case 'rejected':
      return refused(ctx, loaded, 'rejected', request.on_reject, {
        reason: 'APPROVAL_REJECTED',
        message: request.decision_note
          ? `a person rejected the call: ${request.decision_note}`
          : 'a person rejected the call',
      });
    case 'expired':
      return refused(ctx, loaded, 'expired', request.on_reject, {
        reason: 'APPROVAL_EXPIRED',
        message: 'nobody decided on the call in time',
      });
    case 'cancelled':
      return settle(ctx, loaded, 'cancelled', {
        reason: 'APPROVAL_CANCELLED',
        message: 'the approval request was cancelled',
      });
  }
}

/** An early timer, or a wake-up whose decision is not there: expire by the database's clock or wait again. */
async function stillPending(
  ctx: ActivityContext,
  loaded: CallInRun,
  request: NonNullable<CallInRun['request']>,
): Promise<CallOutcome> {
  const approval = { requestId: request.id, expiresInMs: request.expires_ms ?? undefined };
  // Decided in the very moment: look again.
  if (!request.due || !(await expire(ctx.db, request))) return { state: 'undecided', approval };
  if (request.kind === 'confirm_effect') return leftUnknown(ctx, loaded);
  const message = 'nobody decided on the call in time';
  return refused(ctx, loaded, 'expired', request.on_reject, { reason: 'APPROVAL_EXPIRED', message });
}

async function refused(
  ctx: ActivityContext,
  loaded: CallInRun,
  outcome: ToolOutcome,
  onReject: string,
  error: ToldError,
): Promise<CallOutcome> {
  if (onReject !== 'fail') return settle(ctx, loaded, outcome, error);
  await settleAndFail(ctx.db, loaded, { outcome, result: error }, error);
  return STOP;
}

/** Makes a call only with the tool that it was planned for and, where a person approved it, as it was shown to them. */
async function execute(ctx: ActivityContext, loaded: CallInRun, signal: AbortSignal): Promise<CallOutcome> {
  const begun = await actingOf({ type: loaded.call.tool_type }).begun?.(ctx, loaded);
  if (begun) return begun;
  const tool = await plannedTool(ctx.db, loaded);
  if (!tool) return refuse(ctx, loaded, TOOL_CHANGED, signal);
  return actingOf(tool).call(ctx, loaded, tool, signal);
}

/** Yes settles the call as done, no sends it once more under the same key; without an answer it stays unknown. */
async function confirmed(
  ctx: ActivityContext,
  loaded: CallInRun,
  status: string,
  signal: AbortSignal,
): Promise<CallOutcome> {
  if (status === 'approved') {
    const message =
      'The connection broke off, but a person confirmed that the call took effect. Its answer is not known.';
    return settle(ctx, loaded, 'success', { confirmed: true, message }, 'done');
  }
  if (status !== 'rejected') return leftUnknown(ctx, loaded);
  await allowResend(ctx.db, loaded.call.id);
  return execute(ctx, loaded, signal);
}
