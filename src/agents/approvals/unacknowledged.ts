import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { childRuns } from '../tools/child-runs.ts';

/** A decided request that the workflow of its run has not acknowledged. */
export interface UnacknowledgedRequest {
  readonly request_id: string;
  /** ID of the run. */
  readonly id: string;
  readonly restarts: number;
}

/**
 * Lists decided requests whose call was not continued, with the run to wake. A call in progress has acknowledged its
 * decision.
 */
export async function listUnacknowledgedDecisions(
  db: Executor,
  graceSeconds: number,
): Promise<UnacknowledgedRequest[]> {
  const { rows } = await sql<UnacknowledgedRequest>`
    select q.id as request_id, r.id, r.restarts
    from tool_calls c join approval_requests q on q.tool_call_id = c.id join agent_runs r on r.id = c.run_id
    where c.status = 'ready' and q.status in ('approved', 'rejected', 'expired') and r.completed is null
      and q.decided_at < now() - make_interval(secs => ${graceSeconds})
      and not exists (select from effects e where e.tool_call_id = c.id and e.status = 'sent')
      and not exists (select from ${childRuns} t where t.tool_call_id = c.id)`.execute(db);
  return rows;
}

/** Lists expired requests that the workflow has not ended: its timer can be lost. */
export async function listUnacknowledgedExpiries(db: Executor, graceSeconds: number): Promise<UnacknowledgedRequest[]> {
  const { rows } = await sql<UnacknowledgedRequest>`
    select q.id as request_id, r.id, r.restarts
    from approval_requests q join agent_runs r on r.id = q.run_id
    where q.status = 'pending' and q.tool_call_id is not null and r.completed is null
      and q.expires_at < now() - make_interval(secs => ${graceSeconds})`.execute(db);
  return rows;
}

/** Lists requests of a run that were decided, expired or cancelled. */
export async function listDecidedRequests(db: Executor, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from approval_requests where run_id = ${runId} and status <> 'pending' order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Lists ended waits of a run's calls. */
export async function listEndedWaits(db: Executor, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from run_waits where run_id = ${runId} and tool_call_id is not null and ended_at is not null order by id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Lists runs whose workflow has not acknowledged a resume: the signal can be lost. */
export async function listUnacknowledgedResumes(db: Executor, graceSeconds: number) {
  const { rows } = await sql<{ id: string; restarts: number }>`
    select id, restarts from agent_runs
    where completed is null and resume_asked < now() - make_interval(secs => ${graceSeconds})`.execute(db);
  return rows;
}
