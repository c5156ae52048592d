import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';

/**
 * Takes a lane for one visit, whoever else comes, from whatever project. Answers false where another has it; one that died
 * leaves it free after so many milliseconds.
 */
export async function acquireLane(db: Executor, lane: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into source_lanes as l (lane, free_at) values (${lane}, now() + ${leaseMs} * interval '1 millisecond')
    on conflict (lane) do update set free_at = excluded.free_at where l.free_at <= now() returning lane`.execute(db);
  return rows.length > 0;
}

/** Ends a visit; the next may come after a pause. */
export async function releaseLane(db: Executor, lane: string, pauseMs: number): Promise<void> {
  await sql`update source_lanes set free_at = now() + ${pauseMs} * interval '1 millisecond' where lane = ${lane}`.execute(
    db,
  );
}

/** Forgets lanes that nobody has visited for an hour. */
export async function deleteOldLanes(db: Executor): Promise<void> {
  await sql`delete from source_lanes where free_at < now() - interval '1 hour'`.execute(db);
}
