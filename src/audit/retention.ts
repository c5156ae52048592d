import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { getLowestIdSince } from './chain.ts';

/** Events per batch. */
const BATCH_SIZE = 1000;
/** Maximum batches per cycle; the rest waits for the next. */
const MAX_BATCHES = 50;

/**
 * Deletes events recorded more than `days` days ago; 0 keeps all. Each batch is one statement that stores the hash of
 * its newest deleted event as the chain's checkpoint.
 */
export async function trimAudit(db: Executor, days: number): Promise<void> {
  if (days === 0) return;
  const oldest = getLowestIdSince(days);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { rows } = await sql<{ deleted_events: number }>`
      with old as (
        select chain_id, max(seq) as seq
        from (select chain_id, seq from audit_events where id < ${oldest}::uuid order by id limit ${BATCH_SIZE}) o group by chain_id
      ), moved as (
        update audit_chains c set checkpoint_seq = e.seq, checkpoint_hash = e.hash
        from old join audit_events e on e.chain_id = old.chain_id and e.seq = old.seq
        where c.id = e.chain_id and c.checkpoint_seq < e.seq
        returning c.id, c.checkpoint_seq
      ), deleted_events as (
        delete from audit_events e using moved m where e.chain_id = m.id and e.seq <= m.checkpoint_seq returning e.id
      )
      select count(*)::int as deleted_events from deleted_events`.execute(db);
    if ((rows[0]?.deleted_events ?? 0) === 0) return;
  }
}
