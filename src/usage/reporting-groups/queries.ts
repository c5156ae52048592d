import { type Selectable, sql } from 'kysely';
import { type Executor, withUnique } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { errors } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { normalizeName } from '../../platform/names.ts';
import type { ReportingGroupsTable } from './tables.ts';

export type ReportingGroupRow = Selectable<ReportingGroupsTable>;
type ReportingGroupFields = Pick<ReportingGroupRow, 'name' | 'description'>;

function selectActive(db: Executor, projectId: string) {
  return db
    .selectFrom('reporting_groups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null);
}

/** Finds a group of a project. */
export function findReportingGroup(
  db: Executor,
  projectId: string,
  id: string,
): Promise<ReportingGroupRow | undefined> {
  return selectActive(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** Finds a group by id or name, ignoring case and Unicode form. An id takes precedence over an equal name. */
export async function findReportingGroupByIdOrName(
  db: Executor,
  projectId: string,
  idOrName: string,
): Promise<ReportingGroupRow | undefined> {
  const byId = isId(idOrName) ? await findReportingGroup(db, projectId, idOrName) : undefined;
  const hasName = sql<boolean>`lower(name) in (lower(${idOrName}), lower(${normalizeName(idOrName)}))`;
  return byId ?? selectActive(db, projectId).where(hasName).orderBy('id').executeTakeFirst();
}

/** Lists the groups of a project, newest first. */
export function listReportingGroups(
  db: Executor,
  projectId: string,
  page: PageRequest,
): Promise<Page<ReportingGroupRow>> {
  return paginate(selectActive(db, projectId), sortByNewest('id'), page);
}

/** Creates a group. Throws a 409 if the name is taken. */
export function createReportingGroup(
  trx: Executor,
  owner: { readonly orgId: string; readonly projectId: string },
  fields: ReportingGroupFields,
): Promise<ReportingGroupRow> {
  return withUnique(
    'reporting_groups_name',
    () => errors.nameTaken('reporting_group', fields.name),
    () =>
      trx
        .insertInto('reporting_groups')
        .values({
          ...fields,
          name: normalizeName(fields.name),
          id: newId(),
          org_id: owner.orgId,
          project_id: owner.projectId,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
}

/** Loads and locks a group until the transaction ends. */
export function lockReportingGroup(
  trx: Executor,
  projectId: string,
  id: string,
): Promise<ReportingGroupRow | undefined> {
  return selectActive(trx, projectId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Updates a locked group. Throws a 409 if the new name is taken. */
export function updateReportingGroup(
  trx: Executor,
  id: string,
  { name, description }: ReportingGroupFields,
): Promise<ReportingGroupRow> {
  return withUnique(
    'reporting_groups_name',
    () => errors.nameTaken('reporting_group', name),
    () =>
      trx
        .updateTable('reporting_groups')
        .set({ name, description, modified: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
  );
}

/** Deletes a group and frees its name. Its runs keep it, so that reports still show their cost separately. */
export async function deleteReportingGroup(trx: Executor, id: string): Promise<void> {
  await trx.updateTable('reporting_groups').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** Lists groups by id, deleted ones included. */
export function listReportingGroupsById(
  db: Executor,
  ids: readonly string[],
): Promise<Pick<ReportingGroupRow, 'id' | 'name' | 'deleted_at'>[]> {
  return db
    .selectFrom('reporting_groups')
    .select(['id', 'name', 'deleted_at'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}
