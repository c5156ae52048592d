import { getGrantsOf } from '../../src/access/members.ts';
import { hasPermission, type Permission } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { BUILTIN_TOOLS } from '../../src/agents/builtin/index.ts';
import { nextSteps } from '../../src/agents/provisioning/next-steps.ts';
import type { DependencyResult, ProvisioningRow } from '../../src/agents/provisioning/queries.ts';
import { findOrCreateIntegration } from '../../src/connections/integrations/provision.ts';
import { findIntegrationOfType } from '../../src/connections/integrations/queries.ts';
import { getCatalog } from '../../src/connections/mcp-servers/catalog.ts';
import { isOffered } from '../../src/connections/mcp-servers/definition.ts';
import { findMcpServerByUrl } from '../../src/connections/mcp-servers/find-by-url.ts';
import { findOrCreateMcpServer } from '../../src/connections/mcp-servers/provision.ts';
import type { McpServerRow } from '../../src/connections/mcp-servers/queries.ts';
import { listMcpServerTools } from '../../src/connections/mcp-servers/tools.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { Message } from '../../src/platform/messages.ts';
import type { Dependency, ServerRef } from '../../src/skills/dependencies.ts';
import { findTaskByName } from '../../src/tasks/queries.ts';

type Of<T extends Dependency['type']> = Extract<Dependency, { readonly type: T }>;

/** Requester and project of a dependency. */
type Request = Pick<ProvisioningRow, 'org_id' | 'project_id' | 'asked_by_type' | 'asked_by' | 'scopes'>;

/** Finds or creates the project's resource of a dependency, with the requester's permissions. Authorizes nothing. */
export function resolveDependency(trx: Executor, request: Request, dependency: Dependency): Promise<DependencyResult> {
  switch (dependency.type) {
    case 'tool':
      return findTool(trx, request, dependency);
    case 'mcp_server':
      return findServer(trx, request, dependency).then(({ server: _, ...found }) => found);
    case 'mcp_tool':
      return findServerTool(trx, request, dependency);
    case 'integration':
      return findIntegration(trx, request, dependency);
  }
}

const toUnresolved = (status: DependencyResult['status'], next_step: Message): DependencyResult => ({
  status,
  target_type: null,
  target_id: null,
  tool_id: null,
  next_step,
});

async function canUse(
  db: Executor,
  { org_id, project_id, asked_by_type, asked_by, scopes }: Request,
  permission: Permission,
  resource: { readonly type: SecurableType; readonly id: string },
): Promise<boolean> {
  const scope = { ...resource, orgId: org_id, projectId: project_id };
  const grants = await getGrantsOf(db, { type: asked_by_type, id: asked_by }, scope);
  return hasPermission({ ...grants, scopes }, permission);
}

async function findTool(trx: Executor, request: Request, { name }: Of<'tool'>): Promise<DependencyResult> {
  if (BUILTIN_TOOLS[name])
    return { status: 'provisioned', target_type: 'builtin', target_id: null, tool_id: null, next_step: null };
  const task = await findTaskByName(trx, request.project_id, name);
  if (!task) return toUnresolved('missing', nextSteps.create_task({ name }));
  if (!(await canUse(trx, request, 'task:run', { type: 'task', id: task.id })))
    return toUnresolved('missing', nextSteps.share_task({ name }));
  const found = { target_type: 'task', target_id: task.id, tool_id: null } as const;
  if (!task.enabled) return { ...found, status: 'missing', next_step: nextSteps.enable_task({ name }) };
  return { ...found, status: 'provisioned', next_step: null };
}

