import { dropDocuments, droppingSources } from '../../../src/knowledge/sources/documents.ts';
import { dueSources } from '../../../src/knowledge/sources/schedule.ts';
import { startDueRows } from '../../../src/platform/maintenance/due-rows.ts';
import type { MaintenanceContext, MaintenanceJob } from '../../maintenance/job.ts';

/** Sources and documents per cycle. */
const MAX_SOURCES = 100;
const MAX_DOCUMENTS = 5000;

/** Maintenance jobs of sources. */
export const SOURCE_JOBS: readonly MaintenanceJob[] = [
  { name: 'start due syncs', everySeconds: 1, run: (ctx) => startDueRows(ctx.db, dueSources(ctx)) },
  { name: 'delete documents of deleted sources', everyCycles: 4, run: deleteAll },
];

async function deleteAll(ctx: MaintenanceContext): Promise<void> {
  for (const sourceId of await droppingSources(ctx.db, MAX_SOURCES)) await dropDocuments(ctx, sourceId, MAX_DOCUMENTS);
}
