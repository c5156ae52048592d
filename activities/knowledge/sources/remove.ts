import type { SourceItem } from '../../../src/knowledge/sources/items.ts';
import {
  keepItems,
  listRemovingItems,
  lockRemovingItems,
  removeDocuments,
} from '../../../src/knowledge/sources/removals.ts';
import { addRunNote, recordItem } from '../../../src/knowledge/sources/runs.ts';
import { OutboundError } from '../../../src/platform/http/guarded-client.ts';
import { SourceError, type SourceVisitor, type SyncContext } from './kind.ts';

/** Items removed per transaction. */
const ITEMS_PER_TRANSACTION = 50;

const PRESENT_NOTE = 'some documents were kept because the source still has their items, although its list lacks them';
const UNKNOWN_NOTE = 'some documents were kept because the source did not confirm that their items are gone';

/** Deletes the documents that the run may remove, each after the source confirmed that its item is gone. */
export async function removeMissing(step: SyncContext, visitor: SourceVisitor): Promise<void> {
  const { ctx, run, signal } = step;
  for (;;) {
    signal.throwIfAborted();
    const items = await listRemovingItems(ctx.db, run, ITEMS_PER_TRANSACTION);
    if (items.length === 0) return;
    const { gone, kept, notes } = await confirmAbsence(step, visitor, items);
    const removed = await ctx.db.transaction().execute(async (trx) => {
      for (const note of notes) await addRunNote(trx, run.id, note);
      if (kept.length > 0) await keepItems(trx, run.source_id, kept);
      if (gone.length === 0) return [];
      const removed = await removeDocuments(trx, ctx, await lockRemovingItems(trx, run, gone));
      for (const { item } of removed)
        await recordItem(trx, run.id, item.ref, 'removed', item.document_id, item.removal_problem);
      return removed;
    });
    for (const { followUp } of removed) await followUp();
  }
}

interface Absence {
  readonly gone: string[];
  readonly kept: string[];
  readonly notes: Set<string>;
}

/** Asks the source for each item that its list lacks. Items that the run visited itself need no second request. */
async function confirmAbsence(
  step: SyncContext,
  { isPresent, concurrency }: SourceVisitor,
  items: readonly SourceItem[],
): Promise<Absence> {
  const absence: Absence = { gone: [], kept: [], notes: new Set() };
  const queue = [...items];
  const confirmNext = async (): Promise<void> => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      step.signal.throwIfAborted();
      const note =
        isPresent && item.run_id !== step.run.id ? await findReasonToKeep(step, isPresent, item.ref) : undefined;
      if (note === undefined) absence.gone.push(item.ref);
      else {
        absence.kept.push(item.ref);
        absence.notes.add(note);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, confirmNext));
  return absence;
}

async function findReasonToKeep(
  step: SyncContext,
  isPresent: NonNullable<SourceVisitor['isPresent']>,
  ref: string,
): Promise<string | undefined> {
  try {
    return (await isPresent(step, ref)) ? PRESENT_NOTE : undefined;
  } catch (error) {
    step.signal.throwIfAborted();
    if (error instanceof SourceError || error instanceof OutboundError) return UNKNOWN_NOTE;
    throw error;
  }
}
