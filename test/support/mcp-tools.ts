import { sql } from 'kysely';
import { listTools } from '../../src/mcp-servers/client/list.ts';
import { recordListing } from '../../src/mcp-servers/listing.ts';
import { lockMcpServer, noteMcpServerState } from '../../src/mcp-servers/queries.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { createGuardedClient } from '../../src/platform/http/guarded.ts';
import { makeAgent, type TestAgent } from './agents.ts';
import type { Json, Tenant, World } from './client.ts';

/** A server of a tenant, all of whose tools are allowed. */
export interface AllowedServer {
  readonly id: string;
  readonly slug: string;
  readonly path: string;
  /** Its tools as records show them, by the server's names. */
  tools(): Promise<Record<string, Json>>;
}

/** Makes a server of the tenant and allows every tool that it has now. */
export async function allowServer(world: World, tenant: Tenant, url: string): Promise<AllowedServer> {
  const made = await tenant.owner.post(`${tenant.project}/task_mcp_server`, {
    name: 'Tools',
    server_url: url,
    enable_tools: true,
  });
  if (made.status !== 200) throw new Error(made.text);
  const { id, slug } = made.body;
  await allowAllTools(world.db, { projectId: tenant.projectId, serverId: id, url });
  return {
    id,
    slug,
    path: `${tenant.project}/task_mcp_server/${id}`,
    async tools() {
      const { body } = await tenant.owner.get(`${tenant.project}/task_mcp_tool?task_mcp_server_id=${id}`);
      return Object.fromEntries(body.results.map((tool: Json) => [tool.tool_name, tool]));
    },
  };
}

/** Looks at a server that wants no credential, and allows every tool that it has now, as its editor does. */
export async function allowAllTools(
  db: Db,
  { projectId, serverId, url }: { readonly projectId: string; readonly serverId: string; readonly url: string },
): Promise<void> {
  const local = createGuardedClient({ allowPrivate: ['127.0.0.0/8'] });
  const target = { url, transport: 'auto', credential: { kind: 'none' }, verdict: null } as const;
  const { tools, verdict } = await listTools(local, target);
  await db.transaction().execute(async (trx) => {
    const server = await lockMcpServer(trx, projectId, serverId);
    if (!server) throw new Error('no server');
    const known = { auth_type: 'none', auth_status: 'authorized', problem: null, verdict } as const;
    await noteMcpServerState(trx, serverId, known);
    const { rows } = await sql<{ now: Date }>`select now()`.execute(trx);
    await recordListing(trx, server, { tools, asOf: rows[0]!.now }, () => true);
  });
}

/** An agent with all tools of a server; nobody is asked unless `policy` says so. */
export function agentWith(
  tenant: Tenant,
  server: AllowedServer,
  policy: object = { default: 'never' },
): Promise<TestAgent> {
  return makeAgent(tenant, {
    mcp_servers: [{ task_mcp_server_id: server.id, allowed_tool_ids: null }],
    approval_policy: policy,
  });
}
