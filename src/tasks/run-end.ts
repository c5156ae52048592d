import { Decimal } from 'decimal.js';
import { sql } from 'kysely';
import type { NewFile } from '../files/queries.ts';
import { type Executor, json, jsonOrNull } from '../platform/db/client.ts';
import type { Finish } from '../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../platform/models/request.ts';
import { NO_TOKENS } from '../platform/models/usage.ts';
import { EVAL_TRIGGER, type RunError } from '../runs/contract.ts';
import { toRunError } from '../runs/errors.ts';
import { addTokens, type CallCost, releaseCredits, selectSettlement } from '../usage/reservations.ts';
import { taskFailures } from './failures.ts';
import { insertDeliveriesCte } from './forwarders/deliveries.ts';
import { type Hit, toHitsUpdate } from './guardrails/hits.ts';

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

/** End of a run that is stored and charged while a judge or the rendering of its file comes first. */
export type PendingEnd = Omit<TaskRunEnd, 'cost' | 'hits' | 'files' | 'toolCost'>;

/**
 * Stores and charges the end of a run with its guardrail hits, so that a later attempt does not call the model again.
 * Returns the end without the charge and the hits.
 */
export async function storePendingEnd(
  db: Executor,
  runId: string,
  { cost, hits = [], files: _, toolCost: __, ...pending }: TaskRunEnd,
): Promise<TaskRunEnd> {
  const charge =
    cost === null ? sql`` : sql`${addTokens(cost)}, charged_credits = charged_credits + ${cost.credits}::numeric, `;
  const settlement = cost === null ? sql`` : sql`, ${selectSettlement('done', cost)}`;
  await sql`
    with done as (
      update task_runs set ${toHitsUpdate(hits)}${charge}pending_end = ${JSON.stringify(pending)}::json
      where id = ${runId} and completed is null returning id, org_id, project_id
    )${settlement} select 1`.execute(db);
  return { ...pending, cost: null };
}
