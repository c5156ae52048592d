import { type Selectable, sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import type { Exclusion } from '../models/exclusions.ts';
import { selectExclusionsColumn } from '../models/queries.ts';
import { type Executor, json, jsonOrNull } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Message } from '../platform/messages.ts';
import { QUEUED_RUN, type RunError } from '../runs/contract.ts';
import { isRunVisible } from '../runs/visibility.ts';
import { selectWithoutWorker } from '../runs/waiting.ts';
import type { CaseContent } from './cases.ts';
import type { EvalTargetType } from './contract.ts';
import type { Scorer } from './scorers/kind.ts';
import type { EvalRunsTable } from './tables.ts';
import type { EvalTargetKind } from './target.ts';

/** The task or agent of an eval or set. */
export interface EvalTarget {
  readonly kind: EvalTargetType;
  readonly resourceId: string;
}

/** Returns the table of evals of a kind. Both tables have the same columns, so one name is used in types. */
export function getEvalTable(kind: EvalTargetType): 'task_eval_runs' {
  return (kind === 'task' ? 'task_eval_runs' : 'agent_eval_runs') as 'task_eval_runs';
}

/** An eval with the fields of its record. */
export interface EvalRunRow extends Selectable<EvalRunsTable> {
  /** Time since which no worker is available for an eval that should progress. */
  readonly without_worker: Date | null;
}

/** A new case of an eval. */
export interface NewResult extends Omit<CaseContent, 'name'> {
  readonly caseId: string | null;
  /** Reason for skipping it. Undefined if it runs. */
  readonly skip?: Message;
}

/** A new eval. */
export interface NewEvalRun {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly target: EvalTarget;
  readonly candidateRevisionId: string;
  readonly setId: string | null;
  readonly judgeModelId: string | null;
  readonly scorers: readonly Scorer[];
  /** Exact decimal. */
  readonly maxCredits: string | null;
  readonly parallelism: number;
  readonly triggerType: string;
  readonly clientId: string | null;
  readonly by: SubjectRef;
  readonly cases: readonly NewResult[];
}

/** Inserts a queued eval with its cases. Use it in a transaction. */
export async function insertEvalRun(trx: Executor, run: NewEvalRun): Promise<void> {
  await trx
    .insertInto(getEvalTable(run.target.kind))
    .values({
      id: run.id,
      org_id: run.orgId,
      project_id: run.projectId,
      resource_id: run.target.resourceId,
      candidate_revision_id: run.candidateRevisionId,
      eval_set_id: run.setId,
      judge_model_id: run.judgeModelId,
      scorers: json(run.scorers),
      max_credits: run.maxCredits,
      parallelism: run.parallelism,
      client_id: run.clientId,
      case_count: run.cases.length,
      skip_count: run.cases.filter((item) => item.skip !== undefined).length,
      ...QUEUED_RUN,
      trigger_type: run.triggerType,
      created_by_type: run.by.type,
      created_by: run.by.id,
    })
    .execute();
  await insertResults(trx, run.id, run.cases);
}

/** Number of cases per statement. */
const BATCH_SIZE = 100;

async function insertResults(trx: Executor, runId: string, cases: readonly NewResult[]): Promise<void> {
  const rows = cases.map((item, position) => ({
    id: newId(),
    eval_run_id: runId,
    position,
    case_id: item.caseId,
    reference_run_id: item.reference_run_id,
    candidate_run_id: newId(),
    input: jsonOrNull(item.input ?? null),
    expected: jsonOrNull(item.expected ?? null),
    expected_calls: jsonOrNull(item.expected_calls),
    stubs: json(item.stubs),
    skip_reason: jsonOrNull(item.skip ?? null),
    verdict: null,
    reasoning: item.skip?.msg ?? null,
    skipped: item.skip !== undefined,
    error_message: null,
    completed: item.skip === undefined ? null : sql<Date>`now()`,
  }));
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    await trx
      .insertInto('eval_results')
      .values(rows.slice(from, from + BATCH_SIZE))
      .execute();
}

function selectRuns(db: Executor, kind: EvalTargetType) {
  return db
    .selectFrom(`${getEvalTable(kind)} as r`)
    .selectAll('r')
    .select(selectWithoutWorker(sql`coalesce(r.started, r.created)`).as('without_worker'));
}

/** Finds an eval of a task or agent, without a permission check. */
export function findEvalRun(db: Executor, kind: EvalTargetType, id: string): Promise<EvalRunRow | undefined> {
  return selectRuns(db, kind).where('r.id', '=', id).executeTakeFirst();
}

/** Lists the evals of a task or agent that the caller can see, newest first. */
export function listEvalRuns(
  db: Executor,
  principal: Principal,
  { type, evalRunKind: evals }: Pick<EvalTargetKind, 'type' | 'evalRunKind'>,
  resourceId: string,
  page: PageRequest,
): Promise<Page<EvalRunRow>> {
  const seen = sql<boolean>`exists (select from ${sql.table(evals.parent.table)} p where p.id = r.resource_id and ${isRunVisible(principal, evals, 'p')})`;
  const rows = selectRuns(db, type).where('r.resource_id', '=', resourceId).where(seen);
  return paginate(rows, sortByNewest('r.id'), page);
}

/** An eval at the start of a step. */
export interface RunningEval extends Selectable<EvalRunsTable> {
  /** Current model exclusions. */
  readonly exclusions: readonly Exclusion[];
}

/** Marks an eval as running. Returns undefined if it has ended or must stop. */
export async function startEvalRun(db: Executor, kind: EvalTargetType, id: string): Promise<RunningEval | undefined> {
  const { rows } = await sql<RunningEval>`
    update ${sql.table(getEvalTable(kind))} r set status = 'running', started = coalesce(r.started, now()), waiting_for = null
    where r.id = ${id} and r.completed is null and r.status <> 'cancelling'
    returning r.*, ${selectExclusionsColumn(sql`r.org_id`, sql`r.project_id`)} as exclusions`.execute(db);
  return rows[0];
}

/** Returns whether an eval has spent its budget on runs of cases and model calls of scorers. */
export async function isOverBudget(db: Executor, kind: EvalTargetType, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(getEvalTable(kind))} where id = ${id} and charged_credits + candidate_credits >= max_credits`.execute(
    db,
  );
  return rows.length > 0;
}

/** Stores an eval's end and notifies waiters. `why` is the reason of unstarted cases. Returns false if it had ended. */
export async function finishEvalRun(
  trx: Executor,
  kind: EvalTargetType,
  id: string,
  end: {
    readonly status: 'completed' | 'failed' | 'cancelled';
    readonly error: RunError | null;
    readonly why: Message;
  },
): Promise<boolean> {
  const table = sql.table(getEvalTable(kind));
  const { rows } = await sql`
    with open as (
      update eval_results set skipped = true, reasoning = coalesce(skip_reason ->> 'msg', ${end.why.msg}),
        skip_reason = coalesce(skip_reason, ${json(end.why)}), completed = now()
      where eval_run_id = ${id} and completed is null
        and exists (select from ${table} r where r.id = ${id} and r.completed is null) returning id
    ), done as (
      update ${table} set status = ${end.status}, is_error = ${end.status === 'failed'}, error = ${jsonOrNull(end.error)},
        waiting_for = null, completed = now(), skip_count = skip_count + (select count(*) from open)
      where id = ${id} and completed is null returning id
    ) select pg_notify('holdfast_runs', id::text) from done`.execute(trx);
  return rows.length > 0;
}
