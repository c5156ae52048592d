import { type RawBuilder, type Selectable, sql } from 'kysely';
import { selectGrantsInProject } from '../../access/grants.ts';
import { getEffectiveRoles } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import { selectUserName } from '../../access/subjects.ts';
import type { Executor } from '../../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { selectVisibility } from '../../runs/kind.ts';
import { isRunVisible } from '../../runs/visibility.ts';
import { agentRunKind } from '../runs/run-kind.ts';
import type { ApprovalDecisionsTable, ApprovalRequestsTable, ToolCallsTable } from '../tables.ts';

/** An approval request with what its record shows. */
export interface ApprovalRow extends Selectable<ApprovalRequestsTable> {
  readonly agent_name: string;
  /** Number of restarts of the run, which is part of its workflow ID. */
  readonly restarts: number;
  /** Visibility of the agent's runs, and the starter of this run. */
  readonly visibility: string;
  readonly created_by_type: string;
  readonly created_by: string;
  /** Parent tool call of the run. Null for a top-level run. */
  readonly called_by: string | null;
  /** Task run whose calls the run makes. Null for a run of an agent. */
  readonly task_run_id: string | null;
  /** Whether the request has expired, by the database's clock. */
  readonly due: boolean;
  readonly decisions: readonly (Pick<
    Selectable<ApprovalDecisionsTable>,
    'decision' | 'subject' | 'api_key_id' | 'note' | 'arguments' | 'at'
  > & { readonly by_name: string | null })[];
  /** Name of the starter of the run. Null for a project or a deleted user. */
  readonly requested_by_name: string | null;
  readonly assigned_to_name: string | null;
  /** End of the caller's snooze. Null if the caller has none that lasts. */
  readonly snoozed_until: Date | null;
  /** Current state of the call. Null for a `budget` request. */
  readonly call: (Pick<Selectable<ToolCallsTable>, 'status' | 'outcome' | 'child_run_id'> & CallTimes) | null;
}

/** Start and end of a call, as text in the database's JSON. */
interface CallTimes {
  readonly started: string | null;
  readonly completed: string | null;
}

/** Finds a request of the principal's project, as the principal sees it. */
export function findApproval(
  db: Executor,
  principal: Pick<Principal, 'projectId' | 'subject'>,
  id: string,
): Promise<ApprovalRow | undefined> {
  return selectRequests(db, principal)
    .where('q.project_id', '=', principal.projectId)
    .where('q.id', '=', id)
    .executeTakeFirst();
}

/** Filters of a list of approval requests. */
interface ApprovalFilter {
  /** The caller. Lists requests of runs that the caller can see … */
  readonly principal: Principal;
  /** … and, if true, requests that the caller's roles can decide. */
  readonly decides: boolean;
  readonly agentId?: string;
  readonly status?: string;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly toolType?: string;
  readonly toolName?: string;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  /** User to whom the requests are assigned. */
  readonly assignedTo?: string;
  /** Whether the requests are assigned to anyone. */
  readonly isAssigned?: boolean;
  /** Whether the caller has snoozed the requests. */
  readonly isSnoozed?: boolean;
}

