import { beginDue } from '../../../src/background/due.ts';
import { dropDocuments, droppingSources } from '../../../src/knowledge/sources/documents.ts';
import { dueSources } from '../../../src/knowledge/sources/schedule.ts';
import type { Chore, ChoreContext } from '../../background/chore.ts';
import type { Look } from '../../background/looks.ts';

/** Sources and documents of a round. */
const MOST_SOURCES = 100;
const MOST_DOCUMENTS = 5000;

/** What comes by the schedules of sources. */
export const SOURCE_LOOKS: readonly Look[] = [
  { name: 'begin syncs that are due', work: (ctx) => beginDue(ctx.db, dueSources(ctx)) },
];

/** What sources need. */
export const SOURCE_CHORES: readonly Chore[] = [
  { name: 'delete documents of deleted sources', everyRounds: 4, work: dropAll },
];

async function dropAll(ctx: ChoreContext): Promise<void> {
  for (const sourceId of await droppingSources(ctx.db, MOST_SOURCES))
    await dropDocuments(ctx, sourceId, MOST_DOCUMENTS);
}
