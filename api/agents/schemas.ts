import Type, { type Static } from 'typebox';
import { APPROVAL_KINDS } from '../../src/agents/contract.ts';
import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import type { AgentRevisionRow, AgentWithRevisions } from '../../src/agents/queries.ts';
import type { AgentRunDetail } from '../../src/agents/runs/queries.ts';
import type { SessionRow } from '../../src/agents/sessions.ts';
import { TOOL_KINDS } from '../../src/agents/tools/index.ts';
import { FileRecords } from '../../src/files/record-schema.ts';
import { getInputSchemas, getRecordSchemas } from '../../src/platform/revision-fields.ts';
import {
  AnyObject,
  DisplayName,
  Id,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleText,
} from '../../src/platform/schemas.ts';
import { VISIBILITIES } from '../../src/runs/kind.ts';
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
} from '../../src/runs/record-fields.ts';
import { GuardrailHits } from '../../src/tasks/guardrails/schemas.ts';
import { RELEASE_GATE, RELEASE_OVERRIDE } from '../evals/release-gate.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { REVISION_AUTHOR } from '../schemas.ts';
import { TagNames } from '../tags/schemas.ts';
import { Provisioning, toProvisioningRecord } from './provisioning-record.ts';

const OPTIONAL_FIELDS = {
  description: VisibleText(10_000),
  task_agent_run_visibility: StringEnum(VISIBILITIES),
  exposed_to_agents: Type.Boolean({
    description: "Whether the agent is a tool of the project's MCP server, for callers who may run it. Default false.",
  }),
  tags: TagNames,
  ...RELEASE_GATE,
};
const REVISION_INPUT = getInputSchemas(AGENT_REVISION_FIELDS);
const { instruction, llm_model_id } = REVISION_INPUT;

export const AgentCreate = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...OPTIONAL_FIELDS, ...REVISION_INPUT })).properties,
    name: DisplayName(),
    instruction,
    llm_model_id,
  },
  { title: 'AgentCreate' },
);

export const AgentUpdate = Type.Partial(
  Type.Object({ ...AgentCreate.properties, ...RELEASE_OVERRIDE, active_revision_id: Id }),
);
export type AgentUpdate = Static<typeof AgentUpdate>;

const REVISION_RECORD = getRecordSchemas(AGENT_REVISION_FIELDS);

export const AgentRevision = Type.Object(
  {
    id: Id,
    task_agent_id: Id,
    active: Type.Boolean(),
    created: Timestamp,
    ...REVISION_AUTHOR,
    ...REVISION_RECORD,
    provisioning: Type.Array(Provisioning, { description: 'Status of the dependencies of its skills' }),
  },
  { title: 'AgentRevision' },
);

export const Agent = toVersionedSchema(
  { table: 'agents', path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}' },
  Type.Object(
    {
      id: Id,
      project_id: Id,
      name: Type.String(),
      description: Type.String(),
      task_agent_run_visibility: Type.String(),
      exposed_to_agents: Type.Boolean(),
      tags: Type.Array(Type.String()),
      ...RELEASE_GATE,
      deleted: Type.Boolean(),
      created: Timestamp,
      modified: Timestamp,
      active_revision_id: Id,
      ...REVISION_RECORD,
      revisions: Type.Array(AgentRevision, { description: 'Revisions, newest first' }),
      seven_day_summary: Type.Optional(
        Type.Object(
          {
            runs: Type.Integer(),
            completed: Type.Integer(),
            failed: Type.Integer(),
            cancelled: Type.Integer(),
            open: Type.Integer({ description: 'Number of active runs' }),
            total_tokens: Type.Integer(),
            charged_credits: Type.String({ description: 'Credits of the runs, an exact decimal' }),
          },
          { description: 'Runs of the last seven days that the caller can see. Only in lists that request it.' },
        ),
      ),
    },
    { title: 'Agent' },
  ),
);

/** Returns the record of a revision with the state of its dependencies. */
export function toRevisionRecord(
  revision: AgentRevisionRow,
  activeId: string,
  provisioning: AgentWithRevisions['provisioning'],
) {
  return {
    ...revision,
    task_agent_id: revision.agent_id,
    active: revision.id === activeId,
    provisioning: (provisioning.get(revision.id) ?? []).map(toProvisioningRecord),
  };
}

