import { type RawBuilder, sql } from 'kysely';
import { hasDirectRole, toSubjectExpression } from '../access/grants.ts';
import type { MetadataField } from '../knowledge/metadata/contract.ts';
import { type Executor, json } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';
import type { ChosenConfig } from './config.ts';

const COLUMNS = ['id', 'org_id', 'name', 'project_key', 'avatar_url', 'created', 'modified', 'version'] as const;

/** Creates a project. */
export function createProject(db: Executor, orgId: string, name: string) {
  return db
    .insertInto('projects')
    .values({ id: newId(), org_id: orgId, name })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Finds a live project of the organization. */
export function findProject(db: Executor, orgId: string, id: string) {
  return selectActive(db, orgId).where('id', '=', id).executeTakeFirst();
}

/** Finds the organization of an active project. */
export function findOrganizationOfProject(db: Executor, id: string) {
  return db
    .selectFrom('projects')
    .select('org_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Finds the active project of a key. */
export function findProjectByKey(db: Executor, key: string) {
  return db
    .selectFrom('projects')
    .select('id')
    .where('project_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** SQL condition: the project of an id is deleted. */
export function isDeleted(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from projects where id = ${id} and deleted_at is not null)`;
}

/** Returns the ids that are projects of the organization. */
export async function filterProjectIds(
  db: Executor,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectActive(db, orgId).where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Lists projects of the organization: all for callers with an inherited role there, else those on which the subject
 * holds a role, directly or through a group.
 */
export function listProjects(
  db: Executor,
  orgId: string,
  viewer: { readonly subject: { readonly type: string; readonly id: string }; readonly all: boolean },
  page: PageRequest,
) {
  const rows = selectActive(db, orgId);
  if (viewer.all) return paginate(rows, sortByNewest('id'), page);
  const subject = toSubjectExpression(viewer.subject);
  const hasRole = hasDirectRole(subject, 'project', sql.ref('projects.id'));
  // A client sees the project that it acts as.
  const granted = rows.where(
    sql<boolean>`(${hasRole} or (${subject.type} = 'project' and projects.id = ${subject.id}))`,
  );
  return paginate(granted, sortByNewest('id'), page);
}

/** Updates the present fields of a project. */
export function updateProject(
  trx: Executor,
  orgId: string,
  id: string,
  fields: { readonly name?: string; readonly avatar_url?: null },
) {
  return selectForUpdate(trx, orgId, id).set(fields).returning(COLUMNS).executeTakeFirst();
}

/** Stores the path of a project's picture. */
export function setProjectAvatar(trx: Executor, orgId: string, id: string, path: string) {
  return selectForUpdate(trx, orgId, id).set({ avatar_url: path }).returning(COLUMNS).executeTakeFirst();
}

/** Finds a project's chosen settings, with their version. */
export function findProjectConfig(db: Executor, orgId: string, id: string) {
  return selectActive(db, orgId).select('config').where('id', '=', id).executeTakeFirst();
}

/** Loads and locks a project's settings until the transaction ends. */
export function lockProjectConfig(trx: Executor, orgId: string, id: string) {
  return selectActive(trx, orgId).select('config').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Replaces the settings of a project. Returns undefined if the project does not exist. */
export function setProjectConfig(trx: Executor, orgId: string, id: string, config: ChosenConfig) {
  return selectForUpdate(trx, orgId, id)
    .set({ config: json(config as Record<string, unknown>) })
    .returning([...COLUMNS, 'config'])
    .executeTakeFirst();
}

/** Prevents a project's deletion until the transaction ends; undefined if it does not exist or is deleted. */
export function lockProject(trx: Executor, orgId: string, id: string) {
  return selectActive(trx, orgId).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/**
 * Marks a project as deleted, within a transaction; the database keeps its rows. Its API keys and the roles granted to
 * it end; `cleanups` delete rows of modules above. The caller stops its runs. Waits for concurrent changes in the
 * project ({@link lockProject}). Returns undefined if it was already deleted.
 */
export async function deleteProject(
  trx: Executor,
  orgId: string,
  id: string,
  cleanups: readonly ((trx: Executor, projectId: string) => Promise<unknown>)[],
) {
  await selectActive(trx, orgId).where('id', '=', id).forUpdate().execute();
  const row = await selectForUpdate(trx, orgId, id)
    .set({ deleted_at: sql<Date>`now()` })
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  for (const cleanUp of cleanups) await cleanUp(trx, id);
  return row;
}

function selectForUpdate(db: Executor, orgId: string, id: string) {
  return db
    .updateTable('projects')
    .set({ modified: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
}

function selectActive(db: Executor, orgId: string) {
  return db.selectFrom('projects').select(COLUMNS).where('org_id', '=', orgId).where('deleted_at', 'is', null);
}

/** Id of the organization's oldest project; null if it has none. */
export async function findOldestProject(trx: Executor, orgId: string): Promise<string | null> {
  const projects = trx.selectFrom('projects').select('id').where('org_id', '=', orgId).where('deleted_at', 'is', null);
  return (await projects.orderBy('id').limit(1).executeTakeFirst())?.id ?? null;
}

/** Returns the metadata fields of a project. */
export async function getMetadataFields(db: Executor, projectId: string): Promise<readonly MetadataField[]> {
  const row = await db.selectFrom('projects').select('metadata_fields').where('id', '=', projectId).executeTakeFirst();
  return row?.metadata_fields ?? [];
}

/** Locks and returns the metadata fields of a project: `share` to write values, `update` to change the fields. */
export async function lockMetadataFields(
  trx: Executor,
  projectId: string,
  mode: 'share' | 'update',
): Promise<readonly MetadataField[]> {
  const fields = trx.selectFrom('projects').select('metadata_fields').where('id', '=', projectId);
  const row = await (mode === 'share' ? fields.forShare() : fields.forNoKeyUpdate()).executeTakeFirst();
  return row?.metadata_fields ?? [];
}

/** Replaces the metadata fields of a locked project. */
export async function setMetadataFields(
  trx: Executor,
  projectId: string,
  fields: readonly MetadataField[],
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ metadata_fields: json(fields), modified: sql<Date>`now()` })
    .where('id', '=', projectId)
    .execute();
}
