import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';

/**
 * Copies approval events of child runs into the events of their parent run, each once: pending requests, and
 * decisions on copied requests. A copy names the child run and its agent or task. Requires the parent's lock.
 */
export async function copyApprovalEvents(trx: Executor, runId: string): Promise<void> {
  await sql`
    with source as (
      select e.kind, e.payload, c.turn, k.id as child_id, k.task_run_id, k.agent_id, e.seq, e.payload ->> 'approval_request_id' as request_id
      from agent_runs r join tool_calls c on c.run_id = r.id and c.turn = r.turns
        join agent_runs k on k.tool_call_id = c.id join run_events e on e.run_id = k.id
      where r.id = ${runId} and e.kind in ('approval_required', 'approval_decided')
    ), copied as (
      select o.kind, o.payload ->> 'approval_request_id' as request_id from run_events o
      where o.run_id = ${runId} and o.kind in ('approval_required', 'approval_decided')
    ), missing as (
      select s.*, row_number() over (order by s.child_id, s.seq) as position from source s
      where not exists (select from copied d where d.kind = s.kind and d.request_id = s.request_id)
        and case s.kind when 'approval_required'
          then exists (select from approval_requests q where q.id = s.request_id::uuid and q.status = 'pending')
          else exists (select from copied d where d.kind = 'approval_required' and d.request_id = s.request_id) end
    ), run as (
      update agent_runs set event_seq = event_seq + (select count(*) from missing)
      where id = ${runId} and exists (select from missing) returning id, event_seq
    )
    insert into run_events (run_id, seq, kind, turn, payload)
    select run.id, run.event_seq - (select count(*) from missing) + m.position, m.kind, m.turn,
      jsonb_build_object('child_run_id', coalesce(m.task_run_id, m.child_id), 'task_agent_id', m.agent_id) || m.payload::jsonb
    from run, missing m`.execute(trx);
}
