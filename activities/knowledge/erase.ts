import { removeBlobs } from '../../src/files/staging.ts';
import { eraseProjectKnowledge, listErasableProjects } from '../../src/knowledge/erase-projects.ts';
import { deleteOldBlocks, eraseDocument, listErasableDocuments } from '../../src/knowledge/ingestion/erase.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';

/** Maximum number of records per maintenance cycle. */
const MAX_PER_CYCLE = 200;

/** Erases deleted documents. A failure does not affect the other documents. */
async function eraseDocuments(ctx: MaintenanceContext): Promise<void> {
  for (const id of await listErasableDocuments(ctx.db, MAX_PER_CYCLE)) {
    const erase = async () => removeBlobs(ctx.blobs, await eraseDocument(ctx.db, id));
    await runBestEffort(ctx.log, 'erase a document', erase, { document_id: id });
  }
}

/** Erases the collections and sources of deleted projects once their documents are erased. */
async function eraseProjects({ db, log }: MaintenanceContext): Promise<void> {
  for (const id of await listErasableProjects(db, MAX_PER_CYCLE))
    await runBestEffort(log, 'erase the knowledge of a project', () => eraseProjectKnowledge(db, id), {
      project_id: id,
    });
}

async function deleteExpiredBlocks({ db, blobs }: MaintenanceContext): Promise<void> {
  await removeBlobs(blobs, await deleteOldBlocks(db, MAX_PER_CYCLE));
}

export const ERASURE_JOBS: readonly MaintenanceJob[] = [
  { name: 'erase deleted documents', everyCycles: 1, run: eraseDocuments },
  { name: 'erase knowledge of deleted projects', everyCycles: 4, run: eraseProjects },
  { name: 'delete blocks of failed ingestions', everyCycles: 20, run: deleteExpiredBlocks },
];
