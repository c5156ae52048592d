import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { RunRef } from '../../platform/temporal/run-ref.ts';
import { isWaitingForLater } from '../../runs/awaiting.ts';
import { hasEndedOutage } from '../../runs/outages.ts';
import { retryChildRunsNow, selectTree } from '../tools/child-runs.ts';

/** A tool call that waits for its connection, with the run to signal. */
export interface WaitingCall extends RunRef {
  readonly call_id: string;
}

/** Number of calls woken at once after an outage. */
const WAKE_BATCH = 20;

/**
 * Finds one call that waits for the end of an outage, a different one each time. Returns an empty list if no call
 * waits.
 */
export async function findAwaitingCall(db: Executor, key: string): Promise<WaitingCall[]> {
  const { rows } = await sql<WaitingCall>`
    select c.id as call_id, r.id, r.restarts from tool_calls c join agent_runs r on r.id = c.run_id
    where c.awaited_outages @> array[${key}::text] and r.completed is null order by random() limit 1`.execute(db);
  return rows;
}

/** Claims calls whose outage has ended or that must be woken now. */
export async function claimCallsToWake(db: Executor): Promise<WaitingCall[]> {
  const { rows } = await sql<WaitingCall>`
    update tool_calls c set awaited_outages = null from agent_runs r where r.id = c.run_id and c.id in (
      select o.id from tool_calls o where o.awaited_outages is not null and ${hasEndedOutage(sql`o.awaited_outages`)}
      order by o.id limit ${WAKE_BATCH} for update skip locked)
    returning c.id as call_id, r.id, r.restarts`.execute(db);
  return rows;
}

/**
 * Schedules the next attempt now for everything that waits for a provider: runs, their calls and their child runs.
 * Maintenance wakes them within a second. Returns the awaited providers.
 */
export async function retryTreeNow(trx: Executor, runIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    with recursive ${selectTree(sql`unnest(${[...runIds]}::uuid[])`)}, woken_calls as (
      update tool_calls c set awaited_outages = '{}' from tree
      where c.run_id = tree.id and c.status not in ('done', 'cancelled') and ${isWaitingForLater(sql`c.provider_wait`)}
      returning c.provider_wait as wait
    ), woken_runs as (
      update agent_runs r set awaited_outages = '{}' from tree
      where r.id = tree.id and r.begun_turn > r.turns and ${isWaitingForLater(sql`r.waiting_for`)} returning r.waiting_for as wait
    )
    select distinct wait ->> 'provider' as provider from (
      select wait from woken_calls union all select wait from woken_runs) w`.execute(trx);
  const ofChildRuns = await retryChildRunsNow(trx, runIds);
  return [...new Set([...rows.map(({ provider }) => provider), ...ofChildRuns])];
}
