import Type, { type Static } from 'typebox';
import { FileRecords } from '../files/record-schema.ts';
import { copyAsJson } from '../platform/json.ts';
import { Id, Nullable, StringEnum, Timestamp } from '../platform/schemas.ts';
import { APPROVAL_KINDS } from '../runs/contract.ts';
import {
  FeedbackCount,
  FINISH_FIELDS,
  getWaitingFor,
  RunError,
  RunOf,
  STARTED_BY,
  TokenParts,
  toStarter,
  UsageEstimated,
  WaitingFor,
  Warnings,
} from '../runs/record-fields.ts';
import { GuardrailHits } from './guardrails/schemas.ts';
import { toRunData } from './prepared.ts';
import type { TaskRunRow } from './runs.ts';

/** A run in the API. */
export const TaskRun = Type.Object(
  {
    id: Id,
    task_id: Id,
    task: RunOf,
    task_revision_id: Id,
    status: Type.String({
      description:
        'Status: `queued`, `running`, `waiting_for_human` (a tool call waits for a person), `cancelling`, `completed`, `failed` or `cancelled`.',
    }),
    response: Type.Unknown({
      description:
        'Response: text; a JSON value for modality json; the name of a file in `files` for modalities image, audio and pdf.',
    }),
    run_data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Input data: `submitted` (input of the model), `<param>_preprocessed` (original value of a processed variable), `documents` (files read), `searches` (web searches with their `sources`), `sources` and `context` (retrieved chunks) and `rag_query` (query that the model wrote).',
    }),
    files: FileRecords,
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    guardrail_hits: GuardrailHits,
    llm_retries: Type.Integer(),
    used_fallback_model: Type.Boolean(),
    stream: Type.Boolean({ description: 'Whether the events of the run contain its text while it is generated.' }),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    ...TokenParts,
    charged_credits: Type.String({ description: 'Charged credits, as an exact decimal.' }),
    usage_estimated: UsageEstimated,
    ...FINISH_FIELDS,
    warnings: Warnings,
    waiting_for: Nullable(WaitingFor),
    llm_call_timing: Nullable(Type.Number({ description: 'Duration of model calls in seconds.' })),
    reference: Nullable(Type.String()),
    context_id: Nullable(Id),
    reporting_group_id: Nullable(
      Type.String({ ...Id, description: 'ID of the reporting group, kept if the group is deleted.' }),
    ),
    ...STARTED_BY,
    feedback_count: FeedbackCount,
    tool_calls: Type.Optional(
      Type.Array(
        Type.Object(
          {
            tool_call_id: Id,
            turn: Type.Integer({ description: 'Number of the model call that requested it, from 1.' }),
            tool_name: Type.String(),
            tool_type: Type.String({ description: 'Type of the tool: `integration` or `mcp`.' }),
            arguments: Type.Unknown({ description: 'Arguments of the call.' }),
            status: Type.String({ description: 'Status: `waiting`, `ready`, `running`, `done` or `cancelled`.' }),
            outcome: Nullable(
              Type.String({
                description: 'Outcome: `success`, `error`, `rejected`, `expired`, `cancelled` or `unknown`.',
              }),
            ),
            result: Type.Unknown({ description: 'Result that the model received.' }),
          },
          { title: 'TaskToolCall' },
        ),
        { description: 'Tool calls of the run, in order. Only in the record of a single run.' },
      ),
    ),
    approval_requests: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Id,
            kind: StringEnum(APPROVAL_KINDS),
            status: Type.String({
              description: 'Status: `pending`, `approved`, `rejected`, `expired` or `cancelled`.',
            }),
            tool_call_id: Nullable(Id),
            tool_name: Type.String(),
            tool_type: Type.String({ description: 'Type of the tool: `integration` or `mcp`.' }),
            arguments: Type.Unknown(),
            arguments_digest: Type.String({ description: 'Digest of the arguments, which an approval can repeat.' }),
            expires_at: Nullable(Timestamp),
          },
          { title: 'TaskApprovalRequest' },
        ),
        {
          description:
            'Approval requests for the calls. Decide them like those of agents, with the ID of the task as `task_agent_id`. Only in the record of a single run.',
        },
      ),
    ),
    event_trigger_id: Type.Optional(Nullable(Type.String({ format: 'uuid', description: 'Same as `trigger_id`.' }))),
    created: Timestamp,
    started: Nullable(Timestamp),
    completed: Nullable(Timestamp),
  },
  { title: 'TaskRun' },
);

/** Returns the record of a task run. */
export function toTaskRunRecord(run: TaskRunRow) {
  return {
    ...run,
    created_by: toStarter(run),
    run_data: toRunData(run.run_data, run.input, run.prepared),
    guardrail_hits: run.guardrail_hits ?? [],
    waiting_for: getWaitingFor(run),
    total_tokens: run.input_tokens + run.output_tokens,
  };
}

/** Converts a run to its record in a response, without fields outside the schema. */
export async function toPublicTaskRun(run: TaskRunRow): Promise<Static<typeof TaskRun>> {
  const { Clean } = await import('typebox/value');
  return Clean(TaskRun, copyAsJson(toTaskRunRecord(run))) as Static<typeof TaskRun>;
}
