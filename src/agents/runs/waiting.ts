import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { getOrLoad } from '../../platform/cache.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import type { StoredMessage } from '../../platform/messages.ts';
import type { waitMessages } from '../../runs/wait-messages.ts';
import { buildWaitingFor } from '../../runs/waiting.ts';
import { selectProviderWaits, storeToolWait } from '../../tasks/tool-runs.ts';
import { PARKED_STATUSES } from '../contract.ts';
import type { agentWaits } from '../failures.ts';
import { copyApprovalEvents } from './descendant-events.ts';

/** SQL expression of a message. `params` are the arguments of `jsonb_build_object`. */
function buildMessage(
  code: keyof typeof agentWaits | keyof typeof waitMessages,
  params: RawBuilder<unknown>,
): RawBuilder<StoredMessage> {
  return sql`jsonb_build_object('code', ${sql.lit(code)}::text, 'params', jsonb_build_object(${params}))`;
}

/** Locks the run's row: calls read afterwards are current. */
export async function lockRun(trx: Executor, runId: string): Promise<void> {
  await sql`select id from agent_runs where id = ${runId} for update`.execute(trx);
}

/** The child run `k` of call `c`, if it waits, with its open requests. */
const PARKED_CHILD_RUN = sql`
  select k.waiting_for ->> 'kind' as kind, (k.waiting_for ->> 'until')::timestamptz as until, ${buildMessage(
    'wait_of_child_run',
    sql`'tool', c.tool_name, 'run', coalesce(k.task_run_id, k.id), 'count', p.count, 'requests', p.ids, 'detail', k.waiting_for -> 'detail'`,
  )} as detail
  from agent_runs k cross join lateral (
    select count(*), coalesce(jsonb_agg(id order by id), '[]') as ids from approval_requests where run_id = k.id and status = 'pending'
  ) p where k.tool_call_id = c.id and k.status = any(${[...PARKED_STATUSES]}::text[])`;

const WAIT_OF_CALL = sql`case when w.id is not null then ${buildMessage('wait_of_call', sql`'tool', c.tool_name, 'detail', w.detail`)} end`;
const SEVERAL_WAITS = buildMessage('wait_several', sql`'waits', o.details`);

/** Wait of call `c` for its connection, or of its child run for a provider. */
const UNAVAILABLE_WAIT = sql`
  select wait, case when run_id is null then ${buildMessage('wait_of_call', sql`'tool', c.tool_name, 'detail', wait -> 'detail'`)}
    else ${buildMessage(
      'wait_of_child_run',
      sql`'tool', c.tool_name, 'run', run_id, 'count', 0, 'requests', '[]'::jsonb, 'detail', wait -> 'detail'`,
    )} end as detail from (
    select c.provider_wait as wait, null::uuid as run_id where c.provider_wait is not null
    union all select k.waiting_for, coalesce(k.task_run_id, k.id) from agent_runs k
      where k.tool_call_id = c.id and k.status = 'running' and k.waiting_for ->> 'kind' = 'provider'
    union all ${selectProviderWaits(sql`c.id`)}
  ) away limit 1`;

/**
 * Updates the wait of a run without progress. It waits for a person while requests are pending or calls are parked, in
 * it or its child runs. Else it waits for an unavailable provider of a call or child run, and resumes by itself.
 * Requires the run's lock. A run whose next turn has begun stays unchanged.
 */
export async function refreshWaiting(trx: Executor, runId: string): Promise<void> {
  const { rows } = await sql<{ calls_runs: boolean }>`
    with changed as (
      update agent_runs r set status = n.status, waiting_for = n.waiting_for
      from (
        select case when w.moves or w.away is not null or w.kind is null then 'running' else 'waiting_for_human' end as status,
          case when w.moves then null when w.away is not null then (w.away::jsonb || jsonb_build_object('detail', w.detail))::json
            when w.kind is not null then ${buildWaitingFor(sql`w.kind`, sql`w.detail`, sql`w.until`)} end as waiting_for
        from (select o.*, case when jsonb_array_length(o.details) = 1 then o.details -> 0 else ${SEVERAL_WAITS} end as detail
          from (${selectOpenWaits(runId)}) o) w
      ) n
      where r.id = ${runId} and r.status in ('running', 'waiting_for_human')
        and not (r.status = 'running' and r.begun_turn > r.turns) and (r.status <> n.status
        or (r.waiting_for::jsonb - 'since') is distinct from (n.waiting_for::jsonb - 'since'))
      returning r.id, exists (
        select from tool_calls c join agent_runs k on k.tool_call_id = c.id where c.run_id = r.id and c.turn = r.turns) as calls_runs
    ) select calls_runs, pg_notify('holdfast_runs', id::text) from changed`.execute(trx);
  if (rows[0]?.calls_runs) await copyApprovalEvents(trx, runId);
}

