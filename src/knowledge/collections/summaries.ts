import { sql } from 'kysely';
import type { Exclusion } from '../../models/exclusions.ts';
import { selectExclusionsColumn } from '../../models/queries.ts';
import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import type { RunError } from '../../runs/contract.ts';

/** Stores a request for a summary. */
export async function requestSummary(trx: Executor, collectionId: string): Promise<void> {
  await sql`
    insert into collection_summaries (collection_id, asked) values (${collectionId}, 1)
    on conflict (collection_id) do update set asked = collection_summaries.asked + 1, asked_at = now(), error = null`.execute(
    trx,
  );
}

/** An open request for a summary. */
export interface SummaryRequest {
  readonly orgId: string;
  readonly projectId: string;
  /** Current model rules. */
  readonly exclusions: readonly Exclusion[];
  readonly title: string;
  /** Number of the latest request. */
  readonly asked: number;
}

/** Finds the open summary request of a collection. */
export async function findOpenRequest(db: Executor, collectionId: string): Promise<SummaryRequest | undefined> {
  const { rows } = await sql<SummaryRequest>`
    select k.org_id as "orgId", k.project_id as "projectId", k.title, m.asked,
      ${selectExclusionsColumn(sql`k.org_id`, sql`k.project_id`)} as exclusions
    from collection_summaries m join collections k on k.id = m.collection_id
    where m.collection_id = ${collectionId}::uuid and m.done < m.asked`.execute(db);
  return rows[0];
}

/** Stores the summary or the error of a request, unless a later request has been answered. */
export async function storeSummaryResult(
  trx: Executor,
  collectionId: string,
  asked: number,
  end: { readonly summary: string } | { readonly error: RunError },
): Promise<void> {
  const error = 'error' in end ? end.error : null;
  const { rows } = await sql`
    update collection_summaries set done = ${asked}, error = case when asked = ${asked} then ${jsonOrNull(error)} else error end
    where collection_id = ${collectionId}::uuid and done < ${asked} returning 1`.execute(trx);
  if (rows.length === 0 || !('summary' in end)) return;
  await trx
    .updateTable('collection_states')
    .set({ summary: end.summary })
    .where('collection_id', '=', collectionId)
    .execute();
}

/** Lists collections whose open request is older than the grace period. */
export async function listOverdueSummaries(db: Executor, graceSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select collection_id as id from collection_summaries
    where done < asked and asked_at < now() - make_interval(secs => ${graceSeconds}) order by asked_at limit 200`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** First text of a document. */
interface DocumentSample {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the first chunks of the ready documents of a collection, newest document first. Everybody who sees the
 * collection reads its summary, so documents that a source restricts are left out.
 */
export async function listDocumentSamples(
  db: Executor,
  collectionId: string,
  { documents, chunks }: { readonly documents: number; readonly chunks: number },
): Promise<DocumentSample[]> {
  const { rows } = await sql<DocumentSample>`
    select newest.title, string_agg(c.text, E'\\n' order by c.position) as text from (
      select d.id, d.title, dc.edition from collection_documents cd join documents d on d.id = cd.document_id and d.deleted_at is null and d.source_readers is null
      join document_contents dc on dc.document_id = d.id and dc.ready_at is not null
      where cd.collection_id = ${collectionId}::uuid order by d.id desc limit ${documents}
    ) newest join chunks c on c.document_id = newest.id and c.edition = newest.edition and c.enabled and c.position < ${chunks}
    group by newest.id, newest.title order by newest.id desc`.execute(db);
  return rows;
}
