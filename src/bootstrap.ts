import { AGENT_REVISION_FIELDS } from './agents/fields.ts';
import { createAgent } from './agents/queries.ts';
import { createApiKey } from './identity/api-keys.ts';
import { createUser } from './identity/users.ts';
import { createOrganization } from './organizations/queries.ts';
import type { Db } from './platform/db/client.ts';
import type { ModelEntry } from './platform/models/catalog.ts';
import { listPromptVariables } from './platform/prompt.ts';
import { mergeValues } from './platform/revision-fields.ts';
import { createProject } from './projects/queries.ts';
import { TASK_REVISION_FIELDS } from './tasks/fields.ts';
import { createTask } from './tasks/queries.ts';

/** Rows that the first start creates. */
export interface Foundation {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly email: string;
  /** Value of the API key, shown once. */
  readonly apiKey: string;
}

/** Creates an organization with a project, an owner and the owner's API key, in one transaction. */
export function createFoundation(
  db: Db,
  names: {
    readonly organization: string;
    readonly project: string;
    readonly email: string;
    readonly credits: string;
    /** The owner's password. Without one the owner sets it by mail. */
    readonly password?: string;
  },
): Promise<Foundation> {
  return db.transaction().execute(async (trx) => {
    const owner = { email: names.email, name: 'Owner', administrator: true };
    const userId = await createUser(trx, names.password === undefined ? owner : { ...owner, password: names.password });
    const orgId = await createOrganization(trx, {
      name: names.organization,
      contactEmail: names.email,
      ownerId: userId,
      credits: names.credits,
    });
    const project = await createProject(trx, orgId, names.project);
    const key = await createApiKey(trx, { orgId, projectId: project.id, userId, name: 'First key', scopes: null });
    return { orgId, projectId: project.id, userId, email: names.email, apiKey: key.value };
  });
}

const SYSTEM_PROMPT = 'You answer in one short, friendly sentence.';
const USER_PROMPT = 'Say something kind about {topic}.';

/** Creates a demo task and agent. The agent tells the time automatically and asks for approval before it calculates. */
export function createDemo(
  db: Db,
  { orgId, projectId, userId }: Foundation,
  model: ModelEntry,
): Promise<{ taskId: string; agentId: string }> {
  const owner = { orgId, projectId, subject: { type: 'user', id: userId } } as const;
  const prompts = { system_prompt: SYSTEM_PROMPT, user_prompt: USER_PROMPT, llm_model_id: model.id };
  return db.transaction().execute(async (trx) => {
    const taskId = await createTask(
      trx,
      owner,
      {
        name: 'Kind words',
        description: 'Says something kind about a topic.',
        enabled: true,
        public: false,
        exposed_to_agents: false,
        task_run_visibility: 'all_viewers',
        test: false,
        tags: [],
      },
      {
        ...mergeValues(TASK_REVISION_FIELDS, prompts, undefined),
        input_params: listPromptVariables(SYSTEM_PROMPT, USER_PROMPT),
        tags: [],
        test: false,
        tool_sources: null,
      },
    );
    const revision = {
      instruction: 'You help with small sums and with the time. Use your tools.',
      llm_model_id: model.id,
      max_turns: 20,
      builtin_tools: ['calculator', 'current_time', 'http_request'],
      approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always', expires_in: 'P1D' }] },
    };
    const { id: agentId } = await createAgent(
      trx,
      owner,
      DEMO_AGENT,
      mergeValues(AGENT_REVISION_FIELDS, revision, undefined),
    );
    return { taskId, agentId };
  });
}

const DEMO_AGENT = {
  name: 'Guarded helper',
  description: 'Tells the time automatically and asks for approval before it calculates.',
  tags: [],
  task_agent_run_visibility: 'all_viewers',
  exposed_to_agents: false,
};
