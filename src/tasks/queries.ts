import { type RawBuilder, type Selectable, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { hasGrantInProject } from '../access/grants.ts';
import { hasRolePermission } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import type { ReleaseGate } from '../evals/contract.ts';
import { getOrLoad } from '../platform/cache.ts';
import { type Executor, jsonOrNull, withUnique } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { toContainsPattern } from '../platform/db/patterns.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { newId, newIdAfter } from '../platform/ids.ts';
import { toColumns } from '../platform/revision-fields.ts';
import { hasTagCondition, listTagsOf, setTags } from '../tags/queries.ts';
import { taskErrors } from './errors.ts';
import { TASK_REVISION_FIELDS } from './fields.ts';
import { setRevisionTags } from './revision-tags.ts';
import { setActiveRevisions } from './serving.ts';
import type { TaskRevisionsTable, TasksTable } from './tables.ts';

/** Maximum length of a task name. */
export const MAX_NAME_LENGTH = 63;

export type TaskRow = Selectable<TasksTable>;
export type TaskRevisionRow = Selectable<TaskRevisionsTable>;

/** A serving revision and its share of the runs. */
export interface ActiveRevision {
  readonly task_revision_id: string;
  readonly weight: number;
}

/** A task with the fields of its record. */
export interface TaskWithRevisions extends TaskRow {
  readonly revisions: readonly TaskRevisionRow[];
  readonly active: readonly ActiveRevision[];
  readonly tags: readonly string[];
}

/** Configurable fields of a revision. */
export type RevisionFields = Omit<TaskRevisionRow, 'id' | 'task_id' | 'created' | 'created_by' | 'created_by_type'>;
/** Configurable fields of a task. */
export type TaskFields = Pick<
  TaskRow,
  'name' | 'description' | 'enabled' | 'public' | 'exposed_to_agents' | 'task_run_visibility' | 'test'
> & { readonly tags: readonly string[] };

/** Finds a live task of the project. */
export function findTask(db: Executor, projectId: string, id: string): Promise<TaskRow | undefined> {
  return selectLive(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** Lists IDs of live, enabled tasks of the project that outside agents can find, oldest first. */
export async function listExposedTaskIds(db: Executor, projectId: string, limit: number): Promise<string[]> {
  const exposed = selectLive(db, projectId).where('exposed_to_agents', '=', true).where('enabled', '=', true);
  return (await exposed.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

/** Finds a live task by name, case-insensitive. */
export function findTaskByName(db: Executor, projectId: string, name: string): Promise<TaskRow | undefined> {
  return selectLive(db, projectId).where(sql<boolean>`lower(name) = lower(${name})`).executeTakeFirst();
}

/** Lists live, enabled tasks of the project, newest first. */
export function listEnabledTasks(db: Executor, projectId: string): Promise<Pick<TaskRow, 'id' | 'name' | 'created'>[]> {
  return selectLive(db, projectId)
    .clearSelect()
    .select(['id', 'name', 'created'])
    .where('enabled', '=', true)
    .orderBy('id', 'desc')
    .execute();
}

/** Locks a live task against edits until the transaction ends. Runs can still start. */
export function lockTask(trx: Executor, projectId: string, id: string): Promise<TaskRow | undefined> {
  return selectLive(trx, projectId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Finds a task of the project, including deleted ones, whose runs stay readable. */
export function findTaskWithDeleted(db: Executor, projectId: string, id: string): Promise<TaskRow | undefined> {
  return selectByProject(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** Creates a task with its first revision active. Use it in a transaction. */
export async function createTask(
  trx: Executor,
  owner: { readonly orgId: string; readonly projectId: string; readonly subject: SubjectRef },
  { tags, ...fields }: TaskFields,
  revision: RevisionFields,
): Promise<string> {
  const id = newId();
  await withUnique(
    'tasks_name',
    () => taskErrors.duplicateName(fields.name),
    () =>
      trx
        .insertInto('tasks')
        .values({
          ...fields,
          id,
          org_id: owner.orgId,
          project_id: owner.projectId,
          created_by: owner.subject.id,
        })
        .execute(),
  );
  if (tags.length > 0) await setTags(trx, { ...owner, kind: 'task' }, id, tags);
  const revisionId = await addTaskRevision(trx, { id, by: owner.subject }, revision);
  await setActiveRevisions(trx, id, [{ task_revision_id: revisionId, weight: 1 }]);
  return id;
}

/** Adds an inactive revision. `newest` is the ID of the latest revision. */
async function addTaskRevision(
  trx: Executor,
  { id: taskId, by }: { readonly id: string; readonly by: SubjectRef },
  fields: RevisionFields,
  newest?: string,
): Promise<string> {
  const id = newest === undefined ? newId() : newIdAfter(newest);
  await trx
    .insertInto('task_revisions')
    .values({
      ...toColumns(TASK_REVISION_FIELDS, fields),
      id,
      task_id: taskId,
      created_by: by.id,
      created_by_type: by.type,
      input_params: fields.input_params,
      tags: fields.tags,
      test: fields.test,
      tool_sources: jsonOrNull(fields.tool_sources),
    })
    .execute();
  return id;
}

/** Changes to a task. Undefined fields stay. */
export interface TaskEdit {
  readonly fields: Partial<TaskFields>;
  /** A revision to add. */
  readonly revision: RevisionFields | undefined;
  readonly active: readonly ActiveRevision[] | undefined;
}

/** Edits a task that the transaction has locked. `by` is the author of a new revision. */
export async function editTask(trx: Executor, task: TaskWithRevisions, edit: TaskEdit, by: SubjectRef): Promise<void> {
  if (edit.revision) {
    const id = await addTaskRevision(trx, { id: task.id, by }, edit.revision, task.revisions[0]?.id);
    if (edit.revision.tags.length > 0) await setRevisionTags(trx, task.id, id, edit.revision.tags);
  }
  if (edit.active) await setActiveRevisions(trx, task.id, edit.active);
  const { tags, ...fields } = edit.fields;
  await updateTask(trx, task.id, fields);
  if (tags) await setTags(trx, { orgId: task.org_id, projectId: task.project_id, kind: 'task' }, task.id, tags);
}

/** Updates fields of a task. Without fields, only its modification time. */
export async function updateTask(
  trx: Executor,
  id: string,
  fields: Partial<Omit<TaskFields, 'tags'>> = {},
): Promise<void> {
  await withUnique(
    'tasks_name',
    () => taskErrors.duplicateName(fields.name),
    () =>
      trx
        .updateTable('tasks')
        .set({ ...fields, modified: sql<Date>`now()` })
        .where('id', '=', id)
        .execute(),
  );
}

/** Sets or removes the release gate of a task. */
export async function setReleaseGate(trx: Executor, id: string, gate: ReleaseGate | null): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ release_gate: jsonOrNull(gate) })
    .where('id', '=', id)
    .execute();
}

/** Marks a task as deleted and deletes its access token. Its history stays. */
export async function deleteTask(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('task_access_tokens').where('task_id', '=', id).execute();
  await db.updateTable('tasks').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** Filters of a list of tasks. */
interface TaskFilter {
  readonly name?: string;
  readonly createdBy?: string;
  /** ID or name of a tag. */
  readonly tag?: string;
  readonly includeTests: boolean;
}

/** Lists the tasks of a project that match the filter and that the caller can see. */
export async function listTasks(
  db: Executor,
  { projectId, subject, grants }: Principal,
  filter: TaskFilter,
  page: PageRequest,
): Promise<Page<TaskWithRevisions>> {
  let rows = selectLive(db, projectId);
  if (!hasRolePermission(grants, 'task:view'))
    rows = rows.where(hasGrantInProject(subject, 'task', projectId, sql.ref('tasks.id')));
  if (filter.name !== undefined) rows = rows.where('name', 'ilike', toContainsPattern(filter.name));
  if (filter.createdBy !== undefined) rows = rows.where('created_by', '=', filter.createdBy);
  if (filter.tag !== undefined) rows = rows.where('id', 'in', hasTagCondition(db, projectId, 'task', filter.tag));
  if (!filter.includeTests) rows = rows.where('test', '=', false);
  const { results, pagination } = await paginate(rows, sortByNewest('id'), page);
  return { results: await loadRevisions(db, results), pagination };
}

/** Adds revisions, weights and tags to tasks, with three queries for any number of them. */
export async function loadRevisions(db: Executor, tasks: readonly TaskRow[]): Promise<TaskWithRevisions[]> {
  if (tasks.length === 0) return [];
  const ids = tasks.map((task) => task.id);
  const revisions = await db
    .selectFrom('task_revisions')
    .selectAll()
    .where('task_id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  const active = await db.selectFrom('task_active_revisions').selectAll().where('task_id', 'in', ids).execute();
  const tags = await listTagsOf(db, ids);
  return tasks.map((task) => ({
    ...task,
    tags: tags.get(task.id) ?? [],
    revisions: revisions.filter((revision) => revision.task_id === task.id),
    active: active
      .filter((item) => item.task_id === task.id)
      .map((item) => ({ task_revision_id: item.task_revision_id, weight: Number(item.weight) })),
  }));
}

const revisions = new LRUCache<string, TaskRevisionRow>({ max: 2000 });

/** Finds a revision by ID for runs. Except for their tags, revisions never change, so each process reads one once. */
export function findTaskRevision(db: Executor, id: string): Promise<TaskRevisionRow | undefined> {
  return getOrLoad(revisions, id, () => readTaskRevision(db, id));
}

/** Reads the current state of a revision by ID: cached tags can be outdated. */
export function readTaskRevision(db: Executor, id: string): Promise<TaskRevisionRow | undefined> {
  return db.selectFrom('task_revisions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Selects IDs of a project's tasks whose names contain a text, including deleted ones. */
export function selectTaskIdsByName(projectId: string, part: string): RawBuilder<string> {
  return sql<string>`(select id from tasks where project_id = ${projectId} and name ilike ${toContainsPattern(part)})`;
}

/** Finds a free task name close to the given one. Concurrent callers wait until the transaction ends. */
export async function findFreeTaskName(trx: Executor, projectId: string, preferred: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`task names of ${projectId}`}, 0))`.execute(trx);
  const rows = await selectLive(trx, projectId).clearSelect().select('name').execute();
  const taken = new Set(rows.map(({ name }) => name.toLowerCase()));
  for (let number = 2, name = preferred; ; number++) {
    if (!taken.has(name.toLowerCase())) return name;
    const maxLength = MAX_NAME_LENGTH - String(number).length - 1;
    name = `${[...preferred].slice(0, maxLength).join('')} ${number}`;
  }
}

/** Filters the IDs of live tasks of the project. */
export async function filterTaskIds(db: Executor, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await selectLive(db, projectId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}

function selectLive(db: Executor, projectId: string) {
  return selectByProject(db, projectId).where('deleted_at', 'is', null);
}

function selectByProject(db: Executor, projectId: string) {
  return db.selectFrom('tasks').selectAll().where('project_id', '=', projectId);
}
