import { type Selectable, sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import type { Exclusion } from '../models/exclusions.ts';
import { exclusionsColumn } from '../models/queries.ts';
import { type Executor, json, jsonOrNull } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { RunError } from '../runs/contract.ts';
import { isRunVisible } from '../runs/visibility.ts';
import { selectWithoutWorker } from '../runs/waiting.ts';
import type { CaseContent } from './cases.ts';
import type { EvalTargetType } from './contract.ts';
import type { Scorer } from './scorers/kind.ts';
import type { EvalRunsTable } from './tables.ts';
import type { EvalTargetKind } from './target.ts';

/** What an eval, or a set, is of. */
export interface EvalTarget {
  readonly kind: EvalTargetType;
  readonly resourceId: string;
}

/** The table of evals of a kind. Both have the same columns, so that one name stands for both where a query is typed. */
export function getEvalTable(kind: EvalTargetType): 'task_eval_runs' {
  return (kind === 'task' ? 'task_eval_runs' : 'agent_eval_runs') as 'task_eval_runs';
}

/** An eval as its record shows it. */
export interface EvalRunRow extends Selectable<EvalRunsTable> {
  /** Where it should move and no worker is there: when it last did. */
  readonly without_worker: Date | null;
}

/** A case of an eval that is to be stored. */
export interface NewResult extends CaseContent {
  readonly caseId: string | null;
  /** Why it will not be run; undefined where it will. */
  readonly skip?: string;
}

/** An eval that is to be stored. */
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

/** Stores a queued eval with its cases; belongs into a transaction. */
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
      status: 'queued',
      waiting_for: null,
      is_error: false,
      error: null,
      trigger_type: run.triggerType,
      input_tokens: 0,
      output_tokens: 0,
      charged_credits: '0',
      created_by_type: run.by.type,
      created_by: run.by.id,
    })
    .execute();
  await insertResults(trx, run.id, run.cases);
}

/** Cases stored in one statement. */
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
    skip_reason: null,
    verdict: null,
    reasoning: item.skip ?? null,
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

export function findEvalRun(db: Executor, kind: EvalTargetType, id: string): Promise<EvalRunRow | undefined> {
  return selectRuns(db, kind).where('r.id', '=', id).executeTakeFirst();
}

/** Evals of a task or an agent that the asker sees, newest first. */
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

/** An eval at the begin of a step. */
export interface RunningEval extends Selectable<EvalRunsTable> {
  /** The rules on models that hold now. */
  readonly exclusions: readonly Exclusion[];
}

/** Marks an eval as running. Answers undefined where it has ended or is to stop. */
export async function startEvalRun(db: Executor, kind: EvalTargetType, id: string): Promise<RunningEval | undefined> {
  const { rows } = await sql<RunningEval>`
    update ${sql.table(getEvalTable(kind))} r set status = 'running', started = coalesce(r.started, now()), waiting_for = null
    where r.id = ${id} and r.completed is null and r.status <> 'cancelling'
    returning r.*, ${exclusionsColumn(sql`r.org_id`, sql`r.project_id`)} as exclusions`.execute(db);
  return rows[0];
}

/** Whether an eval has spent what it may: what its cases cost, and what scorers asked of models. */
export async function isOverBudget(db: Executor, kind: EvalTargetType, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(getEvalTable(kind))} where id = ${id} and charged_credits + candidate_credits >= max_credits`.execute(
    db,
  );
  return rows.length > 0;
}

/** Stores an eval's end and wakes who waits for it. What was not run says `why`. Answers false where it had ended before. */
export async function finishEvalRun(
  trx: Executor,
  kind: EvalTargetType,
  id: string,
  end: { readonly status: 'completed' | 'failed' | 'cancelled'; readonly error: RunError | null; readonly why: string },
): Promise<boolean> {
  const table = sql.table(getEvalTable(kind));
  const { rows } = await sql`
    with open as (
      update eval_results set skipped = true, reasoning = coalesce(skip_reason, ${end.why}), completed = now()
      where eval_run_id = ${id} and completed is null
        and exists (select from ${table} r where r.id = ${id} and r.completed is null) returning id
    ), done as (
      update ${table} set status = ${end.status}, is_error = ${end.status === 'failed'}, error = ${jsonOrNull(end.error)},
        waiting_for = null, completed = now(), skip_count = skip_count + (select count(*) from open)
      where id = ${id} and completed is null returning id
    ) select pg_notify('holdfast_runs', id::text) from done`.execute(trx);
  return rows.length > 0;
}
