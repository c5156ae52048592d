import { type RawBuilder, sql } from 'kysely';
import type { Exclusion } from '../../models/exclusions.ts';
import { selectExclusionsColumn } from '../../models/queries.ts';
import { type Db, type Executor, jsonOrNull } from '../../platform/db/client.ts';
import { findProject } from '../../projects/queries.ts';
import type { RunError } from '../../runs/contract.ts';
import type { EmbeddingPayer } from '../../usage/embedding.ts';
import type { Edition } from '../chunks.ts';
import type { Space } from '../spaces.ts';

/** A collection and the spaces in which its documents need vectors. */
export interface Backfill {
  readonly orgId: string;
  readonly projectId: string;
  /** Current model rules. */
  readonly exclusions: readonly Exclusion[];
  /** The current space, then the next one if there is one. */
  readonly spaces: readonly Space[];
  readonly nextSpaceId: string | null;
}

/** Ready documents of a collection `cd` with their contents `dc`. */
const MEMBERS = sql`collection_documents cd join documents d on d.id = cd.document_id and d.deleted_at is null
  join document_contents dc on dc.document_id = d.id and dc.ready_at is not null`;

/** Condition on contents `dc`: all chunks have vectors in a space. */
function hasVectorsIn(space: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from document_spaces ds where ds.document_id = dc.document_id and ds.space_id = ${space}
    and ds.edition = dc.edition and ds.filled)`;
}

/** Finds the backfill of a collection. Returns undefined if its project is deleted. */
export async function findBackfill(db: Executor, collectionId: string): Promise<Backfill | undefined> {
  const { rows } = await sql<Backfill>`
    select k.org_id as "orgId", k.project_id as "projectId", s.next_space_id as "nextSpaceId",
      ${selectExclusionsColumn(sql`k.org_id`, sql`k.project_id`)} as exclusions,
      (select json_agg(json_build_object('id', e.id, 'model', e.model, 'dimension', e.dimension) order by e.id = s.next_space_id)
        from embedding_spaces e where e.id in (s.space_id, s.next_space_id)) as spaces
    from collections k join collection_states s on s.collection_id = k.id where k.id = ${collectionId}::uuid`.execute(
    db,
  );
  const [backfill] = rows;
  return backfill && (await findProject(db, backfill.orgId, backfill.projectId)) ? backfill : undefined;
}

/** Lists documents of a collection that lack vectors in a space. */
export async function listDocumentsWithoutVectors(
  db: Executor,
  collectionId: string,
  space: Pick<Space, 'id'>,
  limit: number,
): Promise<Edition[]> {
  const { rows } = await sql<Edition>`
    select d.id as "documentId", d.project_id as "projectId", dc.edition from ${MEMBERS}
    where cd.collection_id = ${collectionId}::uuid and not ${hasVectorsIn(sql`${space.id}::uuid`)}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/** Switches a collection to its next space if all vectors exist. Returns false if it did not switch. */
export function switchSpace(db: Db, collectionId: string, spaceId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // A publishing ingestion locks this row too, so one of the two sees the other's change.
    const { rows } = await sql`
      select from collection_states where collection_id = ${collectionId}::uuid and next_space_id = ${spaceId}::uuid
      for update`.execute(trx);
    if (rows.length === 0) return false;
    if ((await listDocumentsWithoutVectors(trx, collectionId, { id: spaceId }, 1)).length > 0) return false;
    await sql`
      update collection_states set space_id = next_space_id, next_space_id = null
      where collection_id = ${collectionId}::uuid`.execute(trx);
    await sql`
      insert into embedding_backfills (collection_id, switched_at) values (${collectionId}, now())
      on conflict (collection_id) do update set switched_at = now(), error = null, failed_at = null`.execute(trx);
    return true;
  });
}

/**
 * Sets the space to switch to once it is complete. The current space cancels a pending switch. Returns whether anything
 * changed.
 */
