import { type Selectable, sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import { type Executor, isUniqueViolation, jsonOrNull } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { newId } from '../../platform/ids.ts';
import { isRunVisible } from '../visibility.ts';
import { hasScore, type ScoreFilter } from './columns.ts';
import { feedbackErrors } from './errors.ts';
import type { FeedbackKind } from './kinds.ts';
import type { FeedbackTable } from './tables.ts';

export type FeedbackRow = Selectable<FeedbackTable>;
/** Content of feedback. */
type FeedbackFields = Pick<FeedbackRow, 'name' | 'value' | 'note'>;

/** Feedback with the parent of its run. */
export interface FeedbackOnRun extends FeedbackRow {
  readonly run_id: string;
  readonly parent_id: string;
  readonly revision_id: string;
}

/** Feedback to create: its run and author. */
interface NewFeedback {
  readonly orgId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly source: FeedbackRow['source'];
}

/** Filter of a feedback list. */
export interface FeedbackFilter extends ScoreFilter {
  readonly runId?: string;
  readonly parentId?: string;
  readonly revisionId?: string;
  readonly source?: FeedbackRow['source'];
  readonly createdBy?: { readonly type: string; readonly id: string };
  readonly from?: Date;
  readonly until?: Date;
}

/** Finds a feedback entry of a run of any kind. */
export function findFeedback(db: Executor, runId: string, id: string): Promise<FeedbackRow | undefined> {
  return db
    .selectFrom('feedback')
    .selectAll()
    .where('id', '=', id)
    .where(sql`coalesce(task_run_id, agent_run_id)`, '=', runId)
    .executeTakeFirst();
}

/** Loads and locks a feedback entry until the transaction ends. */
export function lockFeedback(trx: Executor, id: string): Promise<FeedbackRow | undefined> {
  return trx.selectFrom('feedback').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Creates feedback; undefined if the run no longer exists. Throws a 409 if the author already gave a score with this
 * name.
 */
export function createFeedback(
  trx: Executor,
  kind: FeedbackKind,
  { orgId, projectId, runId, subject, source }: NewFeedback,
  { name, value, note }: FeedbackFields,
): Promise<FeedbackRow | undefined> {
  return withUniqueScore(name, async () => {
    const { rows } = await sql<FeedbackRow>`
      insert into feedback (id, org_id, project_id, ${sql.ref(kind.column)}, name, value, note, source, created_by_type, created_by)
      select ${newId()}::uuid, ${orgId}::uuid, ${projectId}::uuid, r.id, ${name}::text, ${jsonOrNull(value)}::jsonb, ${note}::text, ${source}::text,
        ${subject.type}::text, ${subject.id}::uuid
      from ${sql.table(kind.run.table)} r where r.id = ${runId} for key share
      returning *`.execute(trx);
    return rows[0];
  });
}

/** Updates locked feedback. Throws like {@link createFeedback}. */
export function updateFeedback(trx: Executor, id: string, { name, value, note }: FeedbackFields): Promise<FeedbackRow> {
  return withUniqueScore(name, () =>
    trx
      .updateTable('feedback')
      .set({ name, value: jsonOrNull(value), note, modified: sql<Date>`now()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** Deletes feedback; undefined if it no longer exists. */
export function deleteFeedback(trx: Executor, id: string): Promise<FeedbackRow | undefined> {
  return trx.deleteFrom('feedback').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Lists feedback on visible runs of a kind in the caller's project, newest first. */
export function listFeedback(
  db: Executor,
  kind: FeedbackKind,
  principal: Principal,
  filter: FeedbackFilter,
  page: PageRequest,
): Promise<Page<FeedbackOnRun>> {
  const { parent, table } = kind.run;
  const [parentId, revisionId] = [sql.ref<string>(`r.${parent.column}`), sql.ref<string>(`r.${kind.revision}`)];
  const run = sql<Record<never, never>>`${sql.table(table)}`.as<'r'>(sql.ref('r'));
  const of = sql<Record<never, never>>`${sql.table(parent.table)}`.as<'t'>(sql.ref('t'));
  let rows = db
    .selectFrom('feedback as f')
    .innerJoin(run, (join) => join.on(sql`r.id`, '=', sql.ref(`f.${kind.column}`)))
    .innerJoin(of, (join) => join.on(sql`t.id`, '=', parentId))
    .selectAll('f')
    .select([sql<string>`r.id`.as('run_id'), parentId.as('parent_id'), revisionId.as('revision_id')])
    .where('f.project_id', '=', principal.projectId)
    .where(hasScore(filter))
    .where(isRunVisible(principal, kind.run, 't'));
  if (filter.runId !== undefined) rows = rows.where(`f.${kind.column}`, '=', filter.runId);
  if (filter.parentId !== undefined) rows = rows.where(parentId, '=', filter.parentId);
  if (filter.revisionId !== undefined) rows = rows.where(revisionId, '=', filter.revisionId);
  if (filter.source !== undefined) rows = rows.where('f.source', '=', filter.source);
  if (filter.createdBy !== undefined)
    rows = rows.where('f.created_by_type', '=', filter.createdBy.type).where('f.created_by', '=', filter.createdBy.id);
  if (filter.from !== undefined) rows = rows.where('f.created', '>=', filter.from);
  if (filter.until !== undefined) rows = rows.where('f.created', '<', filter.until);
  return paginate(rows, sortByNewest('f.id'), page);
}

/** Converts a violation of the unique score to a 409. */
async function withUniqueScore<R>(name: string, write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    const second = ['feedback_task_run_score', 'feedback_agent_run_score'].some((at) => isUniqueViolation(error, at));
    throw second ? feedbackErrors.duplicateScore(name) : error;
  }
}
