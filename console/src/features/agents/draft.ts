import type { Agent, Revision } from './queries.ts';

/** A rule of an approval policy. */
export interface Rule {
  readonly tool: string;
  readonly mode: 'always' | 'never';
  readonly expires_in?: string;
  readonly approvals_needed?: number;
}

export interface Policy {
  readonly default: 'never' | 'destructive' | 'always';
  readonly rules: readonly Rule[];
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
  readonly instruction: string;
  readonly llm_model_id: string;
  readonly max_turns: number;
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
  instruction: '',
  llm_model_id: '',
  max_turns: 20,
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
    instruction: revision.instruction,
    llm_model_id: revision.llm_model_id,
    max_turns: revision.max_turns,
    builtin_tools: revision.builtin_tools,
    approval_policy: revision.approval_policy as unknown as Policy,
  };
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
