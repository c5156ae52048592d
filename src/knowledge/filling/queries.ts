import { type RawBuilder, sql } from 'kysely';
import type { Exclusion } from '../../models/exclusions.ts';
import { exclusionsColumn } from '../../models/queries.ts';
import { type Db, type Executor, jsonOrNull } from '../../platform/db/client.ts';
import { findProject } from '../../projects/queries.ts';
import type { RunError } from '../../runs/contract.ts';
import type { EmbeddingPayer } from '../../usage/embedding.ts';
import type { Edition } from '../chunks.ts';
import type { Space } from '../spaces.ts';

/** A collection whose documents need their vectors in these spaces. */
export interface Filling {
  readonly orgId: string;
  readonly projectId: string;
  /** The rules on models that hold now. */
  readonly exclusions: readonly Exclusion[];
  /** The one that serves, then the next one where there is one. */
  readonly spaces: readonly Space[];
  readonly nextSpaceId: string | null;
}

/** Members of a collection `k`: documents that queries find, with their contents `dc`. */
const MEMBERS = sql`collection_documents cd join documents d on d.id = cd.document_id and d.deleted_at is null
  join document_contents dc on dc.document_id = d.id and dc.ready_at is not null`;

/** A condition on a document's contents `dc`: all its passages have vectors in a space. */
function isFilledIn(space: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from document_spaces ds where ds.document_id = dc.document_id and ds.space_id = ${space}
    and ds.edition = dc.edition and ds.filled)`;
}

/** What a collection is filled with; undefined where its project is gone. */
export async function findFilling(db: Executor, collectionId: string): Promise<Filling | undefined> {
  const { rows } = await sql<Filling>`
    select k.org_id as "orgId", k.project_id as "projectId", s.next_space_id as "nextSpaceId",
      ${exclusionsColumn(sql`k.org_id`, sql`k.project_id`)} as exclusions,
      (select json_agg(json_build_object('id', e.id, 'model', e.model, 'dimension', e.dimension) order by e.id = s.next_space_id)
        from embedding_spaces e where e.id in (s.space_id, s.next_space_id)) as spaces
    from collections k join collection_states s on s.collection_id = k.id where k.id = ${collectionId}::uuid`.execute(
    db,
  );
  const [filling] = rows;
  return filling && (await findProject(db, filling.orgId, filling.projectId)) ? filling : undefined;
}

/** Documents of a collection that lack vectors in a space. */
export async function unfilledDocuments(
  db: Executor,
  collectionId: string,
  space: Pick<Space, 'id'>,
  limit: number,
): Promise<Edition[]> {
  const { rows } = await sql<Edition>`
    select d.id as "documentId", d.project_id as "projectId", dc.edition from ${MEMBERS}
    where cd.collection_id = ${collectionId}::uuid and not ${isFilledIn(sql`${space.id}::uuid`)}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Lets the next space of a collection take over, if it is still that and nothing lacks in it. Answers false where it did not.
 */
export function switchSpace(db: Db, collectionId: string, spaceId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // An ingestion that makes a document ready holds this row too: it is seen here, or it sees which space is the next.
    const { rows } = await sql`
      select from collection_states where collection_id = ${collectionId}::uuid and next_space_id = ${spaceId}::uuid
      for update`.execute(trx);
    if (rows.length === 0) return false;
    if ((await unfilledDocuments(trx, collectionId, { id: spaceId }, 1)).length > 0) return false;
    await sql`
      update collection_states set space_id = next_space_id, next_space_id = null
      where collection_id = ${collectionId}::uuid`.execute(trx);
    await sql`
      insert into collection_fillings (collection_id, switched_at) values (${collectionId}, now())
      on conflict (collection_id) do update set switched_at = now(), error = null, failed_at = null`.execute(trx);
    return true;
  });
}

/**
 * Has another space take over in a collection once it is filled; the one that serves, if it is named, goes on alone. Answers
 * whether that is news.
 */
