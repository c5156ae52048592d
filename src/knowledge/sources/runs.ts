import { type Selectable, sql } from 'kysely';
import { type Executor, isUniqueViolation, json, jsonOrNull } from '../../platform/db/client.ts';
import { newestFirst, type Page, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { RunError } from '../../runs/contract.ts';
import { selectWithoutWorker, toWaitingFor } from '../../runs/waiting.ts';
import { sourceErrors } from '../errors.ts';
import type { ItemOutcome, SourceKindName } from './contract.ts';
import type { SourceRunItemsTable, SourceRunsTable, SyncPlan } from './tables.ts';

/** A run as its record shows it. */
export interface SourceRunRow extends Selectable<SourceRunsTable> {
  readonly kind: SourceKindName;
  /** Where the run should move and no worker is there: when it last did. */
  readonly without_worker: Date | null;
}

/** A run that is to be stored. */
export interface NewSourceRun {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly sourceId: string;
  readonly plan: SyncPlan;
  readonly triggerType: string;
  readonly by: SubjectRef;
}

/** Stores a queued run. Throws a 409 while another of the source has not ended. */
export async function insertSourceRun(db: Executor, run: NewSourceRun): Promise<void> {
  try {
    await db.insertInto('source_runs').values(rowOf(run)).execute();
  } catch (error) {
    throw isUniqueViolation(error, ONE_AT_ONCE) ? sourceErrors.syncRunning(run.sourceId) : error;
  }
}

/** The same, which answers false where another of the source has not ended. */
export async function insertRunIfFree(db: Executor, run: NewSourceRun): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('source_runs')
    .values(rowOf(run))
    .onConflict((conflict) => conflict.column('source_id').where('completed', 'is', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const ONE_AT_ONCE = 'source_runs_one_at_once';

function rowOf(run: NewSourceRun) {
  return {
    id: run.id,
    org_id: run.orgId,
    project_id: run.projectId,
    source_id: run.sourceId,
    status: 'queued' as const,
    plan: json(run.plan),
    list_position: null,
    waiting_for: null,
    is_error: false,
    error: null,
    trigger_type: run.triggerType,
    input_tokens: 0,
    output_tokens: 0,
    charged_credits: '0',
    created_by_type: run.by.type,
    created_by: run.by.id,
  };
}

/** A run of the project. */
export function findSourceRun(db: Executor, projectId: string, id: string): Promise<SourceRunRow | undefined> {
  return runs(db).where('r.project_id', '=', projectId).where('r.id', '=', id).executeTakeFirst();
}

export function listSourceRuns(db: Executor, sourceId: string, page: PageRequest): Promise<Page<SourceRunRow>> {
  return paginate(runs(db).where('r.source_id', '=', sourceId), newestFirst('r.id'), page);
}

/** What became of the things of a run, the newest first. */
export function listRunItems(
  db: Executor,
  runId: string,
  outcome: ItemOutcome | undefined,
  page: PageRequest,
): Promise<Page<Selectable<SourceRunItemsTable>>> {
  const rows = db.selectFrom('source_run_items as i').selectAll('i').where('i.run_id', '=', runId);
  return paginate(outcome === undefined ? rows : rows.where('i.outcome', '=', outcome), newestFirst('i.id'), page);
}

/** A run with its source, as a step works at it. */
export interface SyncRun extends Selectable<SourceRunsTable> {
  readonly kind: SourceKindName;
  readonly credential_id: string | null;
}

/** Marks a run as running. Answers undefined where it has ended or is to stop. */
export async function beginSourceRun(db: Executor, id: string): Promise<SyncRun | undefined> {
  const { rows } = await sql<SyncRun>`
    update source_runs r set status = 'running', started = coalesce(r.started, now()), waiting_for = null
    from knowledge_sources s
    where r.id = ${id} and s.id = r.source_id and r.completed is null and r.status <> 'cancelling'
    returning r.*, s.kind, s.credential_id`.execute(db);
  return rows[0];
}

/** Notes how far a run has listed its source. Answers false where it is somewhere else by now, or is not to go on. */
export async function noteListed(
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

/** Counts things that are as they were. */
export async function countUnchanged(trx: Executor, id: string, count: number): Promise<void> {
  if (count > 0) await sql`update source_runs set unchanged = unchanged + ${count} where id = ${id}`.execute(trx);
}

/** Records and counts what became of a thing in a run. */
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

/** Why a run came to nothing: all that it looked at failed. Null where something was as it should be. */
export async function outcomeOf(db: Executor, id: string): Promise<RunError | null> {
  const { rows } = await sql<{ ref: string; problem: RunError }>`
    select i.ref, i.problem from source_runs r join source_run_items i on i.run_id = r.id and i.outcome = 'failed'
    where r.id = ${id} and r.added + r.changed + r.removed + r.unchanged + r.skipped = 0 order by i.id limit 1`.execute(
    db,
  );
  const [first] = rows;
  return first ? { reason: first.problem.reason, message: `${first.ref}: ${first.problem.message}` } : null;
}

/** Adds to what a run tells as a whole; what it tells already it tells once. */
export async function noteOnRun(db: Executor, id: string, note: string): Promise<void> {
  await sql`update source_runs set notes = (notes::jsonb || to_jsonb(${note}::text))::json
    where id = ${id} and not notes::jsonb ? ${note}`.execute(db);
}

/** Says that a run waits for a source that takes visits only now and then. */
export async function noteWait(db: Executor, id: string, waitMs: number): Promise<void> {
  const detail = 'the source takes the next visit only after a pause';
  await db
    .updateTable('source_runs')
    .set({ waiting_for: json(toWaitingFor('retry', detail, waitMs)) })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .where('status', '=', 'running')
    .execute();
}

/** Runs of a source whose things are kept; those of older ones are forgotten. */
const KEPT_RUNS = 50;

/** Stores a run's end and wakes who waits. What only the run needed goes. Answers false where it had ended before. */
export async function finishSourceRun(
  trx: Executor,
  id: string,
  status: 'completed' | 'failed' | 'cancelled',
  error: RunError | null,
): Promise<boolean> {
  const { rows } = await sql<{ source_id: string }>`
    with done as (
      update source_runs set status = ${status}, is_error = ${error !== null}, error = ${jsonOrNull(error)}, waiting_for = null, completed = now()
      where id = ${id} and completed is null returning id, source_id
    ) select source_id, pg_notify('holdfast_runs', id::text) from done`.execute(trx);
  const [run] = rows;
  if (!run) return false;
  await trx.deleteFrom('source_sites').where('run_id', '=', id).execute();
  await trx.deleteFrom('source_items').where('run_id', '=', id).where('is_map', '=', true).execute();
  await sql`delete from source_run_items where run_id in (
    select id from source_runs where source_id = ${run.source_id} order by id desc offset ${KEPT_RUNS} limit ${KEPT_RUNS})`.execute(
    trx,
  );
  return true;
}

function runs(db: Executor) {
  return db
    .selectFrom('source_runs as r')
    .innerJoin('knowledge_sources as s', 's.id', 'r.source_id')
    .selectAll('r')
    .select('s.kind')
    .select(selectWithoutWorker(sql`coalesce(r.started, r.created)`).as('without_worker'));
}