/** Returns the record of an agent with its revisions. */
export function toAgentRecord(agent: AgentWithRevisions) {
  const active = agent.revisions.find((revision) => revision.id === agent.active_revision_id);
  return {
    ...agent,
    ...active,
    id: agent.id,
    created: agent.created,
    deleted: agent.deleted_at !== null,
    revisions: agent.revisions.map((revision) =>
      toRevisionRecord(revision, agent.active_revision_id, agent.provisioning),
    ),
  };
}

/** Fields of a run's record that list the called tools, by type of tool. */
const INVOKED = TOOL_KINDS.flatMap(({ type, invokedField: field }) => (field === undefined ? [] : { type, field }));

export const AgentRun = Type.Object(
  {
    id: Id,
    task_agent_id: Id,
    task_agent: RunOf,
    task_agent_revision_id: Id,
    session_id: Id,
    status: Type.String({
      description:
        'Status: `queued`, `running`, `waiting_for_human`, `held`, `cancelling`, `completed`, `failed` or `cancelled`',
    }),
    waiting_for: Nullable(WaitingFor),
    message: Type.String(),
    output: Nullable(Type.String()),
    formatted_output: Type.Unknown(),
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    guardrail_hits: GuardrailHits,
    ...STARTED_BY,
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    ...TokenParts,
    charged_credits: Type.String({ description: 'Credits of its own model calls, an exact decimal' }),
    tree_charged_credits: Type.String({
      description: 'Credits of the run and all its descendants, an exact decimal',
    }),
    usage_estimated: UsageEstimated,
    ...FINISH_FIELDS,
    warnings: Warnings,
    phase_timings: AnyObject,
    turns: Type.Integer(),
    skills_activated: Type.Array(Type.String(), { description: 'Names of the loaded skills, in the order of loading' }),
    ...Object.fromEntries(INVOKED.map(({ field }) => [field, Type.Array(Type.String())])),
    parent: Nullable(Type.Object({ task_agent_run_id: Id, tool_call_id: Id }, { description: 'Parent run' })),
    forked_from_run_id: Nullable({
      ...Id,
      description: 'ID of the run whose conversation `message` repeats. It stays when that run is deleted.',
    }),
    child_runs: Type.Array(Type.Object({ id: Id, task_agent_id: Id, tool_call_id: Id, status: Type.String() }), {
      description: 'Child runs of agents',
    }),
    approval_requests: Type.Array(
      Type.Object({
        id: Id,
        status: Type.String(),
        tool_name: Type.String(),
        tool_call_id: Nullable({ ...Id, description: 'Tool call. Null for a budget request.' }),
        kind: StringEnum(APPROVAL_KINDS),
        tool_type: Type.String(),
        arguments: Type.Unknown({ description: 'Arguments of the call' }),
        arguments_digest: Type.String({
          description: 'Digest of the arguments, which an approval can repeat',
        }),
        expires_at: Nullable(Timestamp),
      }),
    ),
    files: FileRecords,
    feedback_count: FeedbackCount,
    created: Timestamp,
    started: Nullable(Timestamp),
    completed: Nullable(Timestamp),
    duration_ms: Nullable(Type.Integer()),
  },
  { title: 'AgentRun' },
);

/** Returns the record of an agent run. */
export function toAgentRunRecord(run: AgentRunDetail) {
  return {
    ...run,
    created_by: toStarter(run),
    waiting_for: getWaitingFor(run),
    approval_requests: run.approval_requests.map(({ expires_at: at, ...request }) => ({
      ...request,
      expires_at: at === null ? null : new Date(at),
    })),
    guardrail_hits: run.guardrail_hits ?? [],
    task_agent_id: run.agent_id,
    task_agent_revision_id: run.agent_revision_id,
    total_tokens: run.input_tokens + run.output_tokens,
    ...Object.fromEntries(INVOKED.map(({ type, field }) => [field, run.tools_invoked[type] ?? []])),
    duration_ms: run.completed === null ? null : run.completed.getTime() - run.created.getTime(),
  };
}

export const Session = Type.Object(
  {
    id: Id,
    task_agent_id: Id,
    task_agent_revision_id: Id,
    created: Timestamp,
    modified: Timestamp,
    run_count: Type.Integer(),
    title: Type.String(),
  },
  { title: 'Session' },
);

/** Returns the record of a session without its runs. */
export function toSessionRecord(session: SessionRow) {
  return { ...session, task_agent_id: session.agent_id, task_agent_revision_id: session.agent_revision_id };
}
