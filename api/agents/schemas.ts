import Type, { type Static, type TSchema } from 'typebox';
import { EXCLUSIVE_ROLES } from '../../src/access/roles.ts';
import type { AgentRevisionRow, AgentWithRevisions } from '../../src/agents/queries.ts';
import type { AgentRunDetail } from '../../src/agents/runs/queries.ts';
import type { SessionRow } from '../../src/agents/sessions.ts';
import { type AttachedTools, attachedBy, TOOL_KINDS, TOOL_TYPES } from '../../src/agents/tools/index.ts';
import { AnyObject, Id, NonEmpty, Nullable, OneOf, ShownFiles, Text, Timestamp } from '../schemas.ts';
import { LlmConfig, RunError, RunOf, UsageEstimated, VISIBILITIES, WaitingFor, whyWaiting } from '../tasks/schemas.ts';

const References = Type.Array(AnyObject, { maxItems: 100 });

const ApprovalRule = Type.Object(
  {
    tool: NonEmpty(200, { description: 'tool name or glob; must fit a tool of the revision' }),
    tool_type: Type.Optional(OneOf(TOOL_TYPES)),
    mode: OneOf(['always', 'never']),
    on_reject: Type.Optional(OneOf(['fail', 'return_to_model'])),
    expires_in: Type.Optional(Text(60, { description: 'ISO 8601 duration, e.g. PT15M' })),
    approvers: Type.Optional(Type.Array(OneOf(EXCLUSIVE_ROLES), { minItems: 1, maxItems: 3 })),
    approvals_needed: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  },
  { title: 'ApprovalRule' },
);

const ApprovalPolicy = Type.Object(
  {
    default: OneOf(['never', 'destructive', 'always'], { default: 'destructive' }),
    rules: Type.Array(ApprovalRule, { maxItems: 100, default: [] }),
    idempotent: Type.Optional(
      Type.Array(NonEmpty(200), {
        maxItems: 100,
        description:
          'names or globs of tools that may be sent again under the same Idempotency-Key after an unclear end',
      }),
    ),
  },
  { title: 'ApprovalPolicy' },
);

/** The fields that attach tools, each with the schema that its kind of tools gives it. */
function attachedSchemas(schemaOf: (kind: (typeof TOOL_KINDS)[number]) => TSchema) {
  return attachedBy(schemaOf) as unknown as { [K in keyof AttachedTools]: Type.TUnsafe<AttachedTools[K]> };
}

