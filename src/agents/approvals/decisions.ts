import { type RawBuilder, type Selectable, sql } from 'kysely';
import { selectGrantsInProject } from '../../access/grants.ts';
import { getEffectiveRoles } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import { findUserName } from '../../identity/users.ts';
import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import { newestFirst, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import { errors } from '../../platform/errors.ts';
import { tieKeyToRun } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { visibilityOf } from '../../runs/kind.ts';
import { runIsSeen } from '../../runs/visibility.ts';
import { taskRunStops } from '../../tasks/tool-runs.ts';
import { cancelUnsentCalls } from '../calls/settle.ts';
import { agentErrors } from '../errors.ts';
import { eventRows } from '../runs/events.ts';
import { agentRunKind } from '../runs/run-kind.ts';
import { lockRun, refreshWaiting } from '../runs/waiting.ts';
import type { ApprovalDecisionsTable, ApprovalRequestsTable, ToolCallsTable } from '../tables.ts';
import { argumentProblems, asText } from '../tools/arguments.ts';
import { allowMore, askToGoOn } from '../turns/budget.ts';
import { withMessage } from '../turns/messages.ts';

/** A request as its record shows it. */
export interface ApprovalRow extends Selectable<ApprovalRequestsTable> {
  readonly agent_name: string;
  /** The run's restarts, which its workflow's id tells of. */
  readonly restarts: number;
  /** The agent's setting of who may see its runs, and who started this one. */
  readonly visibility: string;
  readonly created_by_type: string;
  readonly created_by: string;
  /** The call of another run that this one answers; null for a run of its own. */
  readonly called_by: string | null;
  /** The task run whose calls the run makes; null for a run of an agent. */
  readonly task_run_id: string | null;
  /** Whether the time to decide is over, by the database's clock. */
  readonly due: boolean;
  readonly decisions: readonly (Pick<
    Selectable<ApprovalDecisionsTable>,
    'decision' | 'subject' | 'api_key_id' | 'note' | 'arguments' | 'at'
  > & { readonly by_name: string | null })[];
  /** Name of who started the run; null for a project, and for a user who is gone. */
  readonly requested_by_name: string | null;
  /** The call it is about, as it stands; null for a `budget`. */
  readonly call: (Pick<Selectable<ToolCallsTable>, 'status' | 'outcome' | 'child_run_id'> & CallTimes) | null;
}

/** When a call began and ended, as JSON of the database has it. */
interface CallTimes {
  readonly started: string | null;
  readonly completed: string | null;
}

export function findApproval(db: Executor, projectId: string, id: string): Promise<ApprovalRow | undefined> {
  return requests(db).where('q.project_id', '=', projectId).where('q.id', '=', id).executeTakeFirst();
}

export interface ApprovalFilter {
  /** Who asks: the requests are those of runs in the project of their path that they see … */
  readonly principal: Principal;
  /** … and, where their credential decides, those that their roles may decide. */
  readonly decides: boolean;
  readonly agentId?: string;
  readonly status?: string;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly toolType?: string;
  readonly toolName?: string;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

export function listApprovals(db: Executor, filter: ApprovalFilter, page: PageRequest) {
  const { principal } = filter;
  const seen = runIsSeen(principal, agentRunKind, 'g');
  let rows = requests(db)
    .where('q.project_id', '=', principal.projectId)
    .where(filter.decides ? sql<boolean>`(${seen} or ${isApprover(principal)})` : seen);
  if (filter.agentId !== undefined) rows = rows.where('q.agent_id', '=', filter.agentId);
  if (filter.runId !== undefined) rows = rows.where('q.run_id', '=', filter.runId);
  if (filter.sessionId !== undefined) rows = rows.where('q.session_id', '=', filter.sessionId);
  if (filter.toolType !== undefined) rows = rows.where(sql<boolean>`q.tool_type = ${filter.toolType}`);
  if (filter.toolName !== undefined) rows = rows.where('q.tool_name', '=', filter.toolName);
  if (filter.createdAfter !== undefined) rows = rows.where('q.created', '>=', filter.createdAfter);
  if (filter.createdBefore !== undefined) rows = rows.where('q.created', '<', filter.createdBefore);
  if (filter.status !== undefined) rows = rows.where(hasStatus(filter.status));
  return paginate(rows, newestFirst('q.id'), page);
}

/** Whether the record of the request `q` shows a status: one that is pending when its time is over shows that it expired. */
function hasStatus(status: string): RawBuilder<boolean> {
  // Written out, so that the index of the pending ones serves: they are few among all that were ever decided.
  if (status === 'pending') return sql`q.status = 'pending' and coalesce(q.expires_at > now(), true)`;
  if (status === 'expired') return sql`(q.status = 'expired' or q.status = 'pending' and q.expires_at <= now())`;
  return sql`q.status = ${status}`;
}

/** Whether a role that is held on the agent of the request `q`, or above it, is one of those that may decide. */
function isApprover(principal: Principal): RawBuilder<boolean> {
  return sql<boolean>`(q.approvers && ${[...getEffectiveRoles(principal.grants, 'task_agent')]}::text[]
    or exists (select from (${selectGrantsInProject(principal.subject, 'task_agent', principal.projectId)}) held
      where held.resource_id = q.agent_id and held.role = any(q.approvers)))`;
}

/** Who decides, and with what. */
export interface Decision {
  /** The person, as `user:<id>`. */
  readonly subject: string;
  readonly name: string;
  readonly apiKeyId: string | null;
  readonly note: string | null;
  /** A reviewer's whole replacement of the arguments; undefined leaves them. */
  readonly arguments?: Record<string, unknown>;
  /** The digest the reviewer was shown; undefined where it was not echoed. */
  readonly argumentsDigest?: string;
  /** A message for the next turn. */
  readonly message?: string;
  /** When the approval lapses, where its call has not left by then. */
  readonly lapsesAt?: Date | undefined;
  /** Holder of the request's Idempotency-Key, where it had one. */
  readonly keyOwner?: string;
  /** Called once the decision has the run's lock, before it is made: whoever looks for it under that lock finds it. */
  readonly onLocked?: () => void;
}

/**
 * Approves a pending request, in a transaction; the request stays pending until enough people approved. Answers the request
 * as it is then.
 */
export async function approve(trx: Executor, request: ApprovalRow, decision: Decision): Promise<ApprovalRow> {
  if (decision.argumentsDigest !== undefined && decision.argumentsDigest !== request.arguments_digest) {
    throw agentErrors.argumentsDigestMismatch(request.arguments_digest);
  }
  await checkLapse(trx, request, decision.lapsesAt);
  const { arguments: edited } = decision;
  const fitted = edited === undefined ? undefined : fittedArguments(request, edited);
  return decide(trx, request, 'approve', { ...decision, ...(fitted === undefined ? {} : { arguments: fitted }) });
}

/** Throws a 422 on a time at which an approval can't lapse: nothing leaves after it, or the time is over. */
async function checkLapse(trx: Executor, { kind }: ApprovalRow, at: Date | undefined): Promise<void> {
  if (at === undefined) return;
  if (kind !== 'tool_call')
    throw errors.invalid('expires_at', 'is for the approval of a call that is still to be made');
  const { rows } = await sql`select where ${at}::timestamptz > now()`.execute(trx);
  if (rows.length === 0) throw errors.invalid('expires_at', 'is in the past');
}

/** Rejects a pending request, in a transaction; one rejection ends it. Answers the request as it is then. */
export function reject(trx: Executor, request: ApprovalRow, decision: Decision): Promise<ApprovalRow> {
  return decide(trx, request, 'reject', decision);
}

/** Arguments a reviewer gave, as the tool's schema has them: `7` becomes `"7"` where it asks for text. Throws a 422 where they don't fit. */
function fittedArguments(request: ApprovalRow, edited: Record<string, unknown>): Record<string, unknown> {
  if (request.kind === 'confirm_effect')
    throw errors.invalid('arguments', 'the question is whether the call happened; it is not to be changed');
  if (request.approvals_needed > 1)
    throw errors.invalid('arguments', 'cannot be edited where several people must approve the same call');
  const schema = request.tool_schema as Record<string, unknown>;
  const fitted = asText(schema, edited);
  const problems = argumentProblems(schema, fitted);
  if (problems !== undefined) throw errors.invalid('arguments', problems, 'tool_schema');
  return fitted;
}

type Verdict = 'approve' | 'reject';

/** Records a decision and what follows from it. */
async function decide(trx: Executor, request: ApprovalRow, verdict: Verdict, decision: Decision): Promise<ApprovalRow> {
  await lockRun(trx, request.run_id);
  decision.onLocked?.();
  const decided = await recordDecision(trx, request, verdict, decision);
  const { run_id, tool_call_id, on_reject, kind } = request;
  if (kind === 'budget' && decided.status !== 'pending') {
    if (verdict === 'approve') await allowMore(trx, request, decision.arguments ?? request.arguments);
    await askToGoOn(trx, run_id);
  }
  if (verdict === 'reject' && on_reject === 'fail' && tool_call_id !== null)
    await cancelUnsentCalls(trx, { run_id, tool_call_id });
  // With the key tied to the run, a repeat whose first answer got lost is told of this decision instead of making it again.
  if (decision.keyOwner !== undefined) await tieKeyToRun(trx, decision.keyOwner, run_id);
  await refreshWaiting(trx, run_id);
  return decided;
}

/**
 * Stores a decision and, where it ends the request, that, with its event and the call made ready, in one statement: who was
 * first is said by whether the request was pending still. Needs the run's lock.
 */
async function recordDecision(
  trx: Executor,
  request: ApprovalRow,
  verdict: Verdict,
  { subject, name, apiKeyId, note, arguments: edited, message, lapsesAt = undefined }: Decision,
): Promise<ApprovalRow> {
  const status = verdict === 'approve' ? 'approved' : 'rejected';
  const lapses = sql`least(q.lapses_at, ${lapsesAt ?? null}::timestamptz)`;
  const { rows } = await sql<MadeDecision>`
    with pending as (
      select q.id, ${verdict === 'reject'} or (select count(*) from approval_decisions d where d.approval_request_id = q.id and d.decision = 'approve') + 1 >= q.approvals_needed as ends
      from approval_requests q where q.id = ${request.id} and q.status = 'pending' and coalesce(q.expires_at > now(), true)
        and not ${taskRunStops(sql`${request.task_run_id}::uuid`)} for update
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
    ), told as (
      update agent_runs r set event_seq = r.event_seq + (select count(*) from ended)
        ${message === undefined ? sql`` : sql`, next_messages = ${withMessage(message)}`}
      from made where r.id = ${request.run_id} returning r.id, r.event_seq
    ), run as (select told.* from told, ended), events as (${eventRows([decidedEvent(request, status, subject, note)])})
    select made.at, ended.decided_at, coalesce(ended.lapses_at, bounded.lapses_at) as lapses_at, ${decisionsOn(sql`${request.id}`)} as earlier, (select pg_notify('holdfast_runs', id::text) from run)
    from pending left join made on true left join ended on true left join bounded on true`.execute(trx);
  const [row] = rows;
  if (!row) throw agentErrors.requestNotPending(request.id);
  const { at, decided_at, lapses_at, earlier } = row;
  if (at === null) throw agentErrors.alreadyDecided(request.id);
  const mine = { decision: verdict, subject, api_key_id: apiKeyId, note, arguments: edited ?? null, at, by_name: name };
  const decided = { ...request, due: false, lapses_at, decisions: [...earlier, mine] };
  return decided_at === null ? decided : { ...decided, status, decision_note: note, decided_by: subject, decided_at };
}

/** What storing a decision came to; no row where the request was not pending any more. */
interface MadeDecision {
  /** Null where its maker had decided before. */
  readonly at: Date | null;
  /** Null where the request still waits for others. */
  readonly decided_at: Date | null;
  readonly lapses_at: Date | null;
  readonly earlier: ApprovalRow['decisions'];
}

/** The event that tells how a request ended. */
export function decidedEvent(
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

/** Only people decide. */
const NAME_OF_DECIDER = findUserName(sql`case when d.subject like 'user:%' then substr(d.subject, 6)::uuid end`);

/** The decisions on a request, the first one first. */
function decisionsOn(requestId: RawBuilder<unknown>): RawBuilder<ApprovalRow['decisions']> {
  return sql`coalesce((select json_agg(json_build_object('decision', d.decision, 'subject', d.subject, 'api_key_id', d.api_key_id,
    'note', d.note, 'arguments', d.arguments, 'at', d.at, 'by_name', ${NAME_OF_DECIDER})
    order by d.at) from approval_decisions d where d.approval_request_id = ${requestId}), '[]')`;
}

function requests(db: Executor) {
  return db
    .selectFrom('approval_requests as q')
    .innerJoin('agents as g', 'g.id', 'q.agent_id')
    .innerJoin('agent_runs as r', 'r.id', 'q.run_id')
    .selectAll('q')
    .select([
      'g.name as agent_name',
      'r.restarts',
      'r.created_by_type',
      'r.created_by',
      'r.tool_call_id as called_by',
      'r.task_run_id',
      visibilityOf(agentRunKind.parent, 'g').as('visibility'),
      sql<boolean>`coalesce(q.expires_at <= now(), false)`.as('due'),
      decisionsOn(sql`q.id`).as('decisions'),
      findUserName(sql`case when r.created_by_type = 'user' then r.created_by end`).as('requested_by_name'),
      sql<
        ApprovalRow['call']
      >`(select json_build_object('status', c.status, 'outcome', c.outcome, 'child_run_id', c.child_run_id,
        'started', c.started, 'completed', c.completed) from tool_calls c where c.id = q.tool_call_id)`.as('call'),
    ]);
}
