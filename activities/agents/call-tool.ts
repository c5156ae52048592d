import { expire } from '../../src/agents/approvals.ts';
import { BUILTIN_TOOLS } from '../../src/agents/builtin/index.ts';
import { type CallInRun, effectiveArguments, loadCall, settleAndFail } from '../../src/agents/calls.ts';
import type { CallOutcome } from '../../src/agents/contract.ts';
import { allowResend, markUnknown } from '../../src/agents/effects.ts';
import { findAgentRevision } from '../../src/agents/queries.ts';
import type { ToolOutcome } from '../../src/agents/tables.ts';
import { sealOf, type Tool } from '../../src/agents/tools.ts';
import { databaseNow } from '../../src/platform/clock.ts';
import type { GuardedClient } from '../../src/platform/http/guarded.ts';
import { insertTaskRun } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import { stopWasRequested } from '../stoppable.ts';
import { SETTLED, STOP, settle, type ToldError, tellable } from './outcome.ts';
import { taskRunOf } from './plan.ts';
import { leftUnknown, sendOnce } from './send-once.ts';
import { loadTools } from './toolbox.ts';

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
      return executeApproved(ctx, loaded, signal);
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

/** Executes an approved call only if it is still the one that was shown: same tool, arguments, schema and policy. */
async function executeApproved(ctx: ActivityContext, loaded: CallInRun, signal: AbortSignal): Promise<CallOutcome> {
  const { call, run, request } = loaded;
  const revision = await findAgentRevision(ctx.db, run.agent_revision_id);
  const tools = revision ? await loadTools(ctx.db, run.project_id, revision) : [];
  const tool = tools.find((candidate) => candidate.name === call.tool_name);
  const seal = tool && sealOf({ tool, arguments: call.arguments, revisionId: run.agent_revision_id });
  if (!tool || seal !== request?.seal) {
    const message = 'the tool or its schema changed after the call was approved; it was not executed';
    return settle(ctx, loaded, 'error', { reason: 'TOOL_CHANGED', message });
  }
  return tool.task ? openTaskRun(ctx, loaded, tool.task) : execute(ctx, loaded, signal);
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

async function execute(ctx: ActivityContext, loaded: CallInRun, signal: AbortSignal): Promise<CallOutcome> {
  const { call } = loaded;
  const tool = BUILTIN_TOOLS[call.tool_name];
  if (!tool)
    return settle(ctx, loaded, 'error', {
      reason: 'TOOL_MISSING',
      message: `there is no tool named ${call.tool_name}`,
    });
  const args = effectiveArguments(call);
  // Edited arguments may have turned a harmless call into one that changes something.
  const leavesTraces = tool.sideEffects(args);
  const run = (http: GuardedClient) =>
    tool.run(args, { signal, http, now: () => new Date(databaseNow()), idempotencyKey: call.id });
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
