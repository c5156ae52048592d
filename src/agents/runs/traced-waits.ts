import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { TracedWait } from '../../runs/kind.ts';

/** Lists the approval requests of ended runs and their waits for connections and tools. It names no person. */
export async function listWaits(db: Executor, runIds: readonly string[]): Promise<readonly TracedWait[]> {
  const { rows } = await sql<TracedWait>`
    select q.id, q.run_id, 'wait for ' || case q.kind when 'tool_call' then 'approval' else q.kind end as name, q.created as start,
      coalesce(q.decided_at, q.expires_at, r.completed) as end,
      json_build_object('holdfast.approval.id', q.id, 'holdfast.approval.kind', q.kind, 'holdfast.approval.status', q.status,
        'gen_ai.tool.name', q.tool_name) as attributes
    from approval_requests q join agent_runs r on r.id = q.run_id where q.run_id = any(${runIds}::uuid[])
    union all
    select w.id, w.run_id, 'wait for ' || w.kind, w.created, coalesce(w.ended_at, r.completed), json_build_object('holdfast.wait.kind', w.kind)
    from run_waits w join agent_runs r on r.id = w.run_id where w.run_id = any(${runIds}::uuid[])`.execute(db);
  return rows;
}