/** Fields of a revision that may be left out. */
const OPTIONAL_REVISION_FIELDS = {
  mode: OneOf(['agentic', 'sequential']),
  fallback_llm_model_id: Nullable(NonEmpty(200)),
  llm_config: LlmConfig,
  max_turns: Type.Integer({ minimum: 1, maximum: 10_000 }),
  max_credits: Nullable(
    Type.Union([
      Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,10})?$', description: 'exact decimal' }),
      Type.Number({ minimum: 0, maximum: 999_999_999_999 }),
    ]),
  ),
  memory_strategy: OneOf(['sliding_window', 'compaction']),
  memory_config: Type.Object({ max_events: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
  skills: References,
  integrations: References,
  mcp_servers: References,
  collections: References,
  ...attachedSchemas((kind) => Type.Array(kind.input, { maxItems: kind.maxItems })),
  approval_policy: ApprovalPolicy,
};

const REQUIRED_REVISION_FIELDS = {
  instruction: NonEmpty(500_000),
  llm_model_id: NonEmpty(200, { description: 'id, name or alias of a model' }),
};
export const REVISION_FIELD_NAMES = Object.keys({
  ...OPTIONAL_REVISION_FIELDS,
  ...REQUIRED_REVISION_FIELDS,
}) as readonly (keyof typeof OPTIONAL_REVISION_FIELDS | keyof typeof REQUIRED_REVISION_FIELDS)[];

const OPTIONAL_FIELDS = {
  description: Text(10_000),
  task_agent_run_visibility: OneOf(VISIBILITIES),
  ...OPTIONAL_REVISION_FIELDS,
};

export const AgentCreate = Type.Object(
  {
    name: NonEmpty(200),
    ...REQUIRED_REVISION_FIELDS,
    ...Type.Partial(Type.Object(OPTIONAL_FIELDS)).properties,
  },
  { title: 'AgentCreate' },
);

export const AgentUpdate = Type.Partial(Type.Object({ ...AgentCreate.properties, active_revision_id: Id }));
export type AgentUpdate = Static<typeof AgentUpdate>;

const REVISION_RECORD = {
  mode: Type.String(),
  instruction: Type.String(),
  llm_model_id: Id,
  fallback_llm_model_id: Nullable(Id),
  llm_config: AnyObject,
  max_turns: Type.Integer(),
  max_credits: Nullable(Type.String()),
  memory_strategy: Type.String(),
  memory_config: AnyObject,
  skills: Type.Array(AnyObject),
  integrations: Type.Array(AnyObject),
  mcp_servers: Type.Array(AnyObject),
  collections: Type.Array(AnyObject),
  ...attachedSchemas((kind) => Type.Array(kind.record)),
  approval_policy: AnyObject,
};

export const AgentRevision = Type.Object(
  {
    id: Id,
    task_agent_id: Id,
    active: Type.Boolean(),
    created: Timestamp,
    ...REVISION_RECORD,
  },
  { title: 'AgentRevision' },
);

export const Agent = Type.Object(
  {
    id: Id,
    project_id: Id,
    name: Type.String(),
    description: Type.String(),
    task_agent_run_visibility: Type.String(),
    deleted: Type.Boolean(),
    created: Timestamp,
    modified: Timestamp,
    active_revision_id: Id,
    ...REVISION_RECORD,
    revisions: Type.Array(AgentRevision, { description: 'newest first' }),
    seven_day_summary: Type.Optional(
      Type.Object(
        {
          runs: Type.Integer(),
          completed: Type.Integer(),
          failed: Type.Integer(),
          cancelled: Type.Integer(),
          open: Type.Integer({ description: 'not over yet' }),
          total_tokens: Type.Integer(),
          charged_credits: Type.String({ description: 'exact decimal' }),
        },
        { description: 'the runs of the last seven days that the caller sees; only where a list was asked for it' },
      ),
    ),
  },
  { title: 'Agent' },
);

export function revisionRecord(revision: AgentRevisionRow, activeId: string) {
  return { ...revision, task_agent_id: revision.agent_id, active: revision.id === activeId };
}

export function agentRecord(agent: AgentWithRevisions) {
  const active = agent.revisions.find((revision) => revision.id === agent.active_revision_id);
  return {
    ...agent,
    ...active,
    id: agent.id,
    created: agent.created,
    deleted: agent.deleted_at !== null,
    revisions: agent.revisions.map((revision) => revisionRecord(revision, agent.active_revision_id)),
  };
}

/** Fields of a run's record that list the tools it called, by the type of tool. */
const INVOKED = TOOL_KINDS.flatMap(({ type, invokedField: field }) => (field === undefined ? [] : { type, field }));

export const AgentRun = Type.Object(
  {
    id: Id,
    task_agent_id: Id,
    task_agent: RunOf,
    task_agent_revision_id: Id,
    session_id: Id,
    status: Type.String({
      description: 'queued, running, waiting_for_human, held, cancelling, completed, failed or cancelled',
    }),
    waiting_for: Nullable(WaitingFor),
    message: Type.String(),
    output: Nullable(Type.String()),
    formatted_output: Type.Unknown(),
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    trigger_type: Type.String(),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    charged_credits: Type.String({ description: 'exact decimal' }),
    usage_estimated: UsageEstimated,
    phase_timings: AnyObject,
    turns: Type.Integer(),
    skills_activated: Type.Array(Type.String()),
    ...Object.fromEntries(INVOKED.map(({ field }) => [field, Type.Array(Type.String())])),
    integration_tools_invoked: Type.Array(Type.String()),
    mcp_tools_invoked: Type.Array(Type.String()),
    approval_requests: Type.Array(
      Type.Object({ id: Id, status: Type.String(), tool_name: Type.String(), tool_call_id: Id }),
    ),
    files: ShownFiles,
    created: Timestamp,
    started: Nullable(Timestamp),
    completed: Nullable(Timestamp),
    duration_ms: Nullable(Type.Integer()),
  },
  { title: 'AgentRun' },
);

export function agentRunRecord(run: AgentRunDetail) {
  return {
    ...run,
    waiting_for: whyWaiting(run),
    task_agent_id: run.agent_id,
    task_agent_revision_id: run.agent_revision_id,
    total_tokens: run.input_tokens + run.output_tokens,
    skills_activated: [],
    ...Object.fromEntries(INVOKED.map(({ type, field }) => [field, run.tools_invoked[type] ?? []])),
    integration_tools_invoked: [],
    mcp_tools_invoked: [],
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

export function sessionRecord(session: SessionRow) {
  return { ...session, task_agent_id: session.agent_id, task_agent_revision_id: session.agent_revision_id };
}
