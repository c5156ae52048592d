import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';

/**
 * Acquires a lane for one visit across all projects. Returns false if it is taken. The lease expires after `leaseMs`.
 */
export async function acquireLane(db: Executor, lane: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into source_lanes as l (lane, free_at) values (${lane}, now() + ${leaseMs} * interval '1 millisecond')
    on conflict (lane) do update set free_at = excluded.free_at where l.free_at <= now() returning lane`.execute(db);
  return rows.length > 0;
}

/** Releases a lane; the next visit may follow after a pause. */
export async function releaseLane(db: Executor, lane: string, pauseMs: number): Promise<void> {
  await sql`update source_lanes set free_at = now() + ${pauseMs} * interval '1 millisecond' where lane = ${lane}`.execute(
    db,
  );
}

/** Deletes lanes that were unused for an hour. */
export async function deleteOldLanes(db: Executor): Promise<void> {
  await sql`delete from source_lanes where free_at < now() - interval '1 hour'`.execute(db);
}
