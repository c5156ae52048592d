import type { Db } from '../../platform/db/client.ts';
import { findProject } from '../../projects/queries.ts';
import { deleteChunks } from '../chunks.ts';
import { deleteProjectDocuments } from '../project-deleted.ts';
import { deleteIngestionFiles } from './files.ts';

/**
 * Deletes the results of a cancelled ingestion if its document or project is deleted. Otherwise they stay for a retry.
 * Returns the blob keys to remove.
 */
export function deleteAbandonedResults(db: Db, ingestionId: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('ingestions as r')
      .innerJoin('documents as d', 'd.id', 'r.document_id')
      .select(['r.org_id', 'r.project_id', 'r.document_id', 'd.deleted_at'])
      .where('r.id', '=', ingestionId)
      .executeTakeFirst();
    // The ingestion was erased after its end.
    if (run === undefined) return [];
    if (run.deleted_at === null) {
      if (await findProject(trx, run.org_id, run.project_id)) return [];
      // The document was created while its project was deleted.
      await deleteProjectDocuments(trx, run.project_id);
    }
    await deleteChunks(trx, run.document_id);
    return deleteIngestionFiles(trx, [ingestionId]);
  });
}
