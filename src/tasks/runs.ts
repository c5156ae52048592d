import { Decimal } from 'decimal.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import { type FileRecord, filesColumn, type NewFile } from '../files/queries.ts';
import { type Executor, json, jsonOrNull } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { Message } from '../platform/messages.ts';
import type { Finish } from '../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../platform/models/request.ts';
import { NO_TOKENS } from '../platform/models/usage.ts';
import { getActiveTraceparent } from '../platform/telemetry/tracing.ts';
import { EVAL_TRIGGER, type RunError, type RunOf } from '../runs/contract.ts';
import { toRunError } from '../runs/errors.ts';
import { feedbackCountColumn, hasFeedback, type ScoreFilter } from '../runs/feedback/columns.ts';
import { selectVisibility } from '../runs/kind.ts';
import type { ProviderWait } from '../runs/provider-wait.ts';
import { isRunVisible } from '../runs/visibility.ts';
import { selectWithoutWorker, toWaitingFor } from '../runs/waiting.ts';
import { addTokens, type CallCost, releaseCredits, selectSettlement } from '../usage/reservations.ts';
import { taskFailures } from './failures.ts';
import { insertDeliveriesCte } from './forwarders/deliveries.ts';
import { type Hit, toHitsUpdate } from './guardrails/hits.ts';
import { taskRunKind } from './run-kind.ts';
import type { TaskRunsTable } from './tables.ts';

export interface TaskRunRow extends Selectable<TaskRunsTable> {
  readonly task: RunOf;
  /** Visibility setting. */
  readonly visibility: string;
  readonly files: readonly FileRecord[];
  /** Number of feedback entries. */
  readonly feedback_count: number;
  /** Time since which no worker is available for a run that should progress. */
  readonly without_worker: Date | null;
}

export interface NewTaskRun {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly taskRevisionId: string;
  readonly input: Record<string, unknown>;
  readonly reference: string | null;
  readonly contextId: string | null;
  readonly reportingGroupId: string | null;
  readonly useFallbackModel: boolean;
  /** Whether the text is stored while it is generated. Default false. */
  readonly stream?: boolean | undefined;
  readonly triggerType: string;
  /** Trigger that started it. */
  readonly triggerId?: string | null;
  readonly createdByType: string;
  readonly createdBy: string;
  readonly toolCallId: string | null;
  /** Agents of the calling runs, top-level first. Default none. */
  readonly callingAgents?: readonly string[];
  /** Number of calling runs above it. Default 0. */
  readonly depth?: number | undefined;
  /** Statement that stores the audit event of its start. Default none. */
  readonly storeEvent?: RawBuilder<unknown> | undefined;
}

/** Stores a queued run. A second one for the same tool call changes nothing. */
export async function insertTaskRun(db: Executor, run: NewTaskRun): Promise<void> {
  const { storeEvent } = run;
  const withEvent = storeEvent === undefined ? db : db.with('kept', () => sql<Record<never, never>>`(${storeEvent})`);
  await withEvent
    .insertInto('task_runs')
    .values({
      id: run.id,
      org_id: run.orgId,
      project_id: run.projectId,
      task_id: run.taskId,
      task_revision_id: run.taskRevisionId,
      status: 'queued',
      input: json(run.input),
      run_data: json({ submitted: run.input }),
      reference: run.reference,
      context_id: run.contextId,
      reporting_group_id: run.reportingGroupId,
      use_fallback_model: run.useFallbackModel,
      stream: run.stream ?? false,
      trigger_type: run.triggerType,
      trigger_id: run.triggerId ?? null,
      created_by_type: run.createdByType,
      created_by: run.createdBy,
      tool_call_id: run.toolCallId,
      calling_agents: [...(run.callingAgents ?? [])],
      depth: run.depth ?? 0,
      traceparent: getActiveTraceparent(),
      is_error: false,
      llm_retries: 0,
      used_fallback_model: false,
      input_tokens: 0,
      output_tokens: 0,
      charged_credits: '0',
    })
    .onConflict((conflict) => conflict.column('tool_call_id').where('tool_call_id', 'is not', null).doNothing())
    .execute();
}

