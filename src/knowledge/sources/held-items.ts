/** Compares the changed contents of a run, because a server can return one error page for all its files. */

import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { SourceItem } from './items.ts';

/** Reason of an item whose new content is that of other items, too. */
export const SAME_CONTENT = 'SAME_CONTENT';

/** Holds after which the content of an item is accepted although each visit returns another one. */
const MAX_HOLDS = 2;

/**
 * Compares the new content of a locked item with that of the other items of its run. `held`: the run visits the item
 * again after the others. `repeated`: other items, whose contents differed before, have the same content now.
 */
export async function compareContent(
  trx: Executor,
  item: SourceItem,
  sha256: Buffer,
): Promise<'accepted' | 'held' | 'repeated'> {
  const { rows } = await sql<{ repeated: boolean; open: boolean }>`
    select exists (select ${listOtherItems(item)} and held_sha256 = ${sha256} and sha256 <> ${sha256}
        and sha256 is distinct from ${item.sha256}) as repeated,
      exists (select ${listOtherItems(item)} and state = 'pending')
        or exists (select ${listOtherItems(item)} and held_sha256 is not null and state = 'held') as open`.execute(trx);
  const [others] = rows;
  if (others?.repeated) {
    await holdItem(trx, item, sha256, 'settled');
    return 'repeated';
  }
  const isStable = item.held_sha256?.equals(sha256) || (item.held_sha256 !== null && item.attempts >= MAX_HOLDS);
  if (isStable || !others?.open) return 'accepted';
  await holdItem(trx, item, sha256, 'held');
  return 'held';
}

/** The other items of a run that have documents. */
const listOtherItems = (item: SourceItem) =>
  sql`from source_items where source_id = ${item.source_id} and run_id = ${item.run_id} and ref <> ${item.ref}
    and document_id is not null`;

async function holdItem(trx: Executor, item: SourceItem, sha256: Buffer, state: 'held' | 'settled'): Promise<void> {
  await trx
    .updateTable('source_items')
    .set({ state, held_sha256: sha256, attempts: item.attempts + 1, not_before: null })
    .where('source_id', '=', item.source_id)
    .where('ref', '=', item.ref)
    .execute();
}

/** Queues the held items of a run again. Returns whether there were any. */
export async function releaseHeldItems(db: Executor, run: { readonly id: string; readonly source_id: string }) {
  const { numUpdatedRows } = await db
    .updateTable('source_items')
    .set({ state: 'pending' })
    .where('source_id', '=', run.source_id)
    .where('run_id', '=', run.id)
    .where('state', '=', 'held')
    .where('held_sha256', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
