import { type Selectable, sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import { type Executor, isUniqueViolation, json, jsonOrNull } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { QUEUED_RUN, type RunError } from '../../runs/contract.ts';
import { selectWithoutWorker, toWaitingFor } from '../../runs/waiting.ts';
import { sourceErrors } from '../errors.ts';
import { knowledgeWaits } from '../failures.ts';
import { isReadableAtSource } from '../readers.ts';
import type { ItemOutcome, SourceKindName } from './contract.ts';
import type { SourceRunItemsTable, SourceRunsTable, SyncPlan } from './tables.ts';

/** A run with its kind. */
export interface SourceRunRow extends Selectable<SourceRunsTable> {
  readonly kind: SourceKindName;
  /** Time of the last progress if the run has no worker. */
  readonly without_worker: Date | null;
}

/** A run to store. */
interface NewSourceRun {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly sourceId: string;
  readonly plan: SyncPlan;
  readonly triggerType: string;
  readonly by: SubjectRef;
}

/** Stores a queued run. Throws a 409 if another run of the source has not ended. */
export async function insertSourceRun(db: Executor, run: NewSourceRun): Promise<void> {
  try {
    await db.insertInto('source_runs').values(toRow(run)).execute();
  } catch (error) {
    throw isUniqueViolation(error, ONE_RUN_CONSTRAINT) ? sourceErrors.syncRunning(run.sourceId) : error;
  }
}

/** Stores a queued run. Returns false if another run of the source has not ended. */
export async function tryInsertSourceRun(db: Executor, run: NewSourceRun): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('source_runs')
    .values(toRow(run))
    .onConflict((conflict) => conflict.column('source_id').where('completed', 'is', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const ONE_RUN_CONSTRAINT = 'source_runs_one_at_once';

function toRow(run: NewSourceRun) {
  return {
    id: run.id,
    org_id: run.orgId,
    project_id: run.projectId,
    source_id: run.sourceId,
    ...QUEUED_RUN,
    plan: json(run.plan),
    trigger_type: run.triggerType,
    created_by_type: run.by.type,
    created_by: run.by.id,
  };
}

/** Finds a run of the project. */
export function findSourceRun(db: Executor, projectId: string, id: string): Promise<SourceRunRow | undefined> {
  return selectRuns(db).where('r.project_id', '=', projectId).where('r.id', '=', id).executeTakeFirst();
}

/** Lists the syncs of a source, newest first. */
export function listSourceRuns(db: Executor, sourceId: string, page: PageRequest): Promise<Page<SourceRunRow>> {
  return paginate(selectRuns(db).where('r.source_id', '=', sourceId), sortByNewest('r.id'), page);
}

/**
 * Lists the outcomes of a run, newest first, without those of documents that the source restricts to others. The item of
 * the source still has the readers of an erased document.
 */
export function listRunItems(
  db: Executor,
  { projectId, subject }: Pick<Principal, 'projectId' | 'subject'>,
  runId: string,
  outcome: ItemOutcome | undefined,
  page: PageRequest,
): Promise<Page<Selectable<SourceRunItemsTable>>> {
  const isHidden = sql<boolean>`(
    exists (select from documents d where d.id = i.document_id and not ${isReadableAtSource(projectId, subject)})
    or not exists (select from documents d where d.id = i.document_id) and exists (select from source_runs r join source_items s on s.source_id = r.source_id
      where r.id = i.run_id and s.ref = i.ref and not ${isReadableAtSource(projectId, subject, sql`s.readers`)}))`;
  const rows = db
    .selectFrom('source_run_items as i')
    .selectAll('i')
    .where('i.run_id', '=', runId)
    .where(sql<boolean>`not ${isHidden}`);
  return paginate(outcome === undefined ? rows : rows.where('i.outcome', '=', outcome), sortByNewest('i.id'), page);
}

/** A run with its source. */
export interface SyncRun extends Selectable<SourceRunsTable> {
  readonly kind: SourceKindName;
  readonly credential_id: string | null;
}

/** Marks a run as running. Returns undefined if it has ended or is being cancelled. */
export async function beginSourceRun(db: Executor, id: string): Promise<SyncRun | undefined> {
  const { rows } = await sql<SyncRun>`
    update source_runs r set status = 'running', started = coalesce(r.started, now()), waiting_for = null
    from knowledge_sources s
    where r.id = ${id} and s.id = r.source_id and r.completed is null and r.status <> 'cancelling'
    returning r.*, s.kind, s.credential_id`.execute(db);
  return rows[0];
}

/** Stores the list position. Returns false if it has changed or the run must not continue. */
export async function recordListPosition(
  trx: Executor,
  id: string,
  from: string | null,
  next: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update source_runs set list_position = ${next}, listed = ${next === null}
    where id = ${id} and completed is null and status <> 'cancelling' and not listed and list_position is not distinct from ${from}
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Counts unchanged items. */
export async function countUnchanged(trx: Executor, id: string, count: number): Promise<void> {
  if (count > 0) await sql`update source_runs set unchanged = unchanged + ${count} where id = ${id}`.execute(trx);
}

/** Stores and counts the outcome of an item. */
export async function recordItem(
  trx: Executor,
  runId: string,
  ref: string,
  outcome: ItemOutcome,
  documentId: string | null,
  problem: RunError | null,
): Promise<void> {
  const row = { id: newId(), run_id: runId, ref, outcome, document_id: documentId, problem: jsonOrNull(problem) };
  await trx.insertInto('source_run_items').values(row).execute();
  await sql`update source_runs set ${sql.ref(outcome)} = ${sql.ref(outcome)} + 1 where id = ${runId}`.execute(trx);
}

/**
 * Returns the error of a run in which every item failed, null otherwise. It does not name the item: people see runs
 * without the permission to see documents.
 */
export async function findRunError(db: Executor, id: string): Promise<RunError | null> {
  const { rows } = await sql<{ problem: RunError }>`
    select i.problem from source_runs r join source_run_items i on i.run_id = r.id and i.outcome = 'failed'
    where r.id = ${id} and r.added + r.changed + r.removed + r.unchanged + r.skipped + r.withheld = 0 order by i.id limit 1`.execute(
    db,
  );
  return rows[0]?.problem ?? null;
}

/** Adds a note to a run once. */
export async function addRunNote(db: Executor, id: string, note: string): Promise<void> {
  await sql`update source_runs set notes = (notes::jsonb || to_jsonb(${note}::text))::json
    where id = ${id} and not notes::jsonb ? ${note}`.execute(db);
}

/** Stores that a run waits for the next visit. */
export async function recordRunWait(db: Executor, id: string, waitMs: number): Promise<void> {
  await db
    .updateTable('source_runs')
    .set({ waiting_for: json(toWaitingFor('retry', knowledgeWaits.wait_next_visit, waitMs)) })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where('status', '=', 'running')
    .execute();
}

/** Runs of a source whose item outcomes are kept. */
const RUNS_WITH_ITEMS = 50;

/** Ends a run, wakes its waiters and deletes temporary data. Returns false if it had already ended. */
export async function finishSourceRun(
  trx: Executor,
  id: string,
  status: 'completed' | 'failed' | 'cancelled',
  error: RunError | null,
): Promise<boolean> {
  const { rows } = await sql<{ source_id: string; withheld: number }>`
    with done as (
      update source_runs set status = ${status}, is_error = ${error !== null}, error = ${jsonOrNull(error)}, waiting_for = null, completed = now()
      where id = ${id} and completed is null returning id, source_id, withheld
    ) select source_id, withheld, pg_notify('holdfast_runs', id::text) from done`.execute(trx);
  const [run] = rows;
  if (!run) return false;
  if (status === 'completed' && run.withheld === 0)
    await sql`update knowledge_source_states set last_complete_sync = now() where source_id = ${run.source_id}`.execute(
      trx,
    );
  await trx.deleteFrom('source_sites').where('run_id', '=', id).execute();
  await trx.deleteFrom('source_items').where('run_id', '=', id).where('is_map', '=', true).execute();
  await sql`delete from source_run_items where run_id in (
    select id from source_runs where source_id = ${run.source_id} order by id desc offset ${RUNS_WITH_ITEMS} limit ${RUNS_WITH_ITEMS})`.execute(
    trx,
  );
  return true;
}

function selectRuns(db: Executor) {
  return db
    .selectFrom('source_runs as r')
    .innerJoin('knowledge_sources as s', 's.id', 'r.source_id')
    .selectAll('r')
    .select('s.kind')
    .select(selectWithoutWorker(sql`coalesce(r.started, r.created)`).as('without_worker'));
}
