/** Agent runs that make the tool calls of task runs. Each task with tools has a hidden agent with the same ID. */

import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import type { Finish } from '../../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../../platform/models/request.ts';
import type { Tokens } from '../../platform/models/usage.ts';
import { mergeValues, toColumns } from '../../platform/revision-fields.ts';
import type { RunError } from '../../runs/contract.ts';
import type { Hit } from '../../tasks/guardrails/hits.ts';
import type { TaskRevisionRow } from '../../tasks/queries.ts';
import type { StartedTaskRun } from '../../tasks/started-run.ts';
import { lockTaskRun, setToolRun } from '../../tasks/tool-runs.ts';
import { DEFAULT_POLICY } from '../approvals/policy.ts';
import type { AgentRunStatus } from '../contract.ts';
import { AGENT_REVISION_FIELDS } from '../fields.ts';
import { toSessionTitle } from '../sessions.ts';
import { beginStop } from './cancel.ts';
import { insertAgentRun } from './queries.ts';
import { lockRun } from './waiting.ts';

/** Maximum number of model calls of a task run. The last one responds without tools. */
const MAX_MODEL_CALLS = 12;

/**
 * Starts the tool run of a task run, for the same starter. A repeat finds it. Returns undefined if the task run has
 * ended or must stop.
 */
export function beginToolRun(db: Db, run: StartedTaskRun, revision: TaskRevisionRow): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const calling = await lockTaskRun(trx, run.id);
    if (!calling || calling.tool_run_id !== null) return calling?.tool_run_id ?? undefined;
    await upsertTaskAgent(trx, run, revision, { name: calling.task_name, visibility: calling.visibility });
    const id = newId();
    const { tool_call_id: toolCallId, calling_agents: agents, depth } = run;
    await insertAgentRun(trx, {
      id,
      orgId: run.org_id,
      projectId: run.project_id,
      agentId: run.task_id,
      agentRevisionId: run.task_revision_id,
      sessionId: newId(),
      newSessionTitle: toSessionTitle(calling.task_name),
      message: '',
      triggerType: run.trigger_type,
      triggerId: run.trigger_id,
      createdByType: run.created_by_type,
      createdBy: run.created_by,
      clientId: null,
      taskRunId: run.id,
      depth,
      ...(toolCallId !== null && { calledBy: { toolCallId, depth, agents } }),
    });
    await setToolRun(trx, run.id, id);
    return id;
  });
}

