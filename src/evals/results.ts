import { type Selectable, sql } from 'kysely';
import { type Executor, json, jsonOrNull } from '../platform/db/client.ts';
import type { Message } from '../platform/messages.ts';
import type { EvalTargetType, Verdict } from './contract.ts';
import { getEvalTable } from './runs.ts';
import type { Score } from './scorers/kind.ts';
import type { EvalResultsTable } from './tables.ts';

export type EvalResultRow = Selectable<EvalResultsTable>;

/** Lists the open cases of an eval, in order. */
export function listOpenResults(db: Executor, runId: string): Promise<EvalResultRow[]> {
  return db
    .selectFrom('eval_results')
    .selectAll()
    .where('eval_run_id', '=', runId)
    .where('completed', 'is', null)
    .orderBy('position')
    .execute();
}

/** Lists all cases of an eval, in order. */
export function listResults(db: Executor, runId: string): Promise<EvalResultRow[]> {
  return db.selectFrom('eval_results').selectAll().where('eval_run_id', '=', runId).orderBy('position').execute();
}

/** Finds a result of an eval. */
export function findResult(db: Executor, runId: string, id: string): Promise<EvalResultRow | undefined> {
  return db
    .selectFrom('eval_results')
    .selectAll()
    .where('eval_run_id', '=', runId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Marks a case as started. Returns false if the eval must stop or the case has ended. */
export async function markCaseStarted(db: Executor, kind: EvalTargetType, id: string): Promise<boolean> {
  const { rows } = await sql`
    update eval_results s set started = coalesce(s.started, now()) from ${sql.table(getEvalTable(kind))} r
    where s.id = ${id} and s.completed is null and r.id = s.eval_run_id and r.completed is null and r.status = 'running'
    returning s.id`.execute(db);
  return rows.length > 0;
}

/** Outcome of a case. */
export interface CaseOutcome {
  readonly verdict: Verdict;
  readonly reasoning: string | null;
  /** Reason for skipping it. Null if it was evaluated. */
  readonly skip: Message | null;
  readonly isError: boolean;
  readonly errorMessage: string | null;
  readonly scores: readonly Score[];
  /** Cost of its run, an exact decimal. */
  readonly credits: string;
}

/** Stores the outcome of a case and counts it once. The first of two attempts wins. */
export async function storeOutcome(
  db: Executor,
  kind: EvalTargetType,
  id: string,
  outcome: CaseOutcome,
): Promise<boolean> {
  const { verdict, reasoning, skip, isError, errorMessage, scores, credits } = outcome;
  const { rows } = await sql`
    with done as (
      update eval_results set verdict = ${verdict}, reasoning = ${skip?.msg ?? reasoning}, skipped = ${skip !== null},
        skip_reason = ${jsonOrNull(skip)}, is_error = ${isError}, error_message = ${errorMessage}, scores = ${json(scores)}, completed = now()
      where id = ${id} and completed is null returning eval_run_id, verdict, skipped, is_error
    )
    update ${sql.table(getEvalTable(kind))} r set pass_count = pass_count + (done.verdict is not distinct from 'pass')::int,
      fail_count = fail_count + (done.verdict is not distinct from 'fail')::int,
      error_count = error_count + done.is_error::int, skip_count = skip_count + done.skipped::int,
      candidate_credits = candidate_credits + ${credits}::numeric
    from done where r.id = done.eval_run_id returning r.id`.execute(db);
  return rows.length > 0;
}

/** A case of a top-level run, for the calls of that run. */
export type CaseOfRun = Pick<EvalResultRow, 'id' | 'reference_run_id' | 'stubs'>;

/** Finds the case of a run. */
export function findCaseOfRun(db: Executor, candidateRunId: string): Promise<CaseOfRun | undefined> {
  return db
    .selectFrom('eval_results')
    .select(['id', 'reference_run_id', 'stubs'])
    .where('candidate_run_id', '=', candidateRunId)
    .executeTakeFirst();
}

/** Records why a case is skipped. The first reason stays. */
export async function recordSkipReason(db: Executor, id: string, why: Message): Promise<void> {
  await sql`update eval_results set skip_reason = coalesce(skip_reason, ${json(why)}) where id = ${id} and completed is null`.execute(
    db,
  );
}

/** Finds the reason why a case is skipped. */
export async function findSkipReason(db: Executor, id: string): Promise<Message | null> {
  const row = await db.selectFrom('eval_results').select('skip_reason').where('id', '=', id).executeTakeFirst();
  return row?.skip_reason ?? null;
}

/** Lists active runs of an eval's cases. */
export async function listStartedRunIds(db: Executor, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('eval_results')
    .select('candidate_run_id')
    .where('eval_run_id', '=', runId)
    .where('completed', 'is', null)
    .where('started', 'is not', null)
    .execute();
  return rows.map((row) => row.candidate_run_id);
}

/** The previous eval of the same set, with its totals. */
export interface PreviousEval {
  readonly id: string;
  readonly candidate_revision_id: string;
  readonly pass_count: number;
  readonly fail_count: number;
  readonly completed: Date;
}

/** Finds the newest completed eval of the same set before another one. */
export async function findPreviousEval(
  db: Executor,
  kind: EvalTargetType,
  { id, eval_set_id }: { readonly id: string; readonly eval_set_id: string | null },
): Promise<PreviousEval | undefined> {
  if (eval_set_id === null) return undefined;
  const { rows } = await sql<PreviousEval>`
    select id, candidate_revision_id, pass_count, fail_count, completed from ${sql.table(getEvalTable(kind))}
    where eval_set_id = ${eval_set_id} and id < ${id} and status = 'completed' order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Loads the verdicts of an eval by case key: their reference or set case. */
export async function loadVerdicts(db: Executor, runId: string): Promise<ReadonlyMap<string, Verdict>> {
  const rows = await db
    .selectFrom('eval_results')
    .select(['case_id', 'reference_run_id', 'verdict'])
    .where('eval_run_id', '=', runId)
    .execute();
  return new Map(rows.flatMap((row) => getCaseKeys(row).map((key) => [key, row.verdict] as const)));
}

/** Returns the keys that identify a case across evals: replacing a list gives its cases new IDs. */
export function getCaseKeys(row: Pick<EvalResultRow, 'case_id' | 'reference_run_id'>): string[] {
  return [row.case_id, row.reference_run_id].filter((key) => key !== null);
}
