import { randomUUID } from 'node:crypto';
import { type AgentPath, good, type Holdfast, PROJECT, type Schemas } from '../client/index.ts';
import { grantRole } from '../src/access/giving.ts';
import { createApiKey } from '../src/identity/api-keys.ts';
import { createFoundation } from '../src/identity/bootstrap.ts';
import { createUser } from '../src/identity/users.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { productIsReady } from '../src/platform/local/launch.ts';
import { Doors, type Person } from './client.ts';
import { AGENTS, type AgentName, BUDGET, CREDITS, TASK_TOOL } from './plan.ts';
import type { Servers } from './servers.ts';
import type { DrillWorld } from './world.ts';

const READY_MS = 60_000;

/** The project of a drill. */
export interface Project extends Pick<DrillWorld, 'people' | 'agents'> {
  readonly projectId: string;
  readonly path: Omit<AgentPath, 'task_agent_id'>;
  /** For what the product does not tell over its API. */
  readonly db: Db;
}

/** Migrates the database, makes a project with three people, starts the product and makes the agents. */
export async function prepare(servers: Servers): Promise<Project> {
  const db = openDatabase(servers.databaseUrl, 2, () => undefined);
  await migrate(db);
  const made = await createFoundation(db, {
    organization: 'Drill',
    project: 'Drill',
    email: 'drill@example.com',
    credits: CREDITS,
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
  await Promise.all(servers.apis.map(productIsReady));
  const path = { org_id: orgId, project_id: projectId };
  return { projectId, path, db, people, agents: await makeAgents(servers, owner, path) };
}

async function makeAgents(servers: Servers, owner: Person, path: Project['path']): Promise<DrillWorld['agents']> {
  const doors = new Doors(servers.apis, AbortSignal.timeout(READY_MS));
  const made = async <A extends Parameters<typeof good>[0]>(send: (client: Holdfast) => Promise<A>) => {
    const answer = await doors.ask(owner, 0, send);
    if (!answer) throw new Error('the API did not answer');
    return good(answer) as { readonly id: string };
  };
  const common = { llm_model_id: 'scripted' };
  const prompts = { system_prompt: 'Note it.', user_prompt: '{text}' };
  const task = { ...common, ...prompts, name: TASK_TOOL, enabled: true };
  const { id: taskId } = await made((client) => client.post(`${PROJECT}/task`, { params: { path }, body: task }));
  const agent = async (name: AgentName) => {
    const body: Schemas['AgentCreate'] = {
      ...common,
      name,
      instruction: 'Do what the script says.',
      builtin_tools: ['calculator', 'http_request'],
      task_tools: [{ task_id: taskId }],
      approval_policy: AGENTS[name],
      ...(name === 'thrifty' ? { max_credits: BUDGET } : {}),
    };
    const { id } = await made((client) => client.post(`${PROJECT}/task-agent`, { params: { path }, body }));
    return [name, { ...path, task_agent_id: id }] as const;
  };
  const agents = await Promise.all((Object.keys(AGENTS) as AgentName[]).map(agent));
  doors.close();
  return Object.fromEntries(agents) as Record<AgentName, AgentPath>;
}
