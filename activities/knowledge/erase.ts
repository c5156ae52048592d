import { removeBlobs } from '../../src/files/staging.ts';
import { eraseKnowledge, projectsToErase } from '../../src/knowledge/erase-projects.ts';
import { eraseDocument, forgetBlocks, unerasedDocuments } from '../../src/knowledge/ingestion/erase.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';

/** Documents that one round takes up. */
const PER_ROUND = 200;

/** Takes away what is left of deleted documents. One that fails leaves the others to be erased. */
async function eraseDocuments(ctx: MaintenanceContext): Promise<void> {
  for (const id of await unerasedDocuments(ctx.db, PER_ROUND)) {
    const erase = async () => removeBlobs(ctx.blobs, await eraseDocument(ctx.db, id));
    await runBestEffort(ctx.log, 'erase a document', erase, { document_id: id });
  }
}

/** Takes away the collections and sources of deleted projects, once their documents are gone. */
async function eraseProjects({ db, log }: MaintenanceContext): Promise<void> {
  for (const id of await projectsToErase(db, PER_ROUND))
    await runBestEffort(log, 'erase the knowledge of a project', () => eraseKnowledge(db, id), { project_id: id });
}

async function forgetWhatWasRead({ db, blobs }: MaintenanceContext): Promise<void> {
  await removeBlobs(blobs, await forgetBlocks(db, PER_ROUND));
}

export const ERASURE_JOBS: readonly MaintenanceJob[] = [
  { name: 'erase deleted documents', everyCycles: 1, run: eraseDocuments },
  { name: 'erase knowledge of deleted projects', everyCycles: 4, run: eraseProjects },
  { name: 'delete blocks of failed ingestions', everyCycles: 20, run: forgetWhatWasRead },
];