export function findTaskRun(db: Executor, id: string): Promise<TaskRunRow | undefined> {
  return selectRuns(db).where('r.id', '=', id).executeTakeFirst();
}

/** Lists runs by ID, newest first. */
export async function listRunsById(db: Executor, ids: readonly string[]): Promise<TaskRunRow[]> {
  if (ids.length === 0) return [];
  return await selectRuns(db).where('r.id', 'in', ids).orderBy('r.id', 'desc').execute();
}

export interface TaskRunFilter {
  /** The caller. The runs are those of the path's project that the caller can see. */
  readonly principal: Principal;
  readonly taskId?: string;
  readonly taskRevisionId?: string;
  readonly reportingGroupId?: string;
  readonly isError?: boolean;
  readonly from?: Date;
  readonly until?: Date;
  readonly triggerType?: string;
  /** Runs that these triggers started. */
  readonly triggerIds?: readonly string[];
  readonly feedback?: ScoreFilter;
}

export function listTaskRuns(db: Executor, filter: TaskRunFilter, page: PageRequest) {
  const visible = isRunVisible(filter.principal, taskRunKind, 't');
  let rows = selectRuns(db).where('r.project_id', '=', filter.principal.projectId).where(visible);
  if (filter.taskId !== undefined) rows = rows.where('r.task_id', '=', filter.taskId);
  if (filter.taskRevisionId !== undefined) rows = rows.where('r.task_revision_id', '=', filter.taskRevisionId);
  if (filter.reportingGroupId !== undefined) rows = rows.where('r.reporting_group_id', '=', filter.reportingGroupId);
  if (filter.isError !== undefined)
    rows = rows.where('r.is_error', '=', filter.isError).where('r.completed', 'is not', null);
  if (filter.from !== undefined) rows = rows.where('r.created', '>=', filter.from);
  if (filter.until !== undefined) rows = rows.where('r.created', '<', filter.until);
  if (filter.triggerType !== undefined) rows = rows.where('r.trigger_type', '=', filter.triggerType);
  if (filter.feedback !== undefined) rows = rows.where(hasFeedback('task_run_id', filter.feedback));
  for (const id of filter.triggerIds ?? []) rows = rows.where('r.trigger_id', '=', id);
  return paginate(rows, sortByNewest('r.id'), page);
}

/** End of a run. */
export interface TaskRunEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly response: unknown;
  readonly error: RunError | null;
  readonly llmRetries: number;
  readonly usedFallbackModel: boolean;
  /** Cost of the response. Null for none. Earlier calls are already charged. */
  readonly cost: CallCost | null;
  /** Cost of the tool run, which is already charged. */
  readonly toolCost?: CallCost & { readonly estimated: boolean };
  /** Warnings of the calls. Default none. */
  readonly warnings?: readonly ModelWarning[];
  /** Finish reason of the response, if any. */
  readonly finish?: Finish | undefined;
  /** Sources of the response. Default none. */
  readonly sources?: readonly ModelSource[] | undefined;
  /** Seconds of model calls. Null without a call. */
  readonly seconds: number | null;
  /** Files that the run generated. */
  readonly files?: readonly NewFile[];
  /** Guardrail hits at the end. */
  readonly hits?: readonly Hit[];
}

/** Runs in `done` with the forwarder of their revision. Runs of evals are not forwarded. */
const FORWARDED_RUNS = sql`select d.id, d.org_id, d.project_id, d.task_id, v.task_forwarder_id as forwarder_id
  from done d join task_revisions v on v.id = d.task_revision_id where d.trigger_type <> ${EVAL_TRIGGER}`;

/** Follow-up work after a run's end is stored. */
export interface EndedTaskRun {
  /** Delivery to the forwarder of its revision. Null for none. */
  readonly delivery: string | null;
}

/**
 * Stores the end of a run, charges its organization, inserts its delivery and notifies waiters in one statement.
 * Returns undefined if it had ended before.
 */
