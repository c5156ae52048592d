import { type Selectable, sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { EVAL_TRIGGER, type RunError } from '../../runs/contract.ts';
import { selectVisibility } from '../../runs/kind.ts';
import { isRunVisible } from '../../runs/visibility.ts';
import type { ToolCallsTable } from '../tables.ts';
import { selectTree, selectTreeCost } from '../tools/child-runs.ts';
import { agentRunKind } from './run-kind.ts';

/** A past run of an agent for comparisons. */
export interface AgentReference {
  readonly id: string;
  readonly agent_revision_id: string;
  readonly message: string;
  readonly output: string | null;
  readonly formatted_output: unknown;
  readonly status: string;
  readonly is_error: boolean;
  readonly error: RunError | null;
  readonly total_tokens: number;
  /** Includes its descendants. */
  readonly charged_credits: string;
  readonly created_by_type: string;
  readonly created_by: string;
  readonly visibility: string;
  /** Whether it continues an existing session. */
  readonly continues: boolean;
  readonly started: Date | null;
  readonly completed: Date | null;
}

const CONTINUES = sql<boolean>`exists (select from agent_runs e where e.session_id = r.session_id and e.id < r.id)`;

/** Lists runs of an agent, or of all agents. */
export async function listAgentReferences(
  db: Executor,
  agentId: string | undefined,
  ids: readonly string[],
): Promise<AgentReference[]> {
  const ofAgent = agentId === undefined ? sql`` : sql`and r.agent_id = ${agentId}`;
  const { rows } = await sql<AgentReference>`
    select r.id, r.agent_revision_id, r.message, r.output, r.formatted_output, r.status, r.is_error, r.error,
      r.input_tokens + r.output_tokens as total_tokens, ${selectTreeCost(sql`r`)} as charged_credits, r.created_by_type, r.created_by,
      ${selectVisibility(agentRunKind.parent, 'g')} as visibility, ${CONTINUES} as continues, r.started, r.completed
    from agent_runs r join agents g on g.id = r.agent_id
    where r.id = any(${[...ids]}::uuid[]) ${ofAgent}`.execute(db);
  return rows;
}

/**
 * Lists the newest successful runs of an agent by other revisions that people started, each the first of its session.
 * Only runs that the caller can see.
 */
export async function listLatestAgentRuns(
  db: Executor,
  principal: Principal,
  { resourceId, count, notOf }: { readonly resourceId: string; readonly count: number; readonly notOf: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from agent_runs r join agents g on g.id = r.agent_id
    where r.agent_id = ${resourceId} and r.agent_revision_id <> ${notOf} and r.status = 'completed'
      and r.trigger_type <> ${EVAL_TRIGGER} and r.tool_call_id is null and not ${CONTINUES} and ${isRunVisible(principal, agentRunKind, 'g')}
    order by r.id desc limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the newest revision of an agent. */
export async function findNewestAgentRevision(db: Executor, agentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('agent_revisions')
    .select('id')
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** A call of a trajectory, with the decision on its newest request. */
export type CallOfRun = Pick<
  Selectable<ToolCallsTable>,
  | 'run_id'
  | 'turn'
  | 'tool_name'
  | 'tool_names'
  | 'tool_type'
  | 'arguments'
  | 'edited_arguments'
  | 'side_effects'
  | 'status'
  | 'outcome'
  | 'result'
> & { readonly approval_status: string | null };

/** Lists the calls of a run in the order of the model's requests. */
export async function listCallsOfRun(db: Executor, runId: string): Promise<CallOfRun[]> {
  const { rows } =
    await sql<CallOfRun>`select ${CALL_COLUMNS} where c.run_id = ${runId} order by c.turn, c.position`.execute(db);
  return rows;
}

/** Lists the ended calls of a run and its descendant agent runs. */
export async function listCallsOfTree(db: Executor, runId: string): Promise<CallOfRun[]> {
  const { rows } = await sql<CallOfRun>`
    with recursive ${selectTree(sql`${runId}::uuid`)}
    select ${CALL_COLUMNS} join tree on tree.id = c.run_id where c.status = 'done' order by c.created, c.turn, c.position`.execute(
    db,
  );
  return rows;
}

const CALL_COLUMNS = sql`c.run_id, c.turn, c.tool_name, c.tool_names, c.tool_type, c.arguments, c.edited_arguments, c.side_effects, c.status,
  c.outcome, c.result, (select q.status from approval_requests q where q.tool_call_id = c.id order by q.id desc limit 1) as approval_status
  from tool_calls c`;

/** Finds the top-level run of a run: itself if it has no parent, or the task run whose calls it makes. */
export async function findRootRun(db: Executor, runId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select coalesce(task_run_id, id) as id, tool_call_id from agent_runs where id = ${runId} union all
      select a.id, a.tool_call_id from above b join tool_calls c on c.id = b.tool_call_id join agent_runs a on a.id = c.run_id)
    select id from above where tool_call_id is null`.execute(db);
  return rows[0]?.id ?? runId;
}
