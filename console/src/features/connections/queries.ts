import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, getVersioned, type Schemas } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import type { Scope } from '../../lib/session.ts';

export type McpServer = Schemas['McpServer'];
export type McpTool = Schemas['McpTool'];
export type McpToolDefinition = Schemas['McpToolDefinition'];
export type Discovery = Schemas['McpDiscovery'];
export type Integration = Schemas['Integration'];
export type ServiceKind = Schemas['IntegrationCatalogueEntry'];

export const SERVERS = `${PROJECT}/task_mcp_server` as const;
export const SERVER = `${SERVERS}/{task_mcp_server_id}` as const;
export const TOOL = `${PROJECT}/task_mcp_tool/{task_mcp_tool_id}` as const;
export const INTEGRATIONS = `${PROJECT}/integration` as const;
export const INTEGRATION = `${INTEGRATIONS}/{integration_id}` as const;

const PAGE = 100;

/** The MCP servers of the project. */
export function mcpServers(scope: Scope) {
  return queryOptions({
    queryKey: ['task_mcp_server', 'list', scope.project_id],
    queryFn: () => listAll<McpServer>((query) => get(SERVERS, { params: { path: { ...scope }, query } })),
  });
}

export function mcpServer(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['task_mcp_server', id],
    queryFn: () => get(SERVER, { params: { path: { ...scope, task_mcp_server_id: id } } }),
  });
}

/** The tools of a server. */
export function toolsOf(scope: Scope, serverId: string) {
  return queryOptions({
    queryKey: ['task_mcp_server', serverId, 'tools'],
    queryFn: () =>
      listAll<McpTool>((page) => {
        const query = { ...page, task_mcp_server_id: serverId };
        return get(`${PROJECT}/task_mcp_tool`, { params: { path: { ...scope }, query } });
      }),
  });
}

/** One tool with its version, so that what is accepted is what was shown. */
export function mcpTool(scope: Scope, { id, task_mcp_server_id }: Pick<McpTool, 'id' | 'task_mcp_server_id'>) {
  return queryOptions({
    queryKey: ['task_mcp_server', task_mcp_server_id, 'tools', id],
    queryFn: () => getVersioned(TOOL, { params: { path: { ...scope, task_mcp_tool_id: id } } }),
    staleTime: 0,
  });
}

/** Servers that are known to the public. */
export function knownServers(scope: Scope) {
  return queryOptions({
    queryKey: ['mcp_catalogue', scope.project_id],
    queryFn: async () =>
      (await get(`${SERVERS}/catalog`, { params: { path: { ...scope }, query: { page_limit: PAGE } } })).results,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The integrations of the project, without their tools that agents are not offered. */
export function integrations(scope: Scope) {
  return queryOptions({
    queryKey: ['integration', 'list', scope.project_id],
    queryFn: () => listAll<Integration>((query) => get(INTEGRATIONS, { params: { path: { ...scope }, query } })),
  });
}

/** An integration with all its tools. */
export function integration(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['integration', id],
    queryFn: () =>
      get(INTEGRATION, { params: { path: { ...scope, integration_id: id }, query: { include_disabled_tools: true } } }),
  });
}

/** Who authorised an integration, and what is to be done where nobody has. */
export function authOf(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['integration', id, 'auth'],
    queryFn: () => get(`${INTEGRATION}/auth`, { params: { path: { ...scope, integration_id: id } } }),
  });
}

/** Kinds of services that integrations are made of. */
export function serviceKinds(scope: Scope) {
  return queryOptions({
    queryKey: ['integration_catalogue', scope.project_id],
    queryFn: async () =>
      (await get(`${INTEGRATIONS}/catalog`, { params: { path: { ...scope }, query: { page_limit: PAGE } } })).results,
    staleTime: 300_000,
  });
}
