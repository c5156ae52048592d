import { type Selectable, sql } from 'kysely';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import type { DomainError, SubjectRef } from '../../platform/errors.ts';
import type { WatchedKind } from '../../runs/watcher.ts';
import type { CollectionScope, SearchFilters } from '../retrieval/contract.ts';
import type { RetrievalProgress } from '../retrieval/iterative.ts';
import type { QueryAnswer } from '../retrieval/query.ts';
import type { Retrieval } from '../retrieval/settings.ts';
import type { KnowledgeQueriesTable } from '../tables.ts';

/** Hours before a query and its answer are deleted. */
const QUERY_RETENTION_HOURS = 24;
/** Rows deleted per statement. */
const DELETED_PER_STATEMENT = 1000;

/** A stored request. Models are stored by name because their settings can change. */
export interface StoredQuery {
  readonly query: string;
  readonly limit: number;
  readonly filters?: SearchFilters;
  /** Scope of a query of several collections. */
  readonly collections?: CollectionScope;
  /** Name of the answering model. Null for results only. */
  readonly model: string | null;
  /** Name of the reranker. Null for the default. */
  readonly reranker: string | null;
  readonly retrieval: Retrieval;
}

/** Error of a query as a waiting request receives it. */
export type QueryError = Pick<DomainError, 'status' | 'reason' | 'message'> &
  Partial<Pick<DomainError, 'details' | 'headers'>>;

export type KnowledgeQueryRow = Selectable<KnowledgeQueriesTable>;

/** A request and its sender. */
export interface NewQuery {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly by: SubjectRef;
  readonly target:
    | { readonly collection_id: string }
    | { readonly document_id: string }
    | { readonly collections: CollectionScope };
  readonly request: StoredQuery;
}

/** Stores a query before its workflow starts. */
export async function insertQuery(
  db: Executor,
  { id, orgId, projectId, by, target, request }: NewQuery,
): Promise<void> {
  await db
    .insertInto('knowledge_queries')
    .values({
      id,
      org_id: orgId,
      project_id: projectId,
      ...('collections' in target
        ? { request: json({ ...request, ...target }) }
        : { ...target, request: json(request) }),
      created_by_type: by.type,
      created_by: by.id,
    })
    .execute();
}

/** Finds a stored query of the project. */
export function findQuery(db: Executor, projectId: string, id: string): Promise<KnowledgeQueryRow | undefined> {
  return db
    .selectFrom('knowledge_queries')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The query if it has no answer and no error yet. */
export function findOpenQuery(db: Executor, id: string): Promise<KnowledgeQueryRow | undefined> {
  return db
    .selectFrom('knowledge_queries')
    .selectAll()
    .where('id', '=', id)
    .where('completed', 'is', null)
    .executeTakeFirst();
}

/** Stores the state of an iterative retrieval. Does nothing if another attempt has stored this step. */
export async function storeRetrievalProgress(db: Executor, id: string, progress: RetrievalProgress): Promise<void> {
  const stepCount = progress.steps.length;
  await db
    .updateTable('knowledge_queries')
    .set({ progress: json(progress) })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where(
      sql<boolean>`coalesce(jsonb_array_length(progress -> 'steps') < ${stepCount}::int or ${progress.isComplete}::boolean and not (progress ->> 'isComplete')::boolean, true)`,
    )
    .execute();
}

/** Stores the end of a query and wakes waiting requests. The first end wins. */
export async function completeQuery(
  db: Executor,
  id: string,
  end: { readonly answer: QueryAnswer } | { readonly error: QueryError },
): Promise<void> {
  const stored =
    'answer' in end
      ? { status: 'completed' as const, answer: json(end.answer) }
      : { status: 'failed' as const, error: json(end.error) };
  await db
    .with('done', (trx) =>
      trx
        .updateTable('knowledge_queries')
        .set({ ...stored, progress: null, completed: sql<Date>`now()` })
        .where('id', '=', id)
        .where('completed', 'is', null)
        .returning('id'),
    )
    .selectFrom('done')
    .select(sql`pg_notify('holdfast_runs', id::text)`.as('notified'))
    .execute();
}

/** Queries without an end that are older than the grace period. */
export function listUnansweredQueries(db: Executor, graceSeconds: number): Promise<{ id: string; org_id: string }[]> {
  return db
    .selectFrom('knowledge_queries')
    .select(['id', 'org_id'])
    .where('completed', 'is', null)
    .where('created', '<', sql<Date>`now() - make_interval(secs => ${graceSeconds})`)
    .orderBy('created')
    .limit(200)
    .execute();
}

/** Deletes the queries whose retention is over. */
export async function deleteOldQueries(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from knowledge_queries where id in (
        select id from knowledge_queries where created < now() - make_interval(hours => ${QUERY_RETENTION_HOURS})
        order by created limit ${DELETED_PER_STATEMENT} for update skip locked
      ) returning 1`.execute(db);
    if (rows.length < DELETED_PER_STATEMENT) return;
  }
}

/** Deletes the queries of a document and those whose answers contain its text. */
export async function deleteQueriesQuoting(db: Executor, documentId: string): Promise<void> {
  const quoteFilter = JSON.stringify({ hits: [{ documentId }] });
  const progressFilter = JSON.stringify({ candidates: [{ hit: { documentId } }] });
  await sql`
    delete from knowledge_queries where project_id = (select project_id from documents where id = ${documentId})
      and (document_id = ${documentId} or answer @> ${quoteFilter}::jsonb
        or progress @> ${progressFilter}::jsonb)`.execute(db);
}

/** Watched columns of a query. */
export const WATCHED_QUERY: WatchedKind = { table: 'knowledge_queries', state: sql<string>`r.status` };
