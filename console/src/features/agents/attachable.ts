import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import type { Scope } from '../../lib/session.ts';
import { integration, toolsOf } from '../connections/queries.ts';
import { catalogueRevisions, revisionsOf } from '../skills/queries.ts';
import type { Attached } from './draft.ts';
import { agent } from './queries.ts';

/** Something that an agent can be given, by its name. */
export interface Known {
  readonly id: string;
  readonly name: string;
  /** Of a skill: whether it is one of the catalogue. */
  readonly isCommon?: boolean;
}

const ALL = { page_limit: 100 } as const;

/** What there is of each kind to choose from. */
const LISTS: Readonly<Record<Attached, (scope: Scope) => Promise<readonly Known[]>>> = {
  task_tools: async (path) => (await get(`${PROJECT}/task`, { params: { path, query: ALL } })).results,
  agent_tools: async (path) => (await get(`${PROJECT}/task-agent`, { params: { path, query: ALL } })).results,
  // The project's own, and those of the catalogue.
  skills: async (path) => {
    const { results } = await get(`${PROJECT}/skill/available`, { params: { path, query: ALL } });
    return results.map(({ id, display_name: name, source }) => ({ id, name, isCommon: source === 'global' }));
  },
  mcp_servers: async (path) => (await get(`${PROJECT}/task_mcp_server`, { params: { path, query: ALL } })).results,
  integrations: async (path) => (await get(`${PROJECT}/integration`, { params: { path, query: ALL } })).results,
  collections: async (path) => {
    const { results } = await get(`${PROJECT}/collection`, { params: { path, query: ALL } });
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
export function keepable(scope: Scope, kind: KeptKind, { id, isCommon }: Known) {
  const read = async (): Promise<readonly { readonly id: string }[]> => {
    if (kind === 'agent_tools') return (await queries.fetchQuery(agent(scope, id))).revisions;
    return isCommon ? queries.fetchQuery(catalogueRevisions(id)) : queries.fetchQuery(revisionsOf(scope, id));
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
    if (kind === 'integrations') return (await queries.fetchQuery(integration(scope, id))).available_tools;
    const { results } = await queries.fetchQuery(toolsOf(scope, id));
    return results.map(({ id: tool, tool_name: name }) => ({ id: tool, name }));
  };
  return queryOptions({ queryKey: ['attachable', scope.project_id, kind, id], queryFn: read });
}
