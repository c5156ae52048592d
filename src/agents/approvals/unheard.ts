import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { childRuns } from '../tools/child-runs.ts';

/** A request of which its run's workflow is to hear. */
export interface UnheardRequest {
  readonly request_id: string;
  /** The run. */
  readonly id: string;
  readonly restarts: number;
}

/** Decided requests whose call still waits to be dealt with, with the run to wake. Calls that are being made were heard. */
export async function unheardDecisions(db: Executor, graceSeconds: number): Promise<UnheardRequest[]> {
  const { rows } = await sql<UnheardRequest>`
    select q.id as request_id, r.id, r.restarts
    from tool_calls c join approval_requests q on q.tool_call_id = c.id join agent_runs r on r.id = c.run_id
    where c.status = 'ready' and q.status in ('approved', 'rejected', 'expired') and r.completed is null
      and q.decided_at < now() - make_interval(secs => ${graceSeconds})
      and not exists (select from effects e where e.tool_call_id = c.id and e.status = 'sent')
      and not exists (select from ${childRuns} t where t.tool_call_id = c.id)`.execute(db);
  return rows;
}

/** Requests about calls whose time is over, while the workflow that ends them has not: its timer may be lost with it. */
export async function unheardExpiries(db: Executor, graceSeconds: number): Promise<UnheardRequest[]> {
  const { rows } = await sql<UnheardRequest>`
    select q.id as request_id, r.id, r.restarts
    from approval_requests q join agent_runs r on r.id = q.run_id
    where q.status = 'pending' and q.tool_call_id is not null and r.completed is null
      and q.expires_at < now() - make_interval(secs => ${graceSeconds})`.execute(db);
  return rows;
}

/** The requests of a run that were decided, by a person or by time, or taken back. */
export async function decidedRequests(db: Executor, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from approval_requests where run_id = ${runId} and status <> 'pending' order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** The waits of a run's calls that have ended. */
export async function endedWaits(db: Executor, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from run_waits where run_id = ${runId} and tool_call_id is not null and ended_at is not null order by id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Runs whose workflow was told to go on and has not yet: the telling may be lost. */
export async function unheardResumes(db: Executor, graceSeconds: number) {
  const { rows } = await sql<{ id: string; restarts: number }>`
    select id, restarts from agent_runs
    where completed is null and resume_asked < now() - make_interval(secs => ${graceSeconds})`.execute(db);
  return rows;
}
