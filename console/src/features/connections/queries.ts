import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, getVersioned, type Schemas } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';

export type McpServer = Schemas['McpServer'];
export type McpTool = Schemas['McpTool'];
export type McpToolDefinition = Schemas['McpToolDefinition'];
export type Discovery = Schemas['McpDiscovery'];
export type Integration = Schemas['Integration'];
export type IntegrationType = Schemas['IntegrationCatalogEntry'];

export const SERVERS_PATH = `${PROJECT}/task_mcp_server` as const;
export const SERVER_PATH = `${SERVERS_PATH}/{task_mcp_server_id}` as const;
export const TOOL_PATH = `${PROJECT}/task_mcp_tool/{task_mcp_tool_id}` as const;
export const INTEGRATIONS_PATH = `${PROJECT}/integration` as const;
export const INTEGRATION_PATH = `${INTEGRATIONS_PATH}/{integration_id}` as const;

const CATALOG_PAGE_SIZE = 100;

export function mcpServersQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['task_mcp_server', 'list', scope.project_id],
    queryFn: () => listAll<McpServer>((query) => get(SERVERS_PATH, { params: { path: { ...scope }, query } })),
  });
}

export function mcpServerQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['task_mcp_server', id],
    queryFn: () => get(SERVER_PATH, { params: { path: { ...scope, task_mcp_server_id: id } } }),
  });
}

export function serverToolsQuery(scope: Scope, serverId: string) {
  return queryOptions({
    queryKey: ['task_mcp_server', serverId, 'tools'],
    queryFn: () =>
      listAll<McpTool>((page) => {
        const query = { ...page, task_mcp_server_id: serverId };
        return get(`${PROJECT}/task_mcp_tool`, { params: { path: { ...scope }, query } });
      }),
  });
}

/** Returns one tool with its version, so that an approval applies to the shown definition. */
export function mcpToolQuery(scope: Scope, { id, task_mcp_server_id }: Pick<McpTool, 'id' | 'task_mcp_server_id'>) {
  return queryOptions({
    queryKey: ['task_mcp_server', task_mcp_server_id, 'tools', id],
    queryFn: () => getVersioned(TOOL_PATH, { params: { path: { ...scope, task_mcp_tool_id: id } } }),
    staleTime: 0,
  });
}

/** Returns the catalog of public MCP servers. */
export function serverCatalogQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['mcp_catalog', scope.project_id],
    queryFn: async () =>
      (
        await get(`${SERVERS_PATH}/catalog`, {
          params: { path: { ...scope }, query: { page_limit: CATALOG_PAGE_SIZE } },
        })
      ).results,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the integrations of the project with their enabled tools. */
export function integrationsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['integration', 'list', scope.project_id],
    queryFn: () => listAll<Integration>((query) => get(INTEGRATIONS_PATH, { params: { path: { ...scope }, query } })),
  });
}

/** Returns an integration with all tools, including disabled ones. */
export function integrationQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['integration', id],
    queryFn: () =>
      get(INTEGRATION_PATH, {
        params: { path: { ...scope, integration_id: id }, query: { include_disabled_tools: true } },
      }),
  });
}

/** Returns who authorized an integration, or the next step where nobody has. */
export function integrationAuthQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['integration', id, 'auth'],
    queryFn: () => get(`${INTEGRATION_PATH}/auth`, { params: { path: { ...scope, integration_id: id } } }),
  });
}

/** Returns the catalog of integration types. */
export function integrationTypesQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['integration_catalog', scope.project_id],
    queryFn: async () =>
      (
        await get(`${INTEGRATIONS_PATH}/catalog`, {
          params: { path: { ...scope }, query: { page_limit: CATALOG_PAGE_SIZE } },
        })
      ).results,
    staleTime: 300_000,
  });
}

/** Invalidates the queries of an MCP server and its tools. */
export function invalidateServer(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['task_mcp_server', id] });
  void queryClient.invalidateQueries({ queryKey: ['task_mcp_server', 'list'] });
}

/** Invalidates the queries of an integration. */
export function invalidateIntegration(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['integration', id] });
  void queryClient.invalidateQueries({ queryKey: ['integration', 'list'] });
}