async function findServer(
  trx: Executor,
  request: Request,
  dependency: Of<'mcp_server' | 'mcp_tool'>,
): Promise<DependencyResult & { readonly server?: McpServerRow }> {
  const known = findAddress(dependency);
  if (!known) return toUnresolved('failed', nextSteps.change_catalog_slug);
  const { org_id: orgId, project_id: projectId, asked_by: by } = request;
  const canCreate = await canUse(trx, request, 'project:create_mcp_server', { type: 'project', id: projectId });
  const server = canCreate
    ? await findOrCreateMcpServer(trx, { orgId, projectId, by, ...known })
    : await findMcpServerByUrl(trx, projectId, known.serverUrl);
  if (!server) return toUnresolved('missing', nextSteps.create_mcp_server({ url: known.serverUrl }));
  const resource = { type: 'task_mcp_server', id: server.id } as const;
  if (!(await canUse(trx, request, 'task_mcp_server:use', resource)))
    return toUnresolved('missing', nextSteps.share_mcp_server({ name: server.name }));
  const found = { target_type: 'task_mcp_server', target_id: server.id, tool_id: null } as const;
  if (!server.enabled)
    return { ...found, status: 'missing', next_step: nextSteps.enable_mcp_server({ name: server.name }) };
  return { ...found, ...toServerState(server), server };
}

/** Converts the authorization of an MCP server to the state of a dependency, with the next step of a person. */
function toServerState({
  auth_status: status,
  name,
  problem: cause,
}: McpServerRow): Pick<DependencyResult, 'status' | 'next_step'> {
  if (status === 'authorized') return { status: 'provisioned', next_step: null };
  const { refresh_mcp_server, refresh_failed_mcp_server } = nextSteps;
  if (status === 'failed')
    return { status, next_step: cause ? refresh_failed_mcp_server({ name, cause }) : refresh_mcp_server({ name }) };
  const { authorize_mcp_server, authorize_mcp_server_with_hint } = nextSteps;
  return {
    status: 'needs_authorization',
    next_step: cause ? authorize_mcp_server_with_hint({ name, cause }) : authorize_mcp_server({ name }),
  };
}

function findAddress(
  ref: ServerRef & { readonly name?: string },
): { readonly name: string; readonly serverUrl: string } | undefined {
  if ('server_url' in ref) return { name: ref.name ?? new URL(ref.server_url).hostname, serverUrl: ref.server_url };
  const entry = getCatalog().find(({ slug }) => slug === ref.slug);
  return entry && { name: ref.name ?? entry.name, serverUrl: entry.server_url };
}

async function findServerTool(trx: Executor, request: Request, dependency: Of<'mcp_tool'>): Promise<DependencyResult> {
  const { server, ...found } = await findServer(trx, request, dependency);
  if (!server || found.status !== 'provisioned') return found;
  const tool = (await listMcpServerTools(trx, [server.id])).find(({ tool_name }) => tool_name === dependency.tool_name);
  const names = { server: server.name, tool: dependency.tool_name };
  if (!tool || tool.status === 'gone')
    return { ...found, status: 'missing', next_step: nextSteps.refresh_mcp_tool(names) };
  const withTool = { ...found, tool_id: tool.id };
  if (isOffered(tool)) return withTool;
  return { ...withTool, status: 'needs_authorization', next_step: nextSteps.allow_mcp_tool(names) };
}

async function findIntegration(
  trx: Executor,
  request: Request,
  { integration_type: type }: Of<'integration'>,
): Promise<DependencyResult> {
  const { org_id: orgId, project_id: projectId, asked_by: by } = request;
  const canCreate = await canUse(trx, request, 'project:create_integration', { type: 'project', id: projectId });
  const integration = canCreate
    ? (await findOrCreateIntegration(trx, { orgId, projectId, by, type }))?.integration
    : await findIntegrationOfType(trx, projectId, type);
  if (!integration) return toUnresolved('missing', nextSteps.create_integration({ type }));
  const resource = { type: 'integration', id: integration.id } as const;
  if (!(await canUse(trx, request, 'integration:use', resource)))
    return toUnresolved('missing', nextSteps.share_integration({ name: integration.name }));
  const found = { target_type: 'integration', target_id: integration.id, tool_id: null } as const;
  if (integration.status === 'authorized') return { ...found, status: 'provisioned', next_step: null };
  const next_step = nextSteps.authorize_skill_integration({ name: integration.name });
  return { ...found, status: 'needs_authorization', next_step };
}
