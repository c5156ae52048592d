import { sql } from 'kysely';
import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import { errors, Problems } from '../../platform/errors.ts';
import { attachKeyToRun } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { isTaskRunStopping } from '../../tasks/tool-runs.ts';
import { cancelUnsentCalls } from '../calls/settle.ts';
import { agentErrors } from '../errors.ts';
import { decisionProblems } from '../problems.ts';
import { insertEventRows } from '../runs/events.ts';
import { lockRun, refreshWaiting } from '../runs/waiting.ts';
import { coerceToText, findArgumentProblem } from '../tools/arguments.ts';
import { addAllowance, requestResume } from '../turns/budget.ts';
import { appendMessage } from '../turns/messages.ts';
import { type ApprovalRow, selectDecisions } from './queries.ts';

/** A decision and its author. */
export interface Decision {
  /** The person, as `user:<id>`. */
  readonly subject: string;
  readonly name: string;
  readonly apiKeyId: string | null;
  readonly note: string | null;
  /** Replacement of the arguments. Undefined keeps them. */
  readonly arguments?: Record<string, unknown>;
  /** Digest of the reviewed arguments, if the request echoes it. */
  readonly argumentsDigest?: string;
  /** A message for the next turn. */
  readonly message?: string;
  /** Time at which the approval lapses if its call was not sent. */
  readonly lapsesAt?: Date | undefined;
  /** Owner of the request's Idempotency-Key, if it has one. */
  readonly keyOwner?: string;
  /** Called under the run's lock before the decision is stored. A reader that takes the lock finds the decision. */
  readonly onLocked?: () => void;
}

/**
 * Approves a pending request in a transaction. The request stays pending until enough people approved. Returns the
 * updated request.
 */
export async function approveRequest(trx: Executor, request: ApprovalRow, decision: Decision): Promise<ApprovalRow> {
  if (decision.argumentsDigest !== undefined && decision.argumentsDigest !== request.arguments_digest) {
    throw agentErrors.argumentsDigestMismatch(request.arguments_digest);
  }
  const fitted = await assertApprovable(trx, request, decision);
  return decide(trx, request, 'approve', { ...decision, ...(fitted === undefined ? {} : { arguments: fitted }) });
}

/** Returns edited arguments as the tool takes them. Throws a 422 with all problems of an approval. */
export async function assertApprovable(
  db: Executor,
  request: ApprovalRow,
  { arguments: edited, lapsesAt }: Pick<Decision, 'arguments' | 'lapsesAt'>,
): Promise<Record<string, unknown> | undefined> {
  const problems = new Problems();
  await problems.run(() => assertValidLapse(db, request, lapsesAt));
  return problems.runLast(() => (edited === undefined ? undefined : fitArguments(request, edited)));
}

/** Throws a 422 if an approval cannot lapse: no call follows, or the time is in the past. */
async function assertValidLapse(trx: Executor, { kind }: ApprovalRow, at: Date | undefined): Promise<void> {
  if (at === undefined) return;
  if (kind !== 'tool_call') throw errors.invalid('expires_at', decisionProblems.lapse_without_call);
  const { rows } = await sql`select where ${at}::timestamptz > now()`.execute(trx);
  if (rows.length === 0) throw errors.invalid('expires_at', decisionProblems.lapse_in_past);
}

/** Rejects a pending request in a transaction. One rejection ends it. Returns the updated request. */
export function rejectRequest(trx: Executor, request: ApprovalRow, decision: Decision): Promise<ApprovalRow> {
  return decide(trx, request, 'reject', decision);
}

/**
 * Converts edited arguments to the tool's schema: `7` becomes `"7"` for a string. Throws a 422 if they do not match.
 */
function fitArguments(request: ApprovalRow, edited: Record<string, unknown>): Record<string, unknown> {
  if (request.kind === 'confirm_effect') throw errors.invalid('arguments', decisionProblems.arguments_of_question);
  if (request.approvals_needed > 1) throw errors.invalid('arguments', decisionProblems.arguments_of_several);
  const schema = request.tool_schema as Record<string, unknown>;
  const fitted = coerceToText(schema, edited);
  const problem = findArgumentProblem(schema, fitted);
  if (problem !== undefined) throw errors.invalid('arguments', problem);
  return fitted;
}

type Verdict = 'approve' | 'reject';

