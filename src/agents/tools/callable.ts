import { sql } from 'kysely';
import { MAX_CALL_DEPTH } from '../../platform/call-depth.ts';
import type { Executor } from '../../platform/db/client.ts';
import { selectLiveAgents } from '../live-agents.ts';

/** An agent as a tool of another agent, by a pinned or the active revision. */
export interface AgentAttachment {
  readonly task_agent_id: string;
  readonly task_agent_revision_id: string | null;
}

/** A callable agent and its revision. Null if the requested revision does not exist. */
interface CallableAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly revision_id: string | null;
}

/** Finds the active agents that items name, in order. Undefined for a missing agent. */
export async function findCallableAgents(
  db: Executor,
  projectId: string,
  items: readonly AgentAttachment[],
): Promise<readonly (CallableAgent | undefined)[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<CallableAgent & { n: number }>`
    select i.n, g.id, g.name, g.description, v.id as revision_id
    from json_to_recordset(${JSON.stringify(items.map((item, n) => ({ ...item, n })))}::json)
        as i(n int, task_agent_id uuid, task_agent_revision_id uuid)
      join agents g on g.id = i.task_agent_id and g.project_id = ${projectId} and g.deleted_at is null and not g.of_task
      left join agent_revisions v on v.agent_id = g.id and v.id = coalesce(i.task_agent_revision_id, g.active_revision_id)`.execute(
    db,
  );
  return items.map((_, n) => rows.find((row) => row.n === n));
}

/** Reach of the calls of an item. */
interface Reach {
  /** Whether calls lead back to the agent itself. */
  readonly itself: boolean;
  /** Depth of the chain of agents. */
  readonly depth: number;
}

/** Follows an item through the agents' active and pinned revisions, one level further than calls may go. */
export async function getReach(db: Executor, item: AgentAttachment, agentId: string | undefined): Promise<Reach> {
  const { rows } = await sql<Reach>`
    with recursive reached as (
      select ${item.task_agent_id}::uuid as agent_id, ${item.task_agent_revision_id}::uuid as revision_id, 1 as depth
      union
      select t.task_agent_id, t.task_agent_revision_id, r.depth + 1
      from reached r join agents g on g.id = r.agent_id and g.deleted_at is null
        join agent_revisions v on v.id = coalesce(r.revision_id, g.active_revision_id)
        cross join json_to_recordset(v.agent_tools) as t(task_agent_id uuid, task_agent_revision_id uuid)
      where r.depth <= ${MAX_CALL_DEPTH}
    ) select coalesce(bool_or(agent_id = ${agentId ?? null}::uuid), false) as itself, max(depth) as depth from reached`.execute(
    db,
  );
  return rows[0] ?? { itself: false, depth: 0 };
}

/** Lists the agents of the project that outside agents can find, as items of their active revisions, oldest first. */
export async function listExposedAgents(db: Executor, projectId: string, limit: number): Promise<AgentAttachment[]> {
  const exposed = selectLiveAgents(db, projectId).where('exposed_to_agents', '=', true);
  const rows = await exposed.orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => ({ task_agent_id: id, task_agent_revision_id: null }));
}
