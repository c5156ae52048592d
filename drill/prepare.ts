import { randomUUID } from 'node:crypto';
import { type AgentPath, good, type Holdfast, PROJECT, type Schemas } from '../client/index.ts';
import { grantRole } from '../src/access/grant-roles.ts';
import { createFoundation } from '../src/bootstrap.ts';
import { createApiKey } from '../src/identity/api-keys.ts';
import { createUser } from '../src/identity/users.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { waitUntilReady } from '../src/platform/local/launch.ts';
import { ApiClient, type Person } from './client.ts';
import { CONNECTION_NAMES, type ConnectionKey, createApiDocument } from './connections.ts';
import { FIXED_TOOL } from './fixed-call.ts';
import { AGENTS, type AgentName, BUDGET_CREDITS, CONNECTION_AGENTS, INITIAL_CREDITS, TASK_TOOL } from './plan.ts';
import type { Servers } from './servers.ts';
import { DEFAULT_MODEL, getModel } from './speeds.ts';
import type { ToolServer } from './tools.ts';
import type { DrillWorld } from './world.ts';

const READY_TIMEOUT_MS = 60_000;

/** Project of a drill. */
export interface Project extends Pick<DrillWorld, 'people' | 'agents' | 'projectId' | 'db'> {
  readonly path: Omit<AgentPath, 'task_agent_id'>;
  /** Ids of the integration and the MCP server. */
  readonly connections: Readonly<Record<ConnectionKey, string>>;
}

/** Migrates the database, creates a project with three people, starts the product and creates the agents. */
export async function prepare(servers: Servers, tools: ToolServer, mixed: boolean): Promise<Project> {
  const db = openDatabase(servers.databaseUrl, 2, () => undefined);
  await migrate(db);
  const made = await createFoundation(db, {
    organization: 'Drill',
    project: 'Drill',
    email: 'drill@example.com',
    credits: INITIAL_CREDITS,
  });
  const { orgId, projectId } = made;
  const editor = async (): Promise<Person> => {
    const email = `${randomUUID()}@example.com`;
    const userId = await createUser(db, { email, name: 'Editor', administrator: false });
    await grantRole(db, { resourceType: 'project', resourceId: projectId, userId, role: 'editor' });
    const { value } = await createApiKey(db, { orgId, projectId, userId, name: 'drill', scopes: null });
    return { subject: `user:${userId}`, key: value };
  };
  const owner = { subject: `user:${made.userId}`, key: made.apiKey };
  const people = [owner, await editor(), await editor()] as const;
  await servers.startProduct();
  await Promise.all(servers.apis.map(waitUntilReady));
  const path = { org_id: orgId, project_id: projectId };
  const client = new ApiClient(servers.apis, AbortSignal.timeout(READY_TIMEOUT_MS));
  const create: Create = async (send) => {
    const answer = await client.ask(owner, 0, send);
    if (!answer) throw new Error('the API did not answer');
    return good(answer) as never;
  };
  const connections = await createConnections(create, path, tools);
  const agents = await createAgents(create, path, connections, mixed);
  client.close();
  return { projectId, path, db, people, connections, agents };
}

/** Sends a request until it is answered. Throws if it is rejected. */
type Create = <T = { readonly id: string }>(
  send: (client: Holdfast, signal: AbortSignal) => Promise<Parameters<typeof good>[0]>,
) => Promise<T>;

/** Creates the integration and the MCP server, with all tools enabled. */
async function createConnections(
  create: Create,
  path: Project['path'],
  tools: ToolServer,
): Promise<Project['connections']> {
  const params = { path };
  const { keys } = tools.connections;
  const api = {
    type: 'openapi' as const,
    name: CONNECTION_NAMES.api,
    config: {
      document: { ...createApiDocument(tools.url) },
      credential: { kind: 'bearer' as const, value: keys.api },
      enabled_tools: ['perform'],
    },
  };
  const integration = await create((client) => client.post(`${PROJECT}/integration`, { params, body: api }));
  const mcp = { name: CONNECTION_NAMES.mcp, server_url: tools.mcpUrl, api_key: keys.mcp };
  const server = await create((client) => client.post(`${PROJECT}/task_mcp_server`, { params, body: mcp }));
  type Listed = { readonly results: readonly { readonly id: string; readonly tool_name: string }[] };
  const listed = await create<Listed>((client) =>
    client.get(`${PROJECT}/task_mcp_tool`, { params: { path, query: { page_limit: 100 } } }),
  );
  for (const { id, tool_name } of listed.results)
    await create((client) =>
      client.post(`${PROJECT}/task_mcp_tool/{task_mcp_tool_id}`, {
        params: { path: { ...path, task_mcp_tool_id: id } },
        body: { enabled: true, exposed_to_agents: FIXED_TOOL.endsWith(`__${tool_name}`) },
      }),
    );
  return { api: integration.id, mcp: server.id };
}

async function createAgents(
  create: Create,
  path: Project['path'],
  connections: Project['connections'],
  mixed: boolean,
): Promise<DrillWorld['agents']> {
  const prompts = { system_prompt: 'Note it.', user_prompt: '{text}' };
  const task = { llm_model_id: DEFAULT_MODEL, ...prompts, name: TASK_TOOL, enabled: true };
  const { id: taskId } = await create((client) => client.post(`${PROJECT}/task`, { params: { path }, body: task }));
  const joined = {
    builtin_tools: ['calculator' as const],
    integrations: [{ project_integration_id: connections.api }],
    mcp_servers: [{ task_mcp_server_id: connections.mcp }],
  };
  const agent = async (name: AgentName) => {
    // The first call creates the project's hidden agent.
    if (name === 'fixed') return [name, { ...path, task_agent_id: path.project_id }] as const;
    const body: Schemas['AgentCreate'] = {
      name,
      llm_model_id: getModel(name, mixed),
      instruction: 'Do what the script says.',
      exposed_to_agents: true,
      ...(CONNECTION_AGENTS.includes(name)
        ? joined
        : { builtin_tools: ['calculator', 'http_request'], task_tools: [{ task_id: taskId }] }),
      approval_policy: AGENTS[name],
      ...(name === 'thrifty' ? { max_credits: BUDGET_CREDITS } : {}),
    };
    const { id } = await create((client) => client.post(`${PROJECT}/task-agent`, { params: { path }, body }));
    return [name, { ...path, task_agent_id: id }] as const;
  };
  const agents = await Promise.all((Object.keys(AGENTS) as AgentName[]).map(agent));
  return Object.fromEntries(agents) as Record<AgentName, AgentPath>;
}
