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
  /** Whether its agent, task or project was deleted while nobody asked it to stop. */
  readonly abandoned: boolean;
  /** Whether its row says that something is under way. */
  readonly moving: boolean;
}

/** Unfinished runs older than a grace time, in the order of their ids, after one of them. Runs of tools are their agent run's business. */
export async function openRuns(db: Executor, graceSeconds: number, after: string, limit: number): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    select r.id, r.org_id, 'agentRun' as kind, r.restarts, r.turns, r.status = 'cancelling' as stopping,
        r.status <> 'cancelling' and coalesce(g.deleted_at, p.deleted_at) is not null as abandoned, r.status = 'running' as moving
      from agent_runs r join agents g on g.id = r.agent_id join projects p on p.id = r.project_id
      where r.completed is null and r.id > ${after}::uuid and r.created < now() - make_interval(secs => ${graceSeconds})
    union all
    select r.id, r.org_id, 'taskRun' as kind, r.restarts, 0 as turns, r.status = 'cancelling' as stopping,
        r.status <> 'cancelling' and coalesce(t.deleted_at, p.deleted_at) is not null as abandoned, r.status = 'running' as moving
      from task_runs r join tasks t on t.id = r.task_id join projects p on p.id = r.project_id
      where r.completed is null and r.tool_call_id is null and r.id > ${after}::uuid
        and r.created < now() - make_interval(secs => ${graceSeconds})
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

/** A request that was decided or taken back, with the run to wake. */
export interface DecidedRequest {
  readonly request_id: string;
  /** The run. */
  readonly id: string;
  readonly restarts: number;
}

/** Decided requests whose call still waits to be dealt with, with the run to wake. Calls that are being made were heard. */
export async function unheardDecisions(db: Executor, graceSeconds: number): Promise<DecidedRequest[]> {
  const { rows } = await sql<DecidedRequest>`
    select q.id as request_id, r.id, r.restarts
    from tool_calls c join approval_requests q on q.tool_call_id = c.id join agent_runs r on r.id = c.run_id
    where c.status = 'ready' and q.status in ('approved', 'rejected', 'expired') and r.completed is null
      and q.decided_at < now() - make_interval(secs => ${graceSeconds})
      and not exists (select from effects e where e.tool_call_id = c.id and e.status = 'sent')
      and not exists (select from task_runs t where t.tool_call_id = c.id)`.execute(db);
  return rows;
}

/** The requests of a run that were decided, by a person or by time, or taken back. */
export async function decidedRequests(db: Executor, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from approval_requests where run_id = ${runId} and status <> 'pending' order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Runs whose workflow was told to go on and has not yet: the telling may be lost. */
export async function unheardResumes(db: Executor, graceSeconds: number) {
  const { rows } = await sql<{ id: string; restarts: number }>`
    select id, restarts from agent_runs
    where completed is null and resume_asked < now() - make_interval(secs => ${graceSeconds})`.execute(db);
  return rows;
}

/** Forgets Idempotency-Keys whose time is over. */
export async function forgetOldKeys(db: Executor): Promise<void> {
  await sql`delete from idempotency_keys where created < now() - interval '24 hours'`.execute(db);
}
