import { expire } from '../../src/agents/approvals.ts';
import { BUILTIN_TOOLS } from '../../src/agents/builtin/index.ts';
import { type CallInRun, effectiveArguments, loadCall, settleAndFail } from '../../src/agents/calls.ts';
import type { CallOutcome } from '../../src/agents/contract.ts';
import { allowResend, markUnknown } from '../../src/agents/effects.ts';
import type { ToolOutcome } from '../../src/agents/tables.ts';
import type { Tool } from '../../src/agents/tools.ts';
import { databaseNow } from '../../src/platform/clock.ts';
import type { GuardedClient } from '../../src/platform/http/guarded.ts';
import { insertTaskRun } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import { stopWasRequested } from '../stoppable.ts';
import { SETTLED, STOP, settle, type ToldError, tellable } from './outcome.ts';
import { taskRunOf } from './plan.ts';
import { leftUnknown, refuse, sendOnce } from './send-once.ts';
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

/** Makes the run of an approved task tool, once. */
async function openTaskRun(
  ctx: ActivityContext,
  { call, run }: CallInRun,
  task: NonNullable<Tool['task']>,
): Promise<CallOutcome> {
  const planned = taskRunOf(task);
  await insertTaskRun(ctx.db, {
    id: planned.id,
    orgId: run.org_id,
    projectId: run.project_id,
    taskId: task.id,
    taskRevisionId: planned.revisionId,
    input: effectiveArguments(call) as Record<string, unknown>,
    reference: null,
    contextId: run.id,
    reportingGroup: null,
    useFallbackModel: false,
    triggerType: 'task_agent',
    createdByType: run.created_by_type,
    createdBy: run.created_by,
    toolCallId: call.id,
  });
  const row = await ctx.db
    .selectFrom('task_runs')
    .select('id')
    .where('tool_call_id', '=', call.id)
    .executeTakeFirstOrThrow();
  return { state: 'task', taskRunId: row.id };
}

/** Makes a call only with the tool that it was planned for and, where a person approved it, as it was shown to them. */
async function execute(ctx: ActivityContext, loaded: CallInRun, signal: AbortSignal): Promise<CallOutcome> {
  const { call } = loaded;
  const tool = await plannedTool(ctx.db, loaded);
  if (!tool) return refuse(ctx, loaded, TOOL_CHANGED, signal);
  if (tool.task) return openTaskRun(ctx, loaded, tool.task);
  const builtin = BUILTIN_TOOLS[tool.name];
  if (!builtin) throw new Error(`no built-in tool ${tool.name}`);
  const args = effectiveArguments(call);
  // Edited arguments may have turned a harmless call into one that changes something.
  const leavesTraces = builtin.sideEffects(args);
  const run = (http: GuardedClient) =>
    builtin.run(args, { signal, http, now: () => new Date(databaseNow()), idempotencyKey: call.id });
  try {
    return await (leavesTraces ? sendOnce(ctx, loaded, args, signal, run) : attempt(ctx, loaded, () => run(ctx.http)));
  } catch (error) {
    if (!stopWasRequested(signal)) throw error;
    // Nothing is asked and nothing repeated any more; the receipt says what is known.
    if (leavesTraces) await markUnknown(ctx.db, call.id, 'the run was stopped while the call was under way');
    return STOP;
  }
}

/** A call without side effects: whatever goes wrong is told to the model. */
async function attempt(ctx: ActivityContext, loaded: CallInRun, run: () => Promise<unknown>): Promise<CallOutcome> {
  try {
    return await settle(ctx, loaded, 'success', await run());
  } catch (error) {
    const told = tellable(error);
    if (!told) throw error;
    return settle(ctx, loaded, 'error', told);
  }
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
