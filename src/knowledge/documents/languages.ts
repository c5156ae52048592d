import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';

/** Maximum number of documents that are counted. */
const MAX_COUNTED = 10_000;

/**
 * Finds the most common language of the ready documents in the collections of a document, or of the project if it is in
 * no collection (ISO 639-1). Undefined if none is known.
 */
export async function findMajorityLanguage(
  db: Executor,
  { document_id, project_id }: { readonly document_id: string; readonly project_id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ language: string }>`
    with own as (select collection_id from collection_documents where document_id = ${document_id})
    select language from (
      select dc.language from document_contents dc join documents d on d.id = dc.document_id
      where dc.project_id = ${project_id} and dc.ready_at is not null and dc.language is not null and d.deleted_at is null
        and (not exists (select from own) or exists (
          select from collection_documents cd where cd.document_id = d.id and cd.collection_id in (select collection_id from own)))
      limit ${sql.lit(MAX_COUNTED)}) counted
    group by language order by count(*) desc, language limit 1`.execute(db);
  return rows[0]?.language;
}
