import { deleteSourceDocuments, listSourcesWithDocumentsToDelete } from '../../../src/knowledge/sources/documents.ts';
import { deleteConfirmedDocuments, listSourcesWithConfirmedRemovals } from '../../../src/knowledge/sources/removals.ts';
import { createDueSources } from '../../../src/knowledge/sources/schedule.ts';
import { startDueRows } from '../../../src/platform/maintenance/due-rows.ts';
import type { MaintenanceContext, MaintenanceJob } from '../../maintenance/job.ts';

/** Maximum numbers of sources and documents per maintenance cycle. */
const MAX_SOURCES = 100;
const MAX_DOCUMENTS = 5000;

/** Maintenance jobs of sources. */
export const SOURCE_JOBS: readonly MaintenanceJob[] = [
  { name: 'start due syncs', everySeconds: 1, run: (ctx) => startDueRows(ctx.db, createDueSources(ctx)) },
  { name: 'delete documents of sources', everyCycles: 4, run: deleteDocuments },
];

async function deleteDocuments(ctx: MaintenanceContext): Promise<void> {
  for (const sourceId of await listSourcesWithDocumentsToDelete(ctx.db, MAX_SOURCES))
    await deleteSourceDocuments(ctx, sourceId, MAX_DOCUMENTS);
  for (const sourceId of await listSourcesWithConfirmedRemovals(ctx.db, MAX_SOURCES))
    await deleteConfirmedDocuments(ctx, sourceId, MAX_DOCUMENTS);
}
