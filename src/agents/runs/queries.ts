import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import { type FileRecord, filesColumn } from '../../files/queries.ts';
import { type Executor, json, withUnique } from '../../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { getActiveTraceparent } from '../../platform/telemetry/tracing.ts';
import type { RunOf } from '../../runs/contract.ts';
import { hasFeedback, type ScoreFilter, selectFeedbackCountColumn } from '../../runs/feedback/columns.ts';
import { selectVisibility } from '../../runs/kind.ts';
import { isRunVisible } from '../../runs/visibility.ts';
import { selectWithoutWorker } from '../../runs/waiting.ts';
import { agentErrors } from '../errors.ts';
import type { AgentRunsTable } from '../tables.ts';
import { selectTreeCost } from '../tools/child-runs.ts';
import { agentRunKind } from './run-kind.ts';

type AgentRunRow = Selectable<AgentRunsTable>;

/** A run with the other fields of its record. */
export interface AgentRunDetail extends AgentRunRow {
  /** The agent's run visibility. */
  readonly visibility: string;
  readonly task_agent: RunOf;
  /** Time since which no worker is available for a run that should progress. */
  readonly without_worker: Date | null;
  readonly files: readonly FileRecord[];
  /** Number of feedback entries. */
  readonly feedback_count: number;
  /** Names of the called tools, by type. */
  readonly tools_invoked: Readonly<Record<string, readonly string[]>>;
  /** Names of the loaded skills, in order. */
  readonly skills_activated: readonly string[];
  /** Parent run whose call it answers. Null for a top-level run. */
  readonly parent: { readonly task_agent_run_id: string; readonly tool_call_id: string } | null;
  /** Agent runs that answer its calls. */
  readonly child_runs: readonly {
    readonly id: string;
    readonly task_agent_id: string;
    readonly tool_call_id: string;
    readonly status: string;
  }[];
  /** Cost of the run and its descendants, an exact decimal. */
  readonly tree_charged_credits: string;
  readonly approval_requests: readonly {
    readonly id: string;
    readonly kind: string;
    readonly status: string;
    readonly tool_type: string;
    readonly arguments: unknown;
    readonly arguments_digest: string;
    readonly expires_at: string | null;
    readonly tool_name: string;
    /** Null without a call. */
    readonly tool_call_id: string | null;
  }[];
}

/** Values of a new agent run. */
interface NewAgentRun {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly agentId: string;
  readonly agentRevisionId: string;
  readonly sessionId: string;
  /** Title of a new session. Null continues a session. */
  readonly newSessionTitle: string | null;
  readonly message: string;
  readonly triggerType: string;
  /** Trigger that started the run. */
  readonly triggerId?: string | null;
  readonly createdByType: string;
  readonly createdBy: string;
  /** OAuth client that started it as its project. */
  readonly clientId: string | null;
  /** Number of runs above a top-level run that called through the API. Default 0. */
  readonly depth?: number | undefined;
  /** Call of the parent run, depth of the run, and the agents of its ancestors. */
  readonly calledBy?: { readonly toolCallId: string; readonly depth: number; readonly agents: readonly string[] };
  /** Task run whose tool calls it makes. */
  readonly taskRunId?: string;
  /** Run whose conversation its message repeats. */
  readonly forkedFromRunId?: string | undefined;
  /** Statement that stores the audit event of the start, if any. */
  readonly storeEvent?: RawBuilder<unknown> | undefined;
}

/**
 * Stores a queued run with its first event, and its session if that is new. Throws a 409 while another run of the
 * session is active.
 */
