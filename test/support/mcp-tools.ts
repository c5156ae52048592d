import { makeAgent, type TestAgent } from './agents.ts';
import type { AuthServer } from './auth-server.ts';
import type { Json, Tenant } from './client.ts';

/** A server of a tenant with all tools enabled. */
export interface AllowedServer {
  readonly id: string;
  readonly slug: string;
  readonly path: string;
  /** Returns its tools by the server's names. */
  tools(): Promise<Record<string, Json>>;
}

/** Creates a server of the tenant, authorizes it if `auth` protects it, and enables all its tools. */
export async function allowServer(tenant: Tenant, url: string, auth?: AuthServer): Promise<AllowedServer> {
  const { owner, project } = tenant;
  const post = async (path: string, body: object): Promise<Json> => {
    const answer = await owner.post(path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };
  const { id, slug } = await post(`${project}/task_mcp_server`, {
    name: 'Tools',
    server_url: url,
    enable_tools: true,
  });
  const path = `${project}/task_mcp_server/${id}`;
  if (auth) await authorize(tenant, path, auth);
  const tools = async () => {
    const { body } = await owner.get(`${project}/task_mcp_tool?task_mcp_server_id=${id}`);
    return Object.fromEntries(body.results.map((tool: Json) => [tool.tool_name, tool])) as Record<string, Json>;
  };
  const disabled = Object.values(await tools()).filter((tool) => !tool.enabled);
  for (const { id: toolId } of disabled) await post(`${project}/task_mcp_tool/${toolId}`, { enabled: true });
  return { id, slug, path, tools };
}

/** Authorizes a server as its editor does in a browser. */
export async function authorize({ owner }: Tenant, path: string, auth: AuthServer): Promise<void> {
  const asked = await owner.post(`${path}/reauthorize`);
  const back = await auth.consent(asked.body.authorization_url);
  const ended = await owner.get(back.href.slice(back.href.indexOf('/task_mcp_server/')));
  if (ended.status !== 200) throw new Error(ended.text);
}

/** Creates an agent with all tools of a server; without approvals unless `policy` is set. */
export function makeAgentWithServer(
  tenant: Tenant,
  server: AllowedServer,
  policy: object = { default: 'never' },
): Promise<TestAgent> {
  return makeAgent(tenant, {
    mcp_servers: [{ task_mcp_server_id: server.id, allowed_tool_ids: null }],
    approval_policy: policy,
  });
}
