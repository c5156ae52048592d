import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** An unfinished run. */
export interface OpenRun {
  readonly id: string;
  readonly org_id: string;
  readonly kind: 'taskRun' | 'agentRun';
  readonly restarts: number;
  /** Newest stored turn of an agent run; 0 for none. */
  readonly turns: number;
  /** Whether it was asked to stop. */
  readonly stopping: boolean;
}

/** Unfinished runs older than a grace time, in the order of their ids, after one of them. Runs of tools are their agent run's business. */
export async function openRuns(db: Executor, graceSeconds: number, after: string, limit: number): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    select id, org_id, 'agentRun' as kind, restarts, turns, status = 'cancelling' as stopping from agent_runs
      where completed is null and id > ${after}::uuid and created < now() - make_interval(secs => ${graceSeconds})
    union all
    select id, org_id, 'taskRun' as kind, restarts, 0 as turns, status = 'cancelling' as stopping from task_runs
      where completed is null and tool_call_id is null and id > ${after}::uuid and created < now() - make_interval(secs => ${graceSeconds})
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Counts a restart of a run, once: a second reconciler that saw the same state gets false. */
export async function countRestart(db: Executor, run: OpenRun): Promise<boolean> {
  const table = sql.table(run.kind === 'agentRun' ? 'agent_runs' : 'task_runs');
  const { rows } = await sql`
    update ${table} set restarts = restarts + 1 where id = ${run.id} and restarts = ${run.restarts} and completed is null returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Decided requests whose call still waits to be dealt with, with the run to wake. */
export async function unheardDecisions(db: Executor, graceSeconds: number) {
  const { rows } = await sql<{ request_id: string; id: string; restarts: number }>`
    select q.id as request_id, r.id, r.restarts
    from tool_calls c join approval_requests q on q.tool_call_id = c.id join agent_runs r on r.id = c.run_id
    where c.status = 'ready' and q.status in ('approved', 'rejected', 'expired') and r.completed is null
      and q.decided_at < now() - make_interval(secs => ${graceSeconds})`.execute(db);
  return rows;
}

/** Forgets Idempotency-Keys whose time is over. */
export async function forgetOldKeys(db: Executor): Promise<void> {
  await sql`delete from idempotency_keys where created < now() - interval '24 hours'`.execute(db);
}