/** Stores the hidden agent of a task, with an agent revision for the task revision. */
async function upsertTaskAgent(
  trx: Executor,
  run: StartedTaskRun,
  revision: TaskRevisionRow,
  { name, visibility }: { readonly name: string; readonly visibility: string },
): Promise<void> {
  const { llm_model_id, fallback_llm_model_id, llm_config, max_wait, guardrails, tool_choice, tool_sources } = revision;
  const values = mergeValues(
    AGENT_REVISION_FIELDS,
    {
      // Its model gets the task's own request.
      instruction: '',
      llm_model_id,
      fallback_llm_model_id,
      llm_config,
      max_wait,
      guardrails,
      tool_choice,
      ...tool_sources,
      max_turns: MAX_MODEL_CALLS,
      approval_policy: DEFAULT_POLICY,
    },
    undefined,
  );
  await trx
    .insertInto('agents')
    .values({
      id: run.task_id,
      org_id: run.org_id,
      project_id: run.project_id,
      name,
      description: '',
      task_agent_run_visibility: visibility,
      active_revision_id: revision.id,
      created_by: null,
      of_task: true,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, task_agent_run_visibility: visibility }))
    .execute();
  await trx
    .insertInto('agent_revisions')
    .values({ ...toColumns(AGENT_REVISION_FIELDS, values), id: revision.id, agent_id: run.task_id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Result of a tool run. */
export interface ToolRun extends Tokens {
  readonly id: string;
  readonly status: AgentRunStatus;
  /** Final text of the model. */
  readonly output: string | null;
  readonly error: RunError | null;
  readonly completed: Date | null;
  /** Exact decimal. */
  readonly credits: string;
  readonly estimated: boolean;
  readonly warnings: readonly ModelWarning[];
  readonly sources: readonly ModelSource[];
  /** Finish reason of the last response. Null for none. */
  readonly finish: Finish | null;
  readonly hits: readonly Hit[];
  /** Total milliseconds of model calls. */
  readonly modelMs: number;
  /** Models that responded. */
  readonly modelIds: readonly string[];
}

/** Returns the state and the usage of the agent run that makes the tool calls of a task run. */
export async function readToolRun(db: Executor, id: string): Promise<ToolRun | undefined> {
  const { rows } = await sql<ToolRun>`
    select r.id, r.status, r.output, r.error, r.completed, r.charged_credits as credits, r.usage_estimated as estimated, r.warnings, r.sources,
      case when r.finish_reason is not null then json_build_object('reason', r.finish_reason, 'detail', r.finish_detail) end as finish,
      coalesce(r.guardrail_hits, '[]') as hits, coalesce((r.phase_timings ->> 'model')::float8, 0) as "modelMs",
      array(select distinct t.model_id::text from agent_turns t where t.run_id = r.id and t.model_id is not null) as "modelIds",
      r.input_tokens as "inputTokens", r.output_tokens as "outputTokens", r.cached_input_tokens as "cachedInputTokens",
      r.cache_write_tokens as "cacheWriteTokens", r.reasoning_tokens as "reasoningTokens"
    from agent_runs r where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Stops the tool run of an ending task run, unless it has ended. */
export async function stopToolRun(trx: Executor, id: string): Promise<void> {
  await lockRun(trx, id);
  const run = await readToolRun(trx, id);
  if (run && run.completed === null && run.status !== 'cancelling') await beginStop(trx, [id]);
}

/** A tool call in the record of a task run. */
interface ToolCallOfTask {
  readonly tool_call_id: string;
  readonly turn: number;
  readonly tool_name: string;
  readonly tool_type: string;
  readonly arguments: unknown;
  readonly status: string;
  readonly outcome: string | null;
  readonly result: unknown;
}

/** An approval request in the record of a task run. */
interface RequestOfTask {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly tool_call_id: string | null;
  readonly tool_name: string;
  readonly tool_type: string;
  readonly arguments: unknown;
  readonly arguments_digest: string;
  readonly expires_at: Date | null;
}

/** Lists the tool calls of a task run in the order of the model's requests, with their approval requests. */
export async function listCallsOfTaskRun(
  db: Executor,
  taskRunId: string,
): Promise<{ readonly tool_calls: ToolCallOfTask[]; readonly approval_requests: RequestOfTask[] }> {
  const calls = await sql<ToolCallOfTask>`
    select c.id as tool_call_id, c.turn, c.tool_name, c.tool_type, coalesce(c.edited_arguments, c.arguments) as arguments, c.status,
      c.outcome, c.result
    from agent_runs r join tool_calls c on c.run_id = r.id where r.task_run_id = ${taskRunId} order by c.turn, c.position`.execute(
    db,
  );
  const requests = await sql<RequestOfTask>`
    select q.id, q.kind, case when q.status = 'pending' and q.expires_at <= now() then 'expired' else q.status end as status,
      q.tool_call_id, q.tool_name, q.tool_type, q.arguments, q.arguments_digest, q.expires_at
    from agent_runs r join approval_requests q on q.run_id = r.id where r.task_run_id = ${taskRunId} order by q.id`.execute(
    db,
  );
  return { tool_calls: calls.rows, approval_requests: requests.rows };
}

/** An event about a wait of a task run's calls, or a decision on its requests. */
interface WaitEvent {
  /** Its number in the tool run. */
  readonly seq: number;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
}

/** Lists the wait events of a tool run after a number, oldest first. */
export async function listWaitEvents(db: Executor, toolRunId: string, after: number): Promise<readonly WaitEvent[]> {
  const { rows } = await sql<WaitEvent>`
    select seq, kind, payload from run_events where run_id = ${toolRunId} and seq > ${after}
      and kind in ('approval_required', 'approval_decided', 'call_parked') order by seq`.execute(db);
  return rows;
}

/** Returns the number of the tool run's newest event. 0 without a tool run. */
export async function getNewestEventNumber(db: Executor, toolRunId: string | null): Promise<number> {
  if (toolRunId === null) return 0;
  const { rows } = await sql<{ event_seq: number }>`select event_seq from agent_runs where id = ${toolRunId}`.execute(
    db,
  );
  return rows[0]?.event_seq ?? 0;
}