export async function insertAgentRun(db: Executor, run: NewAgentRun): Promise<void> {
  const first = { session_id: run.sessionId, run_id: run.id };
  const session =
    run.newSessionTitle === null
      ? sql`update sessions set modified = now() where id = ${run.sessionId} returning id`
      : sql`insert into sessions (id, org_id, project_id, agent_id, agent_revision_id, title)
          values (${run.sessionId}, ${run.orgId}, ${run.projectId}, ${run.agentId}, ${run.agentRevisionId}, ${run.newSessionTitle}) returning id`;
  const toError = () => agentErrors.sessionBusy(run.sessionId);
  await withUnique('agent_runs_one_open', toError, () =>
    sql`
      with session as (${session}), ${run.storeEvent === undefined ? sql`` : sql`kept as (${run.storeEvent}),`} run as (
        insert into agent_runs (id, org_id, project_id, agent_id, agent_revision_id, session_id, message, trigger_type, trigger_id, created_by_type, created_by, client_id, tool_call_id, task_run_id, depth, calling_agents, forked_from_run_id, traceparent, event_seq)
        select ${run.id}::uuid, ${run.orgId}::uuid, ${run.projectId}::uuid, ${run.agentId}::uuid, ${run.agentRevisionId}::uuid, session.id,
          ${run.message}, ${run.triggerType}, ${run.triggerId ?? null}::uuid, ${run.createdByType}, ${run.createdBy}::uuid, ${run.clientId}::uuid,
          ${run.calledBy?.toolCallId ?? null}::uuid, ${run.taskRunId ?? null}::uuid, ${run.calledBy?.depth ?? run.depth ?? 0}::int, ${[...(run.calledBy?.agents ?? [])]}::uuid[], ${run.forkedFromRunId ?? null}::uuid, ${getActiveTraceparent()}, 1 from session returning id
      )
      insert into run_events (run_id, seq, kind, turn, payload) select id, 1, 'session_id', 0, ${json(first)} from run`.execute(
      db,
    ),
  );
}

/** Finds a run, of the given agent if any. */
export function findAgentRun(
  db: Executor,
  agentId: string | undefined,
  id: string,
): Promise<AgentRunDetail | undefined> {
  const run = selectRunDetails(db).where('r.id', '=', id);
  return (agentId === undefined ? run : run.where('r.agent_id', '=', agentId)).executeTakeFirst();
}

/** Filters of a list of agent runs. */
interface AgentRunFilter {
  /** The caller. The runs are those of the path's project that the caller can see. */
  readonly principal: Principal;
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly isError?: boolean;
  /** Whether failures were injected. True matches no run. */
  readonly chaosEnabled?: boolean | undefined;
  /** By type of tool: runs with a failed call (true) or without one (false). */
  readonly hadToolFail?: Readonly<Record<string, boolean | undefined>>;
  readonly status?: string;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly minDurationMs?: number;
  readonly revisionId?: string;
  readonly triggerType?: string;
  readonly triggerId?: string;
  /** Child runs of this run only. */
  readonly parentRunId?: string;
  /** Top-level runs only (true), or child runs only (false). */
  readonly topLevel?: boolean;
  /** Forks of this run only. */
  readonly forkedFromRunId?: string;
  readonly feedback?: ScoreFilter;
}

