import Type, { type Static } from 'typebox';
import { ShownFiles } from '../files/shown.ts';
import { copyAsJson } from '../platform/json.ts';
import { Id, Nullable, OneOf, Timestamp } from '../platform/shapes.ts';
import { APPROVAL_KINDS } from '../runs/contract.ts';
import {
  FeedbackCount,
  FINISH_FIELDS,
  getWaitingFor,
  RunError,
  RunOf,
  STARTED_BY,
  TokenParts,
  UsageEstimated,
  WaitingFor,
  Warnings,
} from '../runs/record-fields.ts';
import { GuardrailHits } from './guardrails/schemas.ts';
import { runDataOf } from './prepared.ts';
import type { TaskRunRow } from './runs.ts';

/** A run as the API shows it. */
export const TaskRun = Type.Object(
  {
    id: Id,
    task_id: Id,
    task: RunOf,
    task_revision_id: Id,
    status: Type.String({
      description:
        'queued, running, waiting_for_human (a tool call waits for a person), cancelling, completed, failed or cancelled',
    }),
    response: Type.Unknown({
      description:
        'text; the value itself where the modality is json; the name of the file in `files` where it is image, audio or pdf',
    }),
    run_data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        '`submitted`: the input as the model was given it; `<param>_preprocessed`: as it was sent, of each variable that was processed; `documents` that were read, `searches` of the web with their `sources`, `sources` and the `context` that were looked up, and the `rag_query` that a model wrote for it',
    }),
    files: ShownFiles,
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    guardrail_hits: GuardrailHits,
    llm_retries: Type.Integer(),
    used_fallback_model: Type.Boolean(),
    stream: Type.Boolean({ description: 'whether its text can be followed while it comes, by the events of the run' }),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    ...TokenParts,
    charged_credits: Type.String({ description: 'exact decimal' }),
    usage_estimated: UsageEstimated,
    ...FINISH_FIELDS,
    warnings: Warnings,
    waiting_for: Nullable(WaitingFor),
    llm_call_timing: Nullable(Type.Number({ description: 'seconds' })),
    reference: Nullable(Type.String()),
    context_id: Nullable(Id),
    reporting_group_id: Nullable(Type.String({ ...Id, description: 'stays where the group is deleted' })),
    ...STARTED_BY,
    feedback_count: FeedbackCount,
    tool_calls: Type.Optional(
      Type.Array(
        Type.Object(
          {
            tool_call_id: Id,
            turn: Type.Integer({ description: 'the model call that asked for it, from 1' }),
            tool_name: Type.String(),
            tool_type: Type.String({ description: 'integration or mcp' }),
            arguments: Type.Unknown({ description: 'as it was made, or is to be' }),
            status: Type.String({ description: 'waiting, ready, running, done or cancelled' }),
            outcome: Nullable(Type.String({ description: 'success, error, rejected, expired, cancelled or unknown' })),
            result: Type.Unknown({ description: 'what the model was told' }),
          },
          { title: 'TaskToolCall' },
        ),
        { description: 'calls that the answer made, in their order; in the record of one run' },
      ),
    ),
    approval_requests: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Id,
            kind: OneOf(APPROVAL_KINDS),
            status: Type.String({ description: 'pending, approved, rejected, expired or cancelled' }),
            tool_call_id: Nullable(Id),
            tool_name: Type.String(),
            tool_type: Type.String({ description: 'integration or mcp' }),
            arguments: Type.Unknown(),
            arguments_digest: Type.String({ description: 'digest of the arguments, which an approval can echo' }),
            expires_at: Nullable(Timestamp),
          },
          { title: 'TaskApprovalRequest' },
        ),
        {
          description:
            'what people are asked about the calls; decided where those of agents are, with the id of the task as `task_agent_id`. In the record of one run',
        },
      ),
    ),
    event_trigger_id: Type.Optional(Nullable(Type.String({ format: 'uuid', description: 'the same as `trigger_id`' }))),
    created: Timestamp,
    started: Nullable(Timestamp),
    completed: Nullable(Timestamp),
  },
  { title: 'TaskRun' },
);

export function taskRunRecord(run: TaskRunRow) {
  return {
    ...run,
    run_data: runDataOf(run.run_data, run.input, run.prepared),
    guardrail_hits: run.guardrail_hits ?? [],
    waiting_for: getWaitingFor(run),
    total_tokens: run.input_tokens + run.output_tokens,
  };
}

/** The same record as it stands in an answer: plain JSON without what its schema does not name. */
export async function shownTaskRun(run: TaskRunRow): Promise<Static<typeof TaskRun>> {
  const { Clean } = await import('typebox/value');
  return Clean(TaskRun, copyAsJson(taskRunRecord(run))) as Static<typeof TaskRun>;
}