export async function chooseSpace(trx: Executor, collectionId: string, space: Pick<Space, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    update collection_states set next_space_id = nullif(${space.id}::uuid, space_id)
    where collection_id = ${collectionId}::uuid and next_space_id is distinct from nullif(${space.id}::uuid, space_id)
    returning collection_id`.execute(trx);
  if (rows.length > 0) await noteTrouble(trx, collectionId, null);
  return rows.length > 0;
}

/** Notes why the filling of a collection came to a halt, or that it goes on. */
export async function noteTrouble(db: Executor, collectionId: string, error: RunError | null): Promise<void> {
  if (error === null)
    await sql`
      update collection_fillings set error = null, failed_at = null
      where collection_id = ${collectionId}::uuid and error is not null`.execute(db);
  else
    await sql`
      insert into collection_fillings (collection_id, error, failed_at) values (${collectionId}, ${jsonOrNull(error)}, now())
      on conflict (collection_id) do update set error = excluded.error, failed_at = now()`.execute(db);
}

/** Adds what vectors have cost to what the filling of a collection has cost in all. */
export async function countFilling(
  trx: Executor,
  collectionId: string,
  { inputTokens, credits }: { readonly inputTokens: number; readonly credits: string },
): Promise<void> {
  await sql`
    insert into collection_fillings (collection_id, input_tokens, charged_credits)
    values (${collectionId}, ${inputTokens}::bigint, ${credits}::numeric)
    on conflict (collection_id) do update set input_tokens = collection_fillings.input_tokens + excluded.input_tokens,
      charged_credits = collection_fillings.charged_credits + excluded.charged_credits`.execute(trx);
}

/** Whether a collection still wants vectors in a space. */
export async function isWanted(db: Executor, collectionId: string, space: Pick<Space, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    select from collection_states where collection_id = ${collectionId}::uuid and ${space.id}::uuid in (space_id, next_space_id)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Ids of collections that have a next space, or documents without vectors in theirs. */
export async function unfilledCollections(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.collection_id as id from collection_states s
    where s.next_space_id is not null
      or exists (select from ${MEMBERS} where cd.collection_id = s.collection_id and not ${isFilledIn(sql`s.space_id`)})
    order by s.collection_id limit 500`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who pays for the vectors of a collection: its organization, and no run. */
export function payerOf(
  collectionId: string,
  { orgId, projectId, exclusions }: Pick<Filling, 'orgId' | 'projectId' | 'exclusions'>,
): EmbeddingPayer {
  return { orgId, projectId, cause: { type: 'collection', id: collectionId, table: null }, of: [], exclusions };
}

/** How the vectors of a collection stand. */
export interface FillingState {
  /** Passages of ready documents that lack a vector in the space that serves. */
  readonly missing: number;
  /** The model that is to take over, with how many passages have their vectors, of how many; null where none is. */
  readonly next: {
    readonly model: string;
    readonly dimension: number;
    readonly done: number;
    readonly total: number;
  } | null;
  readonly error: RunError | null;
}

/** A column with the {@link FillingState} of a collection, whose id and state's alias are given. */
export function fillingColumn(collectionId: RawBuilder<unknown>, state: string): RawBuilder<FillingState> {
  const space = sql.ref(`${state}.space_id`);
  const next = sql.ref(`${state}.next_space_id`);
  const passages = (condition: RawBuilder<unknown>) => sql`(select coalesce(sum(dc.chunk_count), 0)::int from ${MEMBERS}
    where cd.collection_id = ${collectionId} and ${condition})`;
  // Those that stand already of documents which are not through yet.
  const begun = sql`(select count(*)::int from document_spaces ds join ${MEMBERS} on dc.document_id = ds.document_id and dc.edition = ds.edition
    join chunk_vectors v on v.space_id = ds.space_id and v.document_id = ds.document_id and v.edition = ds.edition
    where cd.collection_id = ${collectionId} and ds.space_id = ${next} and not ds.filled)`;
  return sql<FillingState>`json_build_object(
    'missing', ${passages(sql`not ${isFilledIn(space)}`)},
    'next', (select json_build_object('model', n.model, 'dimension', n.dimension,
      'done', ${passages(isFilledIn(next))} + ${begun}, 'total', ${passages(sql`true`)})
      from embedding_spaces n where n.id = ${next}),
    'error', (select f.error from collection_fillings f where f.collection_id = ${collectionId}))`;
}
