import { createAgent } from '../agents/queries.ts';
import { attachedBy } from '../agents/tools/index.ts';
import { createOrganization } from '../organizations/queries.ts';
import type { Db } from '../platform/db/client.ts';
import type { ModelEntry } from '../platform/models/catalogue.ts';
import { createProject } from '../projects/queries.ts';
import { promptVariables } from '../tasks/prompt.ts';
import { createTask } from '../tasks/queries.ts';
import { createApiKey } from './api-keys.ts';
import { createUser } from './users.ts';

/** What a first start makes. */
export interface Foundation {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly email: string;
  /** The key's value, to be shown once. */
  readonly apiKey: string;
}

/** Makes an organization with a project, an owner and the owner's API key; everything or nothing. */
export function createFoundation(
  db: Db,
  names: {
    readonly organization: string;
    readonly project: string;
    readonly email: string;
    readonly credits: string;
    /** The owner's; without one the owner has to choose one by mail. */
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

/** Makes a task and an agent to try: the agent may tell the time by itself and asks before it calculates. */
export function createDemo(db: Db, owner: Foundation, model: ModelEntry): Promise<{ taskId: string; agentId: string }> {
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
        annotation: null,
        system_prompt: SYSTEM_PROMPT,
        user_prompt: USER_PROMPT,
        input_params: promptVariables(SYSTEM_PROMPT, USER_PROMPT),
        llm_model_id: model.id,
        llm_config: {},
        fallback_llm_model_id: null,
        fallback_llm_config: null,
        output_modality: 'text',
        output_format: null,
        image_required: false,
        optimise_images: true,
        file_input_mode: 'any',
        input_processors: [],
        rag: null,
        task_forwarder_id: null,
        tool_choice: null,
        tags: [],
        test: false,
      },
    );
    const agentId = await createAgent(trx, owner, DEMO_AGENT, {
      mode: 'agentic',
      instruction: 'You help with small sums and with the time. Use your tools.',
      llm_model_id: model.id,
      fallback_llm_model_id: null,
      llm_config: {},
      max_turns: 20,
      max_credits: null,
      memory_strategy: 'sliding_window',
      memory_config: {},
      ...attachedBy(() => []),
      skills: [],
      integrations: [],
      mcp_servers: [],
      collections: [],
      builtin_tools: ['calculator', 'current_time', 'http_request'],
      approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always', expires_in: 'P1D' }] },
    });
    return { taskId, agentId };
  });
}

const DEMO_AGENT = {
  name: 'Guarded helper',
  description: 'Tells the time freely and asks before it calculates.',
  tags: [],
  task_agent_run_visibility: 'all_viewers',
};