export async function finishTaskRun(db: Executor, id: string, end: TaskRunEnd): Promise<EndedTaskRun | undefined> {
  if (end.cost === null) await releaseCredits(db, 'task_runs', id);
  const cost = end.cost ?? { ...NO_TOKENS, credits: '0' };
  const { toolCost } = end;
  const estimated = (cost.estimated ?? false) || (toolCost?.estimated ?? false);
  const total = { ...cost, ...(toolCost && sumCosts(cost, toolCost)), estimated };
  const response = end.response === null ? sql`null` : sql`${JSON.stringify(end.response)}::json`;
  const { rows } = await sql<EndedTaskRun>`
    with done as (
      update task_runs set ${toHitsUpdate(end.hits ?? [])}status = ${end.status}, response = ${response}, is_error = ${end.error !== null}, error = ${jsonOrNull(end.error)},
        llm_retries = ${end.llmRetries}, used_fallback_model = ${end.usedFallbackModel}, ${addTokens(total)},
        warnings = ${json(end.warnings ?? [])}, sources = ${json(end.sources ?? [])}, finish_reason = ${end.finish?.reason ?? null},
        finish_detail = ${end.finish?.detail ?? null}, charged_credits = charged_credits + ${total.credits}::numeric, llm_call_timing = ${end.seconds}::float8,
        waiting_for = null, pending_end = null, completed = now()
      where id = ${id} and completed is null returning id, org_id, project_id, task_id, task_revision_id, trigger_type
    ), ${selectSettlement('done', cost)}, ${insertDeliveriesCte(FORWARDED_RUNS)}
    select pg_notify('holdfast_runs', id::text), (select due_id::text from forwarded) as delivery from done`.execute(
    db,
  );
  return rows[0];
}

/** Adds the costs of two calls. */
function sumCosts(one: CallCost, other: CallCost): CallCost {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
    credits: new Decimal(one.credits).plus(other.credits).toFixed(),
  };
}

/** Stores that a run's model call is retried, and after how many milliseconds. */
export async function recordTaskRunRetry(db: Executor, id: string, detail: Message, pauseMs: number): Promise<void> {
  await db
    .updateTable('task_runs')
    .set({ waiting_for: json(toWaitingFor('retry', detail, pauseMs)), llm_retries: sql<number>`llm_retries + 1` })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .execute();
}

/** Stores that a run waits for its provider, with the number of retries so far. */
export async function storeTaskRunWait(
  db: Executor,
  id: string,
  { waitingFor: waiting, outages, failures }: ProviderWait,
): Promise<void> {
  await db
    .updateTable('task_runs')
    .set({ waiting_for: json(waiting), awaited_outages: outages && [...outages], llm_retries: failures })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

function selectRuns(db: Executor) {
  return db
    .selectFrom('task_runs as r')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .selectAll('r')
    .select([
      selectVisibility(taskRunKind.parent, 't').as('visibility'),
      sql<RunOf>`json_build_object('id', t.id, 'name', t.name, 'deleted', t.deleted_at is not null)`.as('task'),
    ])
    .select(selectWithoutWorker(sql`coalesce(r.started, r.created)`).as('without_worker'))
    .select([filesColumn(sql`r.id`).as('files'), feedbackCountColumn('task_run_id').as('feedback_count')]);
}

/** Returns the task run of a tool call. */
export async function getRunOfToolCall(db: Executor, callId: string): Promise<string> {
  const run = await db
    .selectFrom('task_runs')
    .select('id')
    .where('tool_call_id', '=', callId)
    .executeTakeFirstOrThrow();
  return run.id;
}

/** Ends open task runs of a stopped agent run's calls: they never began. */
export async function endTaskRunsOfAgentRun(trx: Executor, agentRunId: string): Promise<void> {
  const open = await trx
    .selectFrom('task_runs')
    .select(['id', 'llm_retries'])
    .where('completed', 'is', null)
    .where('tool_call_id', 'in', (calls) =>
      calls.selectFrom('tool_calls').select('id').where('run_id', '=', agentRunId),
    )
    .execute();
  for (const run of open) {
    await finishTaskRun(trx, run.id, {
      status: 'cancelled',
      response: null,
      error: toRunError('CANCELLED', taskFailures.run_stopped),
      llmRetries: run.llm_retries,
      usedFallbackModel: false,
      cost: null,
      seconds: null,
    });
  }
}