/** Lists approval requests that match the filter, newest first. */
export function listApprovals(db: Executor, filter: ApprovalFilter, page: PageRequest) {
  const { principal } = filter;
  const seen = isRunVisible(principal, agentRunKind, 'g');
  let rows = selectRequests(db, principal)
    .where('q.project_id', '=', principal.projectId)
    .where(filter.decides ? sql<boolean>`(${seen} or ${isApprover(principal)})` : seen);
  if (filter.agentId !== undefined) rows = rows.where('q.agent_id', '=', filter.agentId);
  if (filter.runId !== undefined)
    rows = rows.where(
      sql<boolean>`q.run_id in (select ${filter.runId}::uuid union all select id from agent_runs where task_run_id = ${filter.runId})`,
    );
  if (filter.sessionId !== undefined) rows = rows.where('q.session_id', '=', filter.sessionId);
  if (filter.toolType !== undefined) rows = rows.where(sql<boolean>`q.tool_type = ${filter.toolType}`);
  if (filter.toolName !== undefined) rows = rows.where('q.tool_name', '=', filter.toolName);
  if (filter.createdAfter !== undefined) rows = rows.where('q.created', '>=', filter.createdAfter);
  if (filter.createdBefore !== undefined) rows = rows.where('q.created', '<', filter.createdBefore);
  if (filter.assignedTo !== undefined) rows = rows.where('q.assigned_to', '=', filter.assignedTo);
  if (filter.isAssigned !== undefined) rows = rows.where('q.assigned_to', filter.isAssigned ? 'is not' : 'is', null);
  if (filter.isSnoozed !== undefined)
    rows = rows.where(sql<boolean>`(${selectSnooze(principal)} is not null) = ${filter.isSnoozed}`);
  if (filter.status !== undefined) rows = rows.where(hasStatus(filter.status));
  return paginate(rows, sortByNewest('q.id'), page);
}

/** Condition: the record of request `q` shows a status. A pending request past its expiry shows `expired`. */
function hasStatus(status: string): RawBuilder<boolean> {
  // Written out to match the index of pending requests, which are few.
  if (status === 'pending') return sql`q.status = 'pending' and coalesce(q.expires_at > now(), true)`;
  if (status === 'expired') return sql`(q.status = 'expired' or q.status = 'pending' and q.expires_at <= now())`;
  return sql`q.status = ${status}`;
}

/** Condition: a role on the agent of request `q`, or above it, can decide. */
function isApprover(principal: Principal): RawBuilder<boolean> {
  return sql<boolean>`(q.approvers && ${[...getEffectiveRoles(principal.grants, 'task_agent')]}::text[]
    or exists (select from (${selectGrantsInProject(principal.subject, 'task_agent', principal.projectId)}) held
      where held.resource_id = q.agent_id and held.role = any(q.approvers)))`;
}

/** Selects the end of the caller's snooze of request `q`. */
function selectSnooze({ subject }: Pick<Principal, 'subject'>): RawBuilder<Date | null> {
  return sql`(select z.until from approval_snoozes z
    where z.approval_request_id = q.id and z.user_id = ${subject.id}::uuid and z.until > now())`;
}

/** Only people decide. */
const DECIDER_NAME = selectUserName(sql`case when d.subject like 'user:%' then substr(d.subject, 6)::uuid end`);

/** Selects the decisions on a request, oldest first. */
export function selectDecisions(requestId: RawBuilder<unknown>): RawBuilder<ApprovalRow['decisions']> {
  return sql`coalesce((select json_agg(json_build_object('decision', d.decision, 'subject', d.subject, 'api_key_id', d.api_key_id,
    'note', d.note, 'arguments', d.arguments, 'at', d.at, 'by_name', ${DECIDER_NAME})
    order by d.at) from approval_decisions d where d.approval_request_id = ${requestId}), '[]')`;
}

function selectRequests(db: Executor, principal: Pick<Principal, 'subject'>) {
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
      selectVisibility(agentRunKind.parent, 'g').as('visibility'),
      sql<boolean>`coalesce(q.expires_at <= now(), false)`.as('due'),
      selectDecisions(sql`q.id`).as('decisions'),
      selectUserName(sql`case when r.created_by_type = 'user' then r.created_by end`).as('requested_by_name'),
      selectUserName(sql`q.assigned_to`).as('assigned_to_name'),
      selectSnooze(principal).as('snoozed_until'),
      sql<
        ApprovalRow['call']
      >`(select json_build_object('status', c.status, 'outcome', c.outcome, 'child_run_id', c.child_run_id,
        'started', c.started, 'completed', c.completed) from tool_calls c where c.id = q.tool_call_id)`.as('call'),
    ]);
}

/** Finds the run, the kind and the approvers of an approval request in any project. */
export function findApprovalRun(db: Executor, id: string) {
  return db
    .selectFrom('approval_requests')
    .select(['id', 'kind', 'run_id', 'approvers', 'agent_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}