/** Stores a decision and its consequences. */
async function decide(trx: Executor, request: ApprovalRow, verdict: Verdict, decision: Decision): Promise<ApprovalRow> {
  await lockRun(trx, request.run_id);
  decision.onLocked?.();
  const decided = await recordDecision(trx, request, verdict, decision);
  const { run_id, tool_call_id, on_reject, kind } = request;
  if (kind === 'budget' && decided.status !== 'pending') {
    if (verdict === 'approve') await addAllowance(trx, request, decision.arguments ?? request.arguments);
    await requestResume(trx, run_id);
  }
  if (verdict === 'reject' && on_reject === 'fail' && tool_call_id !== null)
    await cancelUnsentCalls(trx, { run_id, tool_call_id });
  // The key is attached to the run, so a repeat whose first response was lost finds this decision.
  if (decision.keyOwner !== undefined) await attachKeyToRun(trx, decision.keyOwner, run_id);
  await refreshWaiting(trx, run_id);
  return decided;
}

/**
 * Stores a decision. If it ends the request, one statement also stores the event and makes the call ready. Only the
 * first decision finds the request pending. Requires the run's lock.
 */
async function recordDecision(
  trx: Executor,
  request: ApprovalRow,
  verdict: Verdict,
  { subject, name, apiKeyId, note, arguments: edited, message, lapsesAt = undefined }: Decision,
): Promise<ApprovalRow> {
  const status = verdict === 'approve' ? 'approved' : 'rejected';
  const lapses = sql`least(q.lapses_at, ${lapsesAt ?? null}::timestamptz)`;
  const { rows } = await sql<StoredDecision>`
    with pending as (
      select q.id, ${verdict === 'reject'} or (select count(*) from approval_decisions d where d.approval_request_id = q.id and d.decision = 'approve') + 1 >= q.approvals_needed as ends
      from approval_requests q where q.id = ${request.id} and q.status = 'pending' and coalesce(q.expires_at > now(), true)
        and not ${isTaskRunStopping(sql`${request.task_run_id}::uuid`)} for update
    ), made as (
      insert into approval_decisions (id, approval_request_id, decision, subject, api_key_id, note, arguments)
      select ${newId()}::uuid, id, ${verdict}, ${subject}, ${apiKeyId}::uuid, ${note}, ${jsonOrNull(edited)} from pending
      on conflict (approval_request_id, subject) do nothing returning at
    ), ended as (
      update approval_requests q set status = ${status}, decision_note = ${note}, decided_by = ${subject}, decided_at = now(), lapses_at = ${lapses}
      from pending p, made where q.id = p.id and p.ends returning q.decided_at, q.lapses_at
    ), bounded as (
      update approval_requests q set lapses_at = ${lapses} from pending p, made where q.id = p.id and not p.ends returning q.lapses_at
    ), call as (
      update tool_calls c set status = 'ready', edited_arguments = coalesce(${jsonOrNull(edited)}, c.edited_arguments)
      from ended where c.id = ${request.tool_call_id}::uuid and c.status = 'waiting'
    ), counted as (
      update agent_runs r set event_seq = r.event_seq + (select count(*) from ended)
        ${message === undefined ? sql`` : sql`, next_messages = ${appendMessage(message)}`}
      from made where r.id = ${request.run_id} returning r.id, r.event_seq
    ), run as (select counted.* from counted, ended), events as (${insertEventRows([toDecisionEvent(request, status, subject, note)])})
    select made.at, ended.decided_at, coalesce(ended.lapses_at, bounded.lapses_at) as lapses_at, ${selectDecisions(sql`${request.id}`)} as earlier, (select pg_notify('holdfast_runs', id::text) from run)
    from pending left join made on true left join ended on true left join bounded on true`.execute(trx);
  const [row] = rows;
  if (!row) throw agentErrors.requestNotPending(request.id);
  const { at, decided_at, lapses_at, earlier } = row;
  if (at === null) throw agentErrors.alreadyDecided(request.id);
  const ownDecision = {
    decision: verdict,
    subject,
    api_key_id: apiKeyId,
    note,
    arguments: edited ?? null,
    at,
    by_name: name,
  };
  const decided = { ...request, due: false, lapses_at, decisions: [...earlier, ownDecision] };
  return decided_at === null ? decided : { ...decided, status, decision_note: note, decided_by: subject, decided_at };
}

/** Result of storing a decision. No row if the request is no longer pending. */
interface StoredDecision {
  /** Null if the author had decided before. */
  readonly at: Date | null;
  /** Null if the request needs further decisions. */
  readonly decided_at: Date | null;
  readonly lapses_at: Date | null;
  readonly earlier: ApprovalRow['decisions'];
}

/** Returns the event of a request's end. */
export function toDecisionEvent(
  request: Pick<ApprovalRow, 'id' | 'tool_call_id'>,
  status: string,
  by: string | null,
  note: string | null,
) {
  const payload = {
    approval_request_id: request.id,
    tool_call_id: request.tool_call_id,
    status,
    decided_by: by,
    decision_note: note,
  };
  return { kind: 'approval_decided' as const, turn: 0, payload };
}
