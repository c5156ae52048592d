import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, json } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { SourceKindName, SourceRunStatus } from './contract.ts';
import { CRAWL_DEFAULTS } from './kinds/web.ts';
import type { KnowledgeSourceStatesTable, KnowledgeSourcesTable } from './tables.ts';

const STATE_COLUMNS = [
  'next_sync',
  'last_complete_sync',
  'withheld_digest',
  'withheld_documents',
  'withheld_of_documents',
  'withheld_run_id',
  'withheld_since',
] as const;

/** A source with its state. */
export interface SourceRow
  extends Selectable<KnowledgeSourcesTable>,
    Pick<Selectable<KnowledgeSourceStatesTable>, (typeof STATE_COLUMNS)[number]> {
  /** Whether its latest complete sync is older than its goal. */
  readonly is_late: boolean;
  readonly document_count: number;
  /** Latest run. Null if there was none. */
  readonly last_run_id: string | null;
  readonly last_run_status: SourceRunStatus | null;
}

/** Editable fields of a source. */
type SourceFields = Pick<
  SourceRow,
  | 'name'
  | 'config'
  | 'collection_ids'
  | 'strategy'
  | 'schedule'
  | 'paused'
  | 'credential_id'
  | 'removal_max_documents'
  | 'removal_max_percent'
  | 'removal_repeat_after'
  | 'fresh_within'
>;

/** Default values of optional fields. */
export const SOURCE_DEFAULTS = {
  collection_ids: [],
  strategy: 'auto',
  schedule: null,
  paused: false,
  removal_max_documents: 10,
  removal_max_percent: 10,
  removal_repeat_after: null,
  fresh_within: null,
} as const;

/** Owner of a source. */
interface SourceOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly by: SubjectRef;
}

/** Finds a live source of the project. */
export function findSource(db: Executor, projectId: string, id: string): Promise<SourceRow | undefined> {
  return selectSources(db, projectId).where('s.id', '=', id).executeTakeFirst();
}

/** Finds the scrape source of the project. */
export function findScrapeSource(db: Executor, projectId: string): Promise<SourceRow | undefined> {
  return selectSources(db, projectId).where('s.is_scrape', '=', true).executeTakeFirst();
}

/** Finds a live source and locks it until the transaction ends. */
export async function lockSource(trx: Executor, projectId: string, id: string): Promise<SourceRow | undefined> {
  // The row is locked first, so that the joined values are current.
  await sql`select from knowledge_sources where id = ${id} for no key update`.execute(trx);
  return findSource(trx, projectId, id);
}

/** Lists the sources of a project, newest first, optionally of one kind or by whether they are late. */
export function listSources(
  db: Executor,
  projectId: string,
  kind: SourceKindName | undefined,
  isLateOnly: boolean | undefined,
  page: PageRequest,
): Promise<Page<SourceRow>> {
  let rows = selectSources(db, projectId);
  if (kind !== undefined) rows = rows.where('s.kind', '=', kind);
  if (isLateOnly !== undefined) rows = rows.where(isLate(), '=', isLateOnly);
  return paginate(rows, sortByNewest('s.id'), page);
}

/** Whether the latest complete sync of source `s` with state `t` is older than its goal. A new source is not late. */
export function isLate(): RawBuilder<boolean> {
  return sql<boolean>`coalesce(now() - s.fresh_within::interval > coalesce(t.last_complete_sync, s.created), false)`;
}

/** Creates a source; requires a transaction. Returns its ID. */
export async function createSource(
  trx: Executor,
  owner: SourceOwner,
  kind: SourceKindName,
  fields: SourceFields,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('knowledge_sources')
    .values(toRow(id, owner, kind, fields))
    .execute();
  await trx.insertInto('knowledge_source_states').values({ source_id: id }).execute();
  return id;
}

/** Returns the scrape source of the project. Creates it once if it is missing. */
export async function ensureScrapeSource(
  trx: Executor,
  owner: SourceOwner,
): Promise<{ readonly source: SourceRow; readonly isNew: boolean }> {
  const found = await findScrapeSource(trx, owner.projectId);
  if (found) return { source: found, isNew: false };
  const id = newId();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('knowledge_sources')
    .values({ ...toRow(id, owner, 'web', SCRAPE_FIELDS), is_scrape: true })
    // The conflict target must match the index condition literally. The no-op update locks a concurrently created
    // source.
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .where('is_scrape', '=', sql.lit(true))
        .where('deleted_at', 'is', null)
        .doUpdateSet({ is_scrape: true })
        .where(sql.lit(false)),
    )
    .executeTakeFirst();
  const isNew = numInsertedOrUpdatedRows === 1n;
  if (isNew) await trx.insertInto('knowledge_source_states').values({ source_id: id }).execute();
  const source = await findScrapeSource(trx, owner.projectId);
  if (!source) throw new Error('the source of scrapes was deleted while it was made');
  return { source, isNew };
}

const SCRAPE_FIELDS: SourceFields = {
  name: 'Web scrape',
  config: { urls: [], ...CRAWL_DEFAULTS },
  credential_id: null,
  ...SOURCE_DEFAULTS,
  collection_ids: [],
};

function toRow(
  id: string,
  { orgId, projectId, by }: SourceOwner,
  kind: SourceKindName,
  { config, ...fields }: SourceFields,
) {
  const scope = { id, org_id: orgId, project_id: projectId, kind };
  return { ...scope, ...fields, config: json(config), created_by_type: by.type, created_by: by.id };
}

/** Updates a locked source. */
export async function updateSource(trx: Executor, id: string, fields: Partial<SourceFields>): Promise<void> {
  const { config, ...rest } = fields;
  await trx
    .updateTable('knowledge_sources')
    .set({ ...rest, ...(config && { config: json(config) }), modified: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Sets the time of the next sync. Null for none. */
export async function setNextSync(trx: Executor, id: string, at: RawBuilder<Date> | null) {
  await trx.updateTable('knowledge_source_states').set({ next_sync: at }).where('source_id', '=', id).execute();
}

/** Deletes a source and its items; its runs stay. Its documents are deleted later if requested. */
export async function deleteSource(trx: Executor, id: string, dropsDocuments: boolean): Promise<void> {
  await trx
    .updateTable('knowledge_sources')
    .set({ deleted_at: sql<Date>`now()`, credential_id: null })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('knowledge_source_states')
    .set({ next_sync: null, drops_documents: dropsDocuments })
    .where('source_id', '=', id)
    .execute();
  await trx.deleteFrom('source_items').where('source_id', '=', id).execute();
}

function selectSources(db: Executor, projectId: string) {
  return db
    .selectFrom('knowledge_sources as s')
    .innerJoin('knowledge_source_states as t', 't.source_id', 's.id')
    .selectAll('s')
    .select(STATE_COLUMNS.map((column) => `t.${column}` as const))
    .select(isLate().as('is_late'))
    .select(
      sql<number>`(select count(*)::int from documents d where d.source_id = s.id and d.deleted_at is null)`.as(
        'document_count',
      ),
    )
    .select(
      sql<string | null>`(select r.id from source_runs r where r.source_id = s.id order by r.id desc limit 1)`.as(
        'last_run_id',
      ),
    )
    .select(
      sql<SourceRunStatus | null>`(
        select r.status from source_runs r where r.source_id = s.id order by r.id desc limit 1)`.as('last_run_status'),
    )
    .where('s.project_id', '=', projectId)
    .where('s.deleted_at', 'is', null);
}
