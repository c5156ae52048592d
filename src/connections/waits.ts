import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** Returns the lock under which a wait starts or ends, so none starts after its end. */
export function toWaitLock(onId: string, mode: 'ending' | 'beginning') {
  const take = sql.raw(mode === 'ending' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  return sql`select ${take}(hashtextextended(${onId}, 2))`;
}

/**
 * Ends all waits for connections or tools, in the transaction that repairs or removes them. `gone` is the
 * message for the model if the connection or tool will not return. Call `wakeWaitingRuns` after the commit.
 */
export async function endWaits(trx: Executor, onIds: readonly string[], gone?: string): Promise<void> {
  const ids = [...new Set(onIds)].sort();
  for (const id of ids) await toWaitLock(id, 'ending').execute(trx);
  await sql`
    insert into awaited_changes (on_id) select unnest(${ids}::uuid[])
    on conflict (on_id) do update set xid = excluded.xid, at = excluded.at`.execute(trx);
  await sql`
    update run_waits set ended_at = now(), gone = ${gone ?? null}
    where on_id = any(${ids}::uuid[]) and ended_at is null`.execute(trx);
  await repeatProvisioningRequests(trx, ids);
}

/** Returns whether a wait ended in a transaction that the snapshot `seen` does not contain. */
export async function hasChangedSince(trx: Executor, onId: string, seen: string): Promise<boolean> {
  const { rows } = await sql`
    select from awaited_changes where on_id = ${onId} and not pg_visible_in_snapshot(xid, ${seen}::pg_snapshot)`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Deletes changes that all attempts in progress have seen. */
export async function deleteOldChanges(db: Executor): Promise<void> {
  await sql`delete from awaited_changes where at < now() - interval '1 day'`.execute(db);
}

/** Repeats provisioning requests that depend on repaired or removed connections or tools, for their last requesters. */
async function repeatProvisioningRequests(trx: Executor, targetIds: readonly string[]): Promise<void> {
  const ids = [...targetIds];
  await sql`
    with needy as (
      select agent_revision_id from agent_provisionings where agent_revision_id in (
        select agent_revision_id from agent_dependencies where target_id = any(${ids}::uuid[])
        union select agent_revision_id from agent_dependencies where tool_id = any(${ids}::uuid[]))
      order by agent_revision_id for update
    )
    update agent_provisionings p set asked = p.asked + 1, asked_at = now()
    from needy where p.agent_revision_id = needy.agent_revision_id`.execute(trx);
}