export async function setNextSpace(trx: Executor, collectionId: string, space: Pick<Space, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    update collection_states set next_space_id = nullif(${space.id}::uuid, space_id)
    where collection_id = ${collectionId}::uuid and next_space_id is distinct from nullif(${space.id}::uuid, space_id)
    returning collection_id`.execute(trx);
  if (rows.length > 0) await recordBackfillError(trx, collectionId, null);
  return rows.length > 0;
}

/** Stores or clears the error of a backfill. */
export async function recordBackfillError(db: Executor, collectionId: string, error: RunError | null): Promise<void> {
  if (error === null)
    await sql`
      update embedding_backfills set error = null, failed_at = null
      where collection_id = ${collectionId}::uuid and error is not null`.execute(db);
  else
    await sql`
      insert into embedding_backfills (collection_id, error, failed_at) values (${collectionId}, ${jsonOrNull(error)}, now())
      on conflict (collection_id) do update set error = excluded.error, failed_at = now()`.execute(db);
}

/** Adds tokens and credits to the totals of a backfill. */
export async function addBackfillUsage(
  trx: Executor,
  collectionId: string,
  { inputTokens, credits }: { readonly inputTokens: number; readonly credits: string },
): Promise<void> {
  await sql`
    insert into embedding_backfills (collection_id, input_tokens, charged_credits)
    values (${collectionId}, ${inputTokens}::bigint, ${credits}::numeric)
    on conflict (collection_id) do update set input_tokens = embedding_backfills.input_tokens + excluded.input_tokens,
      charged_credits = embedding_backfills.charged_credits + excluded.charged_credits`.execute(trx);
}

/** Whether a collection uses a space or will switch to it. */
export async function isSpaceNeeded(db: Executor, collectionId: string, space: Pick<Space, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    select from collection_states where collection_id = ${collectionId}::uuid and ${space.id}::uuid in (space_id, next_space_id)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Lists collections with a pending switch or with documents without vectors. */
export async function listCollectionsToBackfill(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.collection_id as id from collection_states s
    where s.next_space_id is not null
      or exists (select from ${MEMBERS} where cd.collection_id = s.collection_id and not ${hasVectorsIn(sql`s.space_id`)})
    order by s.collection_id limit 500`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the payer of a backfill: the organization, without a run. */
export function toBackfillPayer(
  collectionId: string,
  { orgId, projectId, exclusions }: Pick<Backfill, 'orgId' | 'projectId' | 'exclusions'>,
): EmbeddingPayer {
  return { orgId, projectId, cause: { type: 'collection', id: collectionId, table: null }, of: [], exclusions };
}

/** State of an embedding backfill. */
export interface BackfillState {
  /** Chunks of ready documents without a vector in the current space. */
  readonly missing: number;
  /** Model of the next space with its progress in chunks. Null without a pending switch. */
  readonly next: {
    readonly model: string;
    readonly dimension: number;
    readonly done: number;
    readonly total: number;
  } | null;
  readonly error: RunError | null;
}

/** Column with the {@link BackfillState} of a collection. */
export function backfillColumn(collectionId: RawBuilder<unknown>, state: string): RawBuilder<BackfillState> {
  const space = sql.ref(`${state}.space_id`);
  const next = sql.ref(`${state}.next_space_id`);
  const countChunks = (
    condition: RawBuilder<unknown>,
  ) => sql`(select coalesce(sum(dc.chunk_count), 0)::int from ${MEMBERS}
    where cd.collection_id = ${collectionId} and ${condition})`;
  // Existing vectors of incomplete documents.
  const partialCount = sql`(select count(*)::int from document_spaces ds join ${MEMBERS} on dc.document_id = ds.document_id and dc.edition = ds.edition
    join chunk_vectors v on v.space_id = ds.space_id and v.document_id = ds.document_id and v.edition = ds.edition
    where cd.collection_id = ${collectionId} and ds.space_id = ${next} and not ds.filled)`;
  return sql<BackfillState>`json_build_object(
    'missing', ${countChunks(sql`not ${hasVectorsIn(space)}`)},
    'next', (select json_build_object('model', n.model, 'dimension', n.dimension,
      'done', ${countChunks(hasVectorsIn(next))} + ${partialCount}, 'total', ${countChunks(sql`true`)})
      from embedding_spaces n where n.id = ${next}),
    'error', (select f.error from embedding_backfills f where f.collection_id = ${collectionId}))`;
}
