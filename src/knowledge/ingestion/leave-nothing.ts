import type { Db } from '../../platform/db/client.ts';
import { findProject } from '../../projects/queries.ts';
import { deleteChunks } from '../chunks.ts';
import { projectDeleted } from '../project-deleted.ts';
import { deleteKept } from './files.ts';

/**
 * Takes away what an ingestion that is to stop has made, where its document or project is deleted; what belongs to another
 * document stays for a retry. Answers the keys of blobs to remove.
 */
export function leaveNothing(db: Db, ingestionId: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('ingestions as r')
      .innerJoin('documents as d', 'd.id', 'r.document_id')
      .select(['r.org_id', 'r.project_id', 'r.document_id', 'd.deleted_at'])
      .where('r.id', '=', ingestionId)
      .executeTakeFirst();
    // Erased, once it had ended.
    if (run === undefined) return [];
    if (run.deleted_at === null) {
      if (await findProject(trx, run.org_id, run.project_id)) return [];
      // It came in in the moment in which its project was deleted.
      await projectDeleted(trx, run.project_id);
    }
    await deleteChunks(trx, run.document_id);
    return deleteKept(trx, [ingestionId]);
  });
}
