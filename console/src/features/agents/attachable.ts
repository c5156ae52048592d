import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';
import { type ConnectionStatus, getIntegrationStatus, getServerStatus } from '../connections/connection-status.tsx';
import { integrationQuery, integrationsQuery, mcpServersQuery, serverToolsQuery } from '../connections/queries.ts';
import { catalogRevisionsQuery, skillRevisionsQuery } from '../skills/queries.ts';
import { fetchSubjects } from '../subjects/queries.ts';
import { agentQuery } from './agent-query.ts';
import type { AttachmentKind } from './draft.ts';

/** A resource that can be attached to an agent. */
export interface AttachableItem {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** Whether a connection works, or what its secret needs. */
  readonly status?: ConnectionStatus;
  /** Whether a skill comes from the catalog. */
  readonly isFromCatalog?: boolean;
}

/** Loads the attachable resources of each kind. */
const ITEM_LOADERS: Readonly<Record<AttachmentKind, (scope: Scope) => Promise<readonly AttachableItem[]>>> = {
  task_tools: (scope) => fetchSubjects(scope, 'task'),
  agent_tools: (scope) => fetchSubjects(scope, 'task_agent'),
  // Skills of the project and of the catalog.
  skills: async (path) => {
    const { results } = await listAll((query) => get(`${PROJECT}/skill/available`, { params: { path, query } }));
    return results.map(({ id, display_name: name, description, source }) => ({
      id,
      name,
      description,
      isFromCatalog: source === 'global',
    }));
  },
  mcp_servers: async (path) => {
    const { results } = await queryClient.fetchQuery(mcpServersQuery(path));
    return results.map((server) => ({
      id: server.id,
      name: server.name,
      description: server.server_url,
      status: getServerStatus(server),
    }));
  },
  integrations: async (path) => {
    const { results } = await queryClient.fetchQuery(integrationsQuery(path));
    return results.map((integration) => ({
      id: integration.id,
      name: integration.name,
      description: integration.config.base_url ?? integration.account ?? undefined,
      status: getIntegrationStatus(integration),
    }));
  },
  collections: async (path) => {
    const { results } = await listAll((query) => get(`${PROJECT}/collection`, { params: { path, query } }));
    return results.map(({ id, title: name }) => ({ id, name }));
  },
};

/** Lists the resources of a kind that the project's agents can attach. */
export function attachableQuery(scope: Scope, kind: AttachmentKind) {
  return queryOptions({
    queryKey: ['attachable', scope.project_id, kind],
    queryFn: () => ITEM_LOADERS[kind](scope),
  });
}

/** Kinds whose attachments can be pinned to a revision. */
export type PinnableKind = 'agent_tools' | 'skills';

/** Lists the revisions of an agent or a skill, newest first. */
export function pinnableRevisionsQuery(
  scope: Scope,
  kind: PinnableKind,
  { id, isFromCatalog }: Pick<AttachableItem, 'id' | 'isFromCatalog'>,
) {
  const fetchRevisions = async (): Promise<readonly { readonly id: string }[]> => {
    if (kind === 'agent_tools') return (await queryClient.fetchQuery(agentQuery(scope, id))).revisions;
    return isFromCatalog
      ? queryClient.fetchQuery(catalogRevisionsQuery(id))
      : queryClient.fetchQuery(skillRevisionsQuery(scope, id));
  };
  return queryOptions({ queryKey: ['attachable', scope.project_id, kind, id], queryFn: fetchRevisions });
}

/** Kinds whose attachments can be limited to some tools. */
export type ServerKind = 'mcp_servers' | 'integrations';

/** Lists the tools of an MCP server or an integration. */
export function allowableToolsQuery(scope: Scope, kind: ServerKind, { id }: AttachableItem) {
  const fetchTools = async (): Promise<readonly AttachableItem[]> => {
    if (kind === 'integrations') return (await queryClient.fetchQuery(integrationQuery(scope, id))).available_tools;
    const { results } = await queryClient.fetchQuery(serverToolsQuery(scope, id));
    return results.map(({ id: toolId, tool_name: name }) => ({ id: toolId, name }));
  };
  return queryOptions({ queryKey: ['attachable', scope.project_id, kind, id], queryFn: fetchTools });
}