/** Lists agent runs that match the filter and that the caller can see, newest first. */
export function listAgentRuns(db: Executor, filter: AgentRunFilter, page: PageRequest) {
  const seen = isRunVisible(filter.principal, agentRunKind, 'g');
  let rows = selectRunDetails(db).where('r.project_id', '=', filter.principal.projectId).where(seen);
  if (filter.agentId !== undefined) rows = rows.where('r.agent_id', '=', filter.agentId);
  if (filter.sessionId !== undefined) rows = rows.where('r.session_id', '=', filter.sessionId);
  if (filter.isError !== undefined) rows = rows.where('r.is_error', '=', filter.isError);
  if (filter.status !== undefined) rows = rows.where('r.status', '=', filter.status as AgentRunRow['status']);
  // Active runs have their own index.
  if (agentRunKind.states.includes(filter.status ?? '')) rows = rows.where('r.completed', 'is', null);
  if (filter.createdAfter !== undefined) rows = rows.where('r.created', '>=', filter.createdAfter);
  if (filter.createdBefore !== undefined) rows = rows.where('r.created', '<', filter.createdBefore);
  if (filter.revisionId !== undefined) rows = rows.where('r.agent_revision_id', '=', filter.revisionId);
  if (filter.triggerType !== undefined) rows = rows.where('r.trigger_type', '=', filter.triggerType);
  if (filter.triggerId !== undefined) rows = rows.where('r.trigger_id', '=', filter.triggerId);
  if (filter.chaosEnabled === true) rows = rows.where(sql<boolean>`false`);
  if (filter.topLevel !== undefined) rows = rows.where('r.tool_call_id', filter.topLevel ? 'is' : 'is not', null);
  if (filter.forkedFromRunId !== undefined) rows = rows.where('r.forked_from_run_id', '=', filter.forkedFromRunId);
  if (filter.feedback !== undefined) rows = rows.where(hasFeedback('agent_run_id', filter.feedback));
  if (filter.parentRunId !== undefined) {
    const { parentRunId } = filter;
    rows = rows.where('r.tool_call_id', 'in', (calls) =>
      calls.selectFrom('tool_calls').select('tool_calls.id').where('tool_calls.run_id', '=', parentRunId),
    );
  }
  if (filter.minDurationMs !== undefined) {
    rows = rows.where(
      sql<boolean>`extract(epoch from (coalesce(r.completed, now()) - r.created)) * 1000 >= ${filter.minDurationMs}`,
    );
  }
  for (const [type, expected] of Object.entries(filter.hadToolFail ?? {})) {
    if (expected === undefined) continue;
    const failed = sql`exists (select from tool_calls c where c.run_id = r.id and c.tool_type = ${type} and c.outcome = 'error')`;
    rows = rows.where(sql<boolean>`${failed} = ${expected}`);
  }
  return paginate(rows, sortByNewest('r.id'), page);
}

function selectRunDetails(db: Executor) {
  return db
    .selectFrom('agent_runs as r')
    .innerJoin('agents as g', 'g.id', 'r.agent_id')
    .where('r.task_run_id', 'is', null)
    .selectAll('r')
    .select([
      selectVisibility(agentRunKind.parent, 'g').as('visibility'),
      sql<RunOf>`json_build_object('id', g.id, 'name', g.name, 'deleted', g.deleted_at is not null)`.as('task_agent'),
      selectWithoutWorker(
        sql`coalesce((select e.created from run_events e where e.run_id = r.id order by e.seq desc limit 1), r.created)`,
      ).as('without_worker'),
      filesColumn(sql`r.id`).as('files'),
      selectFeedbackCountColumn('agent_run_id').as('feedback_count'),
      sql<AgentRunDetail['tools_invoked']>`coalesce((select json_object_agg(i.tool_type, i.names) from (
        select c.tool_type, json_agg(distinct c.tool_name) as names from tool_calls c where c.run_id = r.id group by c.tool_type) i), '{}')`.as(
        'tools_invoked',
      ),
      sql<string[]>`array(select k.name from run_skills k where k.run_id = r.id and k.activated is not null
        order by k.activated, k.position)`.as('skills_activated'),
      sql<AgentRunDetail['parent']>`(select json_build_object('task_agent_run_id', c.run_id, 'tool_call_id', c.id)
        from tool_calls c where c.id = r.tool_call_id)`.as('parent'),
      sql<
        AgentRunDetail['child_runs']
      >`coalesce((select json_agg(json_build_object('id', b.id, 'task_agent_id', b.agent_id,
        'tool_call_id', c.id, 'status', b.status) order by c.turn, c.position)
        from tool_calls c join agent_runs b on b.tool_call_id = c.id and b.task_run_id is null where c.run_id = r.id), '[]')`.as(
        'child_runs',
      ),
      selectTreeCost(sql`r`).as('tree_charged_credits'),
      sql<
        AgentRunDetail['approval_requests']
      >`coalesce((select json_agg(json_build_object('id', q.id, 'status', q.status, 'tool_name', q.tool_name,
        'tool_call_id', q.tool_call_id, 'kind', q.kind, 'tool_type', q.tool_type, 'arguments', q.arguments,
        'arguments_digest', q.arguments_digest, 'expires_at', q.expires_at) order by q.id) from approval_requests q where q.run_id = r.id), '[]')`.as(
        'approval_requests',
      ),
    ]);
}
