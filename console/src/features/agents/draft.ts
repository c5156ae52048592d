import type { Schemas } from '../../../../client/types.ts';
import type { Settings } from '../../lib/settings.ts';
import { type Guardrails, NO_GUARDRAILS } from '../subjects/guardrails.ts';
import type { Visibility } from '../subjects/visibility.ts';

type Agent = Schemas['Agent'];
type Revision = Agent['revisions'][number];
type AgentBody = Schemas['AgentCreate'];

/** Roles that a rule can let decide. */
export const APPROVERS = ['owner', 'editor', 'viewer'] as const;
/** Kinds of tools that a rule can speak of. */
export const TOOL_TYPES = ['builtin', 'skill', 'task', 'agent', 'mcp', 'integration', 'collection'] as const;

/** A rule of an approval policy. */
export interface Rule {
  readonly tool: string;
  readonly tool_type?: (typeof TOOL_TYPES)[number];
  readonly mode: 'always' | 'never';
  readonly on_reject?: 'fail' | 'return_to_model';
  readonly expires_in?: string;
  readonly approvers?: readonly string[];
  readonly approvals_needed?: number;
}

export interface Policy {
  readonly default: 'never' | 'destructive' | 'always';
  readonly rules: readonly Rule[];
  /** Tools that may be sent again after an unclear end. */
  readonly idempotent?: readonly string[];
}

/** What an agent can use, by the field of the agent, and the name of the id in each entry. */
export const ATTACHED = {
  task_tools: 'task_id',
  agent_tools: 'task_agent_id',
  skills: 'skill_id',
  mcp_servers: 'task_mcp_server_id',
  integrations: 'project_integration_id',
  collections: 'collection_id',
} as const;

export type Attached = keyof typeof ATTACHED;
export type Entry = Readonly<Record<string, unknown>>;

/** An agent as its form has it. */
export interface Draft extends Readonly<Record<Attached, readonly Entry[]>> {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly task_agent_run_visibility: Visibility;
  readonly mode: 'agentic' | 'sequential';
  readonly instruction: string;
  readonly llm_model_id: string;
  readonly llm_config: Settings;
  /** Empty for none. */
  readonly fallback_llm_model_id: string;
  /** ISO 8601 duration as typed; empty for that of the model. */
  readonly max_wait: string;
  /** Empty where nothing is said. */
  readonly tool_choice: '' | 'auto' | 'none' | 'required';
  readonly max_turns: number;
  /** As typed; empty for no limit of its own. */
  readonly max_credits: string;
  readonly memory_config: Settings;
  readonly guardrails: Guardrails;
  readonly builtin_tools: readonly string[];
  readonly approval_policy: Policy;
}

const NO_TOOLS = {
  task_tools: [],
  agent_tools: [],
  skills: [],
  mcp_servers: [],
  integrations: [],
  collections: [],
} satisfies Record<Attached, readonly Entry[]>;

/** The form of an agent that is to be made. */
export const EMPTY: Draft = {
  ...NO_TOOLS,
  name: '',
  description: '',
  tags: [],
  task_agent_run_visibility: 'all_viewers',
  mode: 'agentic',
  instruction: '',
  llm_model_id: '',
  llm_config: {},
  fallback_llm_model_id: '',
  max_wait: '',
  tool_choice: '',
  max_turns: 20,
  max_credits: '',
  memory_config: {},
  guardrails: NO_GUARDRAILS,
  builtin_tools: ['calculator', 'current_time'],
  approval_policy: { default: 'destructive', rules: [] },
};

/** The form of an agent over one of its revisions. */
export function draftOf(agent: Agent, revision: Revision): Draft {
  const attached = Object.fromEntries(Object.keys(ATTACHED).map((field) => [field, revision[field as Attached]]));
  return {
    ...NO_TOOLS,
    ...attached,
    name: agent.name,
    description: agent.description,
    tags: agent.tags,
    task_agent_run_visibility: agent.task_agent_run_visibility as Visibility,
    mode: revision.mode as Draft['mode'],
    instruction: revision.instruction,
    llm_model_id: revision.llm_model_id,
    llm_config: revision.llm_config,
    fallback_llm_model_id: revision.fallback_llm_model_id ?? '',
    max_wait: revision.max_wait ?? '',
    tool_choice: (revision.tool_choice ?? '') as Draft['tool_choice'],
    max_turns: revision.max_turns,
    max_credits: revision.max_credits ?? '',
    memory_config: revision.memory_config,
    guardrails: revision.guardrails as Guardrails,
    builtin_tools: revision.builtin_tools,
    approval_policy: revision.approval_policy as unknown as Policy,
  };
}

/** The body of what the form says. */
export function bodyOf(draft: Draft): AgentBody {
  const body = {
    ...draft,
    fallback_llm_model_id: draft.fallback_llm_model_id || null,
    max_wait: draft.max_wait.trim() || null,
    tool_choice: draft.tool_choice || null,
    max_credits: draft.max_credits.trim() || null,
  };
  return body as unknown as AgentBody;
}

/** The fields of a revision that people compare: not when it was made, nor which it is. */
export function comparable({ id, created, active, task_agent_id, provisioning, ...rest }: Revision): object {
  return rest;
}

/** What of an agent says when it asks: its policy, and the tools that the policy speaks of. */
export function policyOf(draft: Draft) {
  const attached = Object.fromEntries(Object.keys(ATTACHED).map((field) => [field, draft[field as Attached]]));
  return { ...attached, builtin_tools: [...draft.builtin_tools], approval_policy: draft.approval_policy };
}
