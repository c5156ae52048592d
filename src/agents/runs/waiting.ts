import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { waitingForSql } from '../../runs/waiting.ts';

/** Takes the run's row lock, so that what is read of its calls next can't be outdated. */
export async function lockRun(trx: Executor, runId: string): Promise<void> {
  await sql`select id from agent_runs where id = ${runId} for update`.execute(trx);
}

/** Sets whether a run waits for a person: it does while requests are pending and no call is ready or running. Needs the run's lock. */
export async function refreshWaiting(trx: Executor, runId: string): Promise<void> {
  await sql`
    update agent_runs r set
      status = case when w.pending > 0 and w.moving = 0 then 'waiting_for_human' else 'running' end,
      waiting_for = case when w.pending > 0 and w.moving = 0
        then ${waitingForSql('approval', sql`w.tools || ' waits for approval by ' || w.deciders`, sql`w.until`)} end
    from (
      select count(*) filter (where c.status in ('ready', 'running')) as moving,
        count(q.id) as pending, min(q.expires_at) as until, string_agg(q.tool_name, ', ' order by q.id) as tools,
        (select string_agg(distinct role, ' or ') from approval_requests p, unnest(p.approvers) role
          where p.run_id = ${runId} and p.status = 'pending') as deciders
      from tool_calls c left join approval_requests q on q.tool_call_id = c.id and q.status = 'pending'
      where c.run_id = ${runId}
    ) w
    where r.id = ${runId} and r.status in ('running', 'waiting_for_human')`.execute(trx);
  await sql`select pg_notify('holdfast_runs', ${runId})`.execute(trx);
}
