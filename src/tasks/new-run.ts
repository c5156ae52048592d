import { type RawBuilder, sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { getActiveTraceparent } from '../platform/telemetry/tracing.ts';

/** Fields of a run to store. */
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