/** Selects whether a run progresses and its waits: for a person, if `kind` is set, and for an unavailable provider. */
function selectOpenWaits(runId: string): RawBuilder<unknown> {
  return sql`
    select count(*) filter (where c.status in ('ready', 'running') and b.kind is null and a.wait is null) > 0 as moves,
      (array_agg(a.wait order by a.wait ->> 'until') filter (where a.wait is not null))[1] as away,
      case when count(q.id) > 0 or 'approval' = any(array_agg(b.kind)) then 'approval' else min(coalesce(w.kind, b.kind)) end as kind,
      min(least(q.expires_at, b.until)) as until,
      case when count(q.id) > 0 then jsonb_build_array(${buildMessage(
        'wait_approval',
        sql`'tools', jsonb_agg(q.tool_name order by q.id) filter (where q.id is not null), 'roles', (
          select jsonb_agg(distinct role) from approval_requests p, unnest(p.approvers) role
          where p.run_id = ${runId} and p.status = 'pending')`,
      )}) else '[]' end || coalesce(jsonb_agg(coalesce(${WAIT_OF_CALL}, b.detail, a.detail) order by c.turn, c.position)
        filter (where w.id is not null or b.kind is not null or a.wait is not null), '[]') as details
    from tool_calls c left join approval_requests q on q.tool_call_id = c.id and q.status = 'pending'
      left join run_waits w on w.tool_call_id = c.id and w.ended_at is null
      left join lateral (${PARKED_CHILD_RUN}) b on c.status in ('ready', 'running')
      left join lateral (${UNAVAILABLE_WAIT}) a on c.status in ('ready', 'running') and b.kind is null
    where c.run_id = ${runId}`;
}

/** The caller of a run, and the task run whose calls it executes. */
interface RunCallers {
  readonly id: string | null;
  readonly task_run_id: string | null;
}

const NO_CALLERS: RunCallers = { id: null, task_run_id: null };
const callersCache = new LRUCache<string, RunCallers>({ max: 5000 });

/**
 * Updates the waits of all calling runs after a wait may have changed. Each level has its own transaction, since a stop
 * takes locks from the top. Safe to repeat.
 */
export async function refreshCallers(db: Db, runId: string): Promise<void> {
  let above = await findCallers(db, runId);
  if (above.task_run_id !== null) await refreshTaskRun(db, runId, above.task_run_id);
  while (above.id !== null) {
    const caller = above.id;
    await db.transaction().execute(async (trx) => {
      await lockRun(trx, caller);
      await refreshWaiting(trx, caller);
    });
    above = await findCallers(db, caller);
  }
}

/** Copies the wait of the run that executes a task run's calls to the task run. */
async function refreshTaskRun(db: Db, runId: string, taskRunId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('agent_runs')
      .select(['status', 'waiting_for'])
      .where('id', '=', runId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!run) return;
    const isWaiting = PARKED_STATUSES.includes(run.status) || run.waiting_for?.kind === 'provider';
    await storeToolWait(trx, taskRunId, isWaiting ? run.waiting_for : null);
  });
}

/** Caches that a run has no caller. */
export function cacheTopLevelRun(runId: string): void {
  callersCache.set(runId, NO_CALLERS);
}

/** Finds the callers of a run. They never change. */
async function findCallers(db: Executor, runId: string): Promise<RunCallers> {
  const above = await getOrLoad(callersCache, runId, async () => {
    const { rows } = await sql<RunCallers>`
      select c.run_id as id, r.task_run_id from agent_runs r left join tool_calls c on c.id = r.tool_call_id where r.id = ${runId}`.execute(
      db,
    );
    return rows[0];
  });
  return above ?? NO_CALLERS;
}
