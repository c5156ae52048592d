import type { Schemas } from '../../../../client/types.ts';
import type { Settings } from '../../lib/settings.ts';
import { type Guardrails, NO_GUARDRAILS } from '../subjects/guardrails.ts';
import type { Visibility } from '../subjects/visibility.ts';
import { type ExecutionDraft, INITIAL_EXECUTION, toExecutionBody, toExecutionDraft } from './execution-fields.ts';

type Agent = Schemas['Agent'];
type Revision = Agent['revisions'][number];
type AgentBody = Schemas['AgentCreate'];

/** Roles that an approval rule can require. */
export const APPROVERS = ['owner', 'editor', 'viewer'] as const;
/** Tool types that an approval rule can match. */
export const TOOL_TYPES = ['builtin', 'skill', 'task', 'agent', 'mcp', 'integration', 'collection'] as const;

export type ApprovalRule = Schemas['ApprovalRule'];

/** An approval policy with its defaults filled in, as the API returns it. */
export type ApprovalPolicy = Schemas['ApprovalPolicy'] & Required<Pick<Schemas['ApprovalPolicy'], 'default' | 'rules'>>;

/** ID property of the entries in each attachment field. */
export const ATTACHMENT_ID_FIELDS = {
  task_tools: 'task_id',
  agent_tools: 'task_agent_id',
  skills: 'skill_id',
  mcp_servers: 'task_mcp_server_id',
  integrations: 'project_integration_id',
  collections: 'collection_id',
} as const;

export type AttachmentKind = keyof typeof ATTACHMENT_ID_FIELDS;
export type AttachmentEntry = Readonly<Record<string, unknown>>;

/** State of the agent form. */
export interface AgentDraft extends ExecutionDraft, Readonly<Record<AttachmentKind, readonly AttachmentEntry[]>> {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly task_agent_run_visibility: Visibility;
  readonly exposed_to_agents: boolean;
  readonly instruction: string;
  readonly llm_model_id: string;
  readonly llm_config: Settings;
  /** Empty for none. */
  readonly fallback_llm_model_id: string;
  /** ISO 8601 duration as typed; empty for the model's default. */
  readonly max_wait: string;
  readonly memory_config: Settings;
  readonly guardrails: Guardrails;
  readonly builtin_tools: readonly string[];
  readonly approval_policy: ApprovalPolicy;
}

const NO_ATTACHMENTS = {
  task_tools: [],
  agent_tools: [],
  skills: [],
  mcp_servers: [],
  integrations: [],
  collections: [],
} satisfies Record<AttachmentKind, readonly AttachmentEntry[]>;

/** Initial state of the form for a new agent. */
export const EMPTY_DRAFT: AgentDraft = {
  ...NO_ATTACHMENTS,
  ...INITIAL_EXECUTION,
  name: '',
  description: '',
  tags: [],
  task_agent_run_visibility: 'all_viewers',
  exposed_to_agents: false,
  instruction: '',
  llm_model_id: '',
  llm_config: {},
  fallback_llm_model_id: '',
  max_wait: '',
  memory_config: {},
  guardrails: NO_GUARDRAILS,
  builtin_tools: ['calculator', 'current_time'],
  approval_policy: { default: 'destructive', rules: [] },
};

/** Returns the form state for an agent and one of its revisions. */
export function toDraft(agent: Agent, revision: Revision): AgentDraft {
  const attachments = Object.fromEntries(
    Object.keys(ATTACHMENT_ID_FIELDS).map((field) => [field, revision[field as AttachmentKind]]),
  );
  return {
    ...NO_ATTACHMENTS,
    ...attachments,
    ...toExecutionDraft(revision),
    name: agent.name,
    description: agent.description,
    tags: agent.tags,
    task_agent_run_visibility: agent.task_agent_run_visibility as Visibility,
    exposed_to_agents: agent.exposed_to_agents,
    instruction: revision.instruction,
    llm_model_id: revision.llm_model_id,
    llm_config: revision.llm_config,
    fallback_llm_model_id: revision.fallback_llm_model_id ?? '',
    max_wait: revision.max_wait ?? '',
    memory_config: revision.memory_config,
    guardrails: revision.guardrails,
    builtin_tools: revision.builtin_tools,
    approval_policy: revision.approval_policy as unknown as ApprovalPolicy,
  };
}

/** Converts the form state to a request body. */
export function toBody(draft: AgentDraft): AgentBody {
  const body = {
    ...draft,
    ...toExecutionBody(draft),
    fallback_llm_model_id: draft.fallback_llm_model_id || null,
    max_wait: draft.max_wait.trim() || null,
  };
  return body as unknown as AgentBody;
}

/** Returns the fields of a revision to compare, without its identity and creation time. */
export function toComparable({
  id,
  created,
  created_by,
  created_by_type,
  active,
  task_agent_id,
  provisioning,
  ...rest
}: Revision): object {
  return rest;
}

/** Returns the parts of a draft that the policy dry run evaluates. */
export function toPolicyRequest(draft: AgentDraft) {
  const attachments = Object.fromEntries(
    Object.keys(ATTACHMENT_ID_FIELDS).map((field) => [field, draft[field as AttachmentKind]]),
  );
  return { ...attachments, builtin_tools: [...draft.builtin_tools], approval_policy: draft.approval_policy };
}
