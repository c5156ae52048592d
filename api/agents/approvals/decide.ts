import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessErrors } from '../../../src/access/errors.ts';
import { getEffectiveRoles, hasScope } from '../../../src/access/permissions.ts';
import type { approveRequest, Decision } from '../../../src/agents/approvals/decisions.ts';
import { type ApprovalRow, findApproval } from '../../../src/agents/approvals/queries.ts';
import { DECIDED_SIGNAL } from '../../../src/agents/contract.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { refreshCallers } from '../../../src/agents/runs/waiting.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { RESUMED_SIGNAL } from '../../../src/runs/contract.ts';
import { signalRun } from '../../../src/runs/start.ts';
import { canSeeRun } from '../../../src/runs/visibility.ts';
import { taskRunKind } from '../../../src/tasks/run-kind.ts';
import type { Caller } from '../../caller.ts';
import type { Change } from '../../change.ts';
import type { ApiContext } from '../../context.ts';
import { getPreference, type RunWatch, watchRuns } from '../../plugins/waiting.ts';
import { awaitVisibleTaskRun } from '../../tasks/run.ts';
import { toDecisionNote } from '../audit.ts';
import { respondWhenSettled } from '../runs/run.ts';
import { findDeciderReason, toApprovalRecord } from './record.ts';

/** Converts a request body to a decision. */
export function toDecision(
  { caller, request }: DecisionInput,
  written: string | null | undefined,
  rest: Pick<Decision, 'arguments' | 'argumentsDigest' | 'message' | 'lapsesAt'> = {},
): Decision {
  return {
    ...rest,
    subject: `${caller.subject.type}:${caller.subject.id}`,
    name: caller.name,
    apiKeyId: caller.apiKeyId,
    note: written ?? null,
    keyOwner: request.idempotency?.owner,
  };
}

/** A request with a decision. */
interface DecisionInput {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly parents: { readonly approval_request_id: ApprovalRow };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly change: Change;
}

/** Decides, and waits for the run as long as `Prefer: wait` requests. */
export async function decideAndWake(input: DecisionInput, decision: Decision, decide: typeof approveRequest) {
  if (getPreference(input.request).waitMs === undefined) return decideRequest(input, decision, decide);
  const row = input.parents.approval_request_id;
  const { run_id: runId, task_run_id: taskRunId } = row;
  // A decision can end the run at once.
  using watch = taskRunId
    ? watchRuns(input.ctx, taskRunKind, [taskRunId])
    : watchRuns(input.ctx, agentRunKind, [runId]);
  const record = await decideRequest(input, decision, decide);
  const run = taskRunId ? awaitVisibleTaskRun(input, taskRunId, watch) : awaitVisibleRun(input, row, watch);
  return { ...record, run: await run };
}

/** Waits for the agent run of a decided request. Null if the caller cannot see the run. */
async function awaitVisibleRun({ ctx, caller, request, reply }: DecisionInput, row: ApprovalRow, watch: RunWatch) {
  const { grants, subject } = caller;
  const isSeen =
    hasScope(grants, ['task_agent:view']) &&
    canSeeRun(agentRunKind, getEffectiveRoles(grants, 'task_agent'), subject, row);
  return isSeen ? respondWhenSettled(ctx, row.agent_id, { watch, id: row.run_id, request, reply }) : null;
}

/**
 * Decides in Postgres and wakes the run. The signal carries only the request's ID. A signal for a call is sent while
 * the decision commits, and the call waits for the commit (`loadDecided`). This saves the latency of Temporal.
 */
async function decideRequest(input: DecisionInput, decision: Decision, decide: typeof approveRequest) {
  const { ctx, caller } = input;
  const request = input.parents.approval_request_id;
  if (findDeciderReason(request, caller, caller.grants) !== null) {
    throw accessErrors.permissionCheckFailed(caller.subject, { type: 'approval_request', id: request.id }, 'decide');
  }
  const run = { id: request.run_id, restarts: request.restarts };
  const wake = () =>
    request.kind === 'budget'
      ? signalRun(ctx, agentRunKind, run, RESUMED_SIGNAL)
      : signalRun(ctx, agentRunKind, run, DECIDED_SIGNAL, request.id);
  let woken: Promise<boolean> | undefined;
  const onLocked = () => {
    woken = wake().then(
      () => true,
      () => false,
    );
  };
  const canEnd = request.status === 'pending' && !request.due && request.kind !== 'budget';
  const decided = await decideOnce(input, { ...decision, ...(canEnd && { onLocked }) }, decide);
  const wakeUnlessWoken = async () => (await woken) || wake();
  const refresh = async () => (request.called_by ?? request.task_run_id) !== null && refreshCallers(ctx.db, run.id);
  const all = () => Promise.all([wakeUnlessWoken(), refresh()]);
  await runBestEffort(ctx.log, 'wake a run after a decision; maintenance will', all, { run_id: run.id });
  // The outcome of the call is not known yet, and a repeat of the decision must return the same.
  const { call: _, ...record } = toApprovalRecord(decided, caller);
  return record;
}

/** Decides once. A repeat with the same Idempotency-Key, whose first response was lost, finds the decided request. */
async function decideOnce(
  input: DecisionInput,
  decision: Decision,
  decide: typeof approveRequest,
): Promise<ApprovalRow> {
  const { ctx, caller, change, parents, request } = input;
  const requested = parents.approval_request_id;
  if (request.earlierRun === undefined)
    return change(async (trx) => ({
      result: await decide(trx, requested, decision),
      audited: toDecisionNote(requested, decision),
    }));
  change.none();
  return orNotFound(await findApproval(ctx.db, caller, requested.id), 'approval_request', requested.id);
}
