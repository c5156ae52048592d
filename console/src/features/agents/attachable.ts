import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';
import { integration, integrations, mcpServers, toolsOf } from '../connections/queries.ts';
import { catalogueRevisions, revisionsOf } from '../skills/queries.ts';
import { readSubjects } from '../subjects/queries.ts';
import type { Attached } from './draft.ts';
import { agent } from './queries.ts';

/** Something that an agent can be given, by its name. */
export interface Known {
  readonly id: string;
  readonly name: string;
  /** Of a skill: whether it is one of the catalogue. */
  readonly isCommon?: boolean;
}

/** What there is of each kind to choose from. */
const LISTS: Readonly<Record<Attached, (scope: Scope) => Promise<readonly Known[]>>> = {
  task_tools: (scope) => readSubjects(scope, 'task'),
  agent_tools: (scope) => readSubjects(scope, 'task_agent'),
  // The project's own, and those of the catalogue.
  skills: async (path) => {
    const { results } = await listAll((query) => get(`${PROJECT}/skill/available`, { params: { path, query } }));
    return results.map(({ id, display_name: name, source }) => ({ id, name, isCommon: source === 'global' }));
  },
  mcp_servers: async (path) => (await queryClient.fetchQuery(mcpServers(path))).results,
  integrations: async (path) => (await queryClient.fetchQuery(integrations(path))).results,
  collections: async (path) => {
    const { results } = await listAll((query) => get(`${PROJECT}/collection`, { params: { path, query } }));
    return results.map(({ id, title: name }) => ({ id, name }));
  },
};

/** What a project has of a kind that agents can be given. */
export function attachable(scope: Scope, kind: Attached) {
  return queryOptions({
    queryKey: ['attachable', scope.project_id, kind],
    queryFn: () => LISTS[kind](scope),
  });
}

/** Kinds of which an agent can keep to one revision. */
export type KeptKind = 'agent_tools' | 'skills';

/** Ids of the revisions of an agent or a skill, newest first. */
export function keepable(scope: Scope, kind: KeptKind, { id, isCommon }: Pick<Known, 'id' | 'isCommon'>) {
  const read = async (): Promise<readonly { readonly id: string }[]> => {
    if (kind === 'agent_tools') return (await queryClient.fetchQuery(agent(scope, id))).revisions;
    return isCommon ? queryClient.fetchQuery(catalogueRevisions(id)) : queryClient.fetchQuery(revisionsOf(scope, id));
  };
  return queryOptions({
    queryKey: ['attachable', scope.project_id, kind, id],
    queryFn: async () => (await read()).map((revision) => revision.id),
  });
}

/** Kinds of which an agent can be given some of their tools. */
export type ServerKind = 'mcp_servers' | 'integrations';

/** The tools that a server or an integration offers. */
export function allowable(scope: Scope, kind: ServerKind, { id }: Known) {
  const read = async (): Promise<readonly Known[]> => {
    if (kind === 'integrations') return (await queryClient.fetchQuery(integration(scope, id))).available_tools;
    const { results } = await queryClient.fetchQuery(toolsOf(scope, id));
    return results.map(({ id: tool, tool_name: name }) => ({ id: tool, name }));
  };
  return queryOptions({ queryKey: ['attachable', scope.project_id, kind, id], queryFn: read });
}
