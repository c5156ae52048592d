import { accessErrors } from '../access/errors.ts';
import { hasPermission, type Permission } from '../access/permissions.ts';
import { type GetGrants, getGrantsOn, type Principal } from '../access/principal-grants.ts';
import { allIntegrations, type IntegrationRow, toolsOf } from '../connections/integrations/queries.ts';
import { isEnabled } from '../connections/integrations/tools.ts';
import { isOffered, unfitBecause } from '../connections/mcp-servers/definition.ts';
import { findMcpServers } from '../connections/mcp-servers/queries.ts';
import { findMcpTool, type McpToolRow } from '../connections/mcp-servers/tools.ts';
import type { Executor } from '../platform/db/client.ts';
import { errors } from '../platform/errors.ts';
import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import { canBeHeldToTools } from '../platform/models/probe.ts';
import { checkSettings, fallbackSettings, settingsOf } from '../platform/models/settings.ts';
import { commonProblems } from '../platform/problems.ts';
import { mediaOf } from './abilities.ts';
import { taskProblems } from './problems.ts';
import type { RevisionFields } from './queries.ts';

/** The connections that a revision's tools are of, in the form in which agents attach them. */
export interface ToolSources {
  readonly integrations: readonly {
    readonly project_integration_id: string;
    readonly allowed_tool_ids: readonly string[];
  }[];
  readonly mcp_servers: readonly {
    readonly task_mcp_server_id: string;
    readonly allowed_tool_ids: readonly string[];
  }[];
}

type Naming = Pick<RevisionFields, 'integration_tool_ids' | 'task_mcp_tool_ids'>;
type WithTools = Naming & Pick<RevisionFields, 'tool_sources'>;

/** Whether the answer of a revision may call tools. */
export function callsTools({ tool_sources, tool_choice }: Pick<RevisionFields, 'tool_sources' | 'tool_choice'>) {
  return tool_sources !== null && tool_choice !== 'none';
}

/**
 * Finds where the tools come from that a revision names: each must be one of a connection that is authorized and that the
 * asker may use, since the task would use it for them. What the revision before named was named by somebody who might, and
 * need only be there still. Throws a 422, or a 403 where the asker sees the connection and may not use it.
 */
export async function sourcesOf(
  db: Executor,
  principal: Principal,
  named: Naming,
  before: WithTools | undefined,
): Promise<ToolSources | null> {
  if (named.integration_tool_ids.length + named.task_mcp_tool_ids.length === 0) return null;
  return {
    integrations: await integrationsOf(db, principal, named.integration_tool_ids, before),
    mcp_servers: await serversOf(db, principal, named.task_mcp_tool_ids, before),
  };
}

async function serversOf(
  db: Executor,
  principal: Principal,
  ids: readonly string[],
  before: WithTools | undefined,
): Promise<ToolSources['mcp_servers']> {
  const tools: McpToolRow[] = [];
  for (const [index, id] of ids.entries()) {
    const tool = await findMcpTool(db, principal.projectId, id);
    if (!tool) throw unknownTool('task_mcp_tool_ids', index);
    tools.push(tool);
  }
  const serverIds = [...new Set(tools.map((tool) => tool.server_id))];
  const servers = await findMcpServers(db, principal.projectId, serverIds);
  const grants = await getGrantsOn(db, principal, 'task_mcp_server', serverIds);
  for (const [index, tool] of tools.entries()) {
    if (before?.task_mcp_tool_ids.includes(tool.id)) continue;
    if (!mayUse(principal, grants, 'task_mcp_server', tool.server_id)) throw unknownTool('task_mcp_tool_ids', index);
    const server = servers.find(({ id }) => id === tool.server_id);
    const at = ['task_mcp_tool_ids', index];
    if (!server?.enabled) throw errors.invalid(at, taskProblems.server_disabled);
    if (server.auth_status === 'needs_authorization') throw errors.invalid(at, taskProblems.server_not_authorized);
    if (!isOffered(tool) || tool.pinned === null || unfitBecause(tool.pinned) !== undefined)
      throw errors.invalid(at, taskProblems.tool_not_offered);
  }
  return serverIds.map((id) => ({
    task_mcp_server_id: id,
    allowed_tool_ids: tools.filter((tool) => tool.server_id === id).map((tool) => tool.id),
  }));
}

/** A tool of an integration, as a revision names it. */
interface Found {
  readonly integration: IntegrationRow;
  readonly toolId: string;
}

async function integrationsOf(
  db: Executor,
  principal: Principal,
  ids: readonly string[],
  before: WithTools | undefined,
): Promise<ToolSources['integrations']> {
  if (ids.length === 0) return [];
  const all = await allIntegrations(db, principal.projectId);
  const grants = await getGrantsOn(
    db,
    principal,
    'integration',
    all.map(({ id }) => id),
  );
  const tools = await toolsOf(db, all, ids.map(toolIn));
  const has = ({ id }: IntegrationRow, toolId: string) =>
    tools.get(id)?.some(({ declared }) => declared.id === toolId) ?? false;
  const found = ids.map((named, index): Found => {
    const earlier = before?.integration_tool_ids.includes(named)
      ? before.tool_sources?.integrations.find(({ allowed_tool_ids: its }) => its.includes(toolIn(named)))
      : undefined;
    const among = all.filter((row) => has(row, toolIn(named)) && isMeant(named, row));
    const kept = among.find(({ id }) => id === earlier?.project_integration_id && isMeant(named, { id }));
    if (kept) return { integration: kept, toolId: toolIn(named) };
    const integration = theOne(principal, grants, among, index);
    checkUsable(integration, toolIn(named), index);
    return { integration, toolId: toolIn(named) };
  });
  return [...new Set(found.map(({ integration }) => integration.id))].map((id) => ({
    project_integration_id: id,
    allowed_tool_ids: found.flatMap(({ integration, toolId }) => (integration.id === id ? toolId : [])),
  }));
}

const QUALIFIED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.+)$/i;

/** The tool's own id in what names it. */
const toolIn = (named: string): string => QUALIFIED.exec(named)?.[2] ?? named;

/** Whether what names a tool speaks of this integration, or of none. */
function isMeant(named: string, { id }: Pick<IntegrationRow, 'id'>): boolean {
  const own = QUALIFIED.exec(named)?.[1];
  return own === undefined || own.toLowerCase() === id;
}

/** The only integration that is meant and that the asker may use. */
function theOne(
  principal: Principal,
  grants: GetGrants,
  among: readonly IntegrationRow[],
  index: number,
): IntegrationRow {
  const seen = among.filter(({ id }) => sees(grants, 'integration', id));
  const usable = seen.filter(({ id }) => hasPermission(grants(id), 'integration:use'));
  const [one, other] = usable;
  if (one && other) throw errors.invalid(['integration_tool_ids', index], taskProblems.ambiguous_tool);
  if (one) return one;
  const [forbidden] = seen;
  if (forbidden) mayUse(principal, grants, 'integration', forbidden.id);
  throw unknownTool('integration_tool_ids', index);
}

function checkUsable({ type, config, status }: IntegrationRow, toolId: string, index: number): void {
  const at = ['integration_tool_ids', index];
  if (status !== 'authorized') throw errors.invalid(at, taskProblems.integration_not_authorized);
  if (!isEnabled(type, config, toolId)) throw errors.invalid(at, taskProblems.tool_disabled);
}

/** Whether the asker may use a connection; false where they can't know of it. Throws a 403 where they see it only. */
function mayUse(
  { subject }: Principal,
  grants: GetGrants,
  type: 'integration' | 'task_mcp_server',
  id: string,
): boolean {
  if (hasPermission(grants(id), `${type}:use`)) return true;
  if (sees(grants, type, id)) throw accessErrors.permissionCheckFailed(subject, { type, id }, 'use');
  return false;
}

/** Whether somebody's roles let them know of a connection, whatever their credential was cut down to. */
function sees(grants: GetGrants, type: 'integration' | 'task_mcp_server', id: string): boolean {
  return hasPermission({ ...grants(id), scopes: null }, `${type}:view` as Permission);
}

function unknownTool(field: keyof Naming, index: number): Error {
  const resource = field === 'task_mcp_tool_ids' ? 'mcp_tool' : 'integration_tool';
  return errors.invalid([field, index], commonProblems.unknown_resource({ resource }));
}

/** Checks that the models of a revision can call what it names. Throws a 422 on the first thing they can't. */
export async function checkToolUse(models: ModelCatalogue, revision: RevisionFields): Promise<void> {
  const { tool_choice: choice, tool_sources: sources, output_modality: modality } = revision;
  if (sources === null) {
    if (choice === 'required') throw errors.invalid('tool_choice', taskProblems.tool_choice_without_tools);
    return;
  }
  const field = revision.task_mcp_tool_ids.length > 0 ? 'task_mcp_tool_ids' : 'integration_tool_ids';
  if (mediaOf(modality) !== undefined) throw errors.invalid(field, taskProblems.tools_not_used({ modality }));
  for (const name of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[name];
    const model = id === null ? undefined : models.find(id);
    if (!model) continue;
    if (!model.supports_tools) throw errors.invalid(name, taskProblems.tools_not_supported({ model: model.name }));
    const { llm_config: first, fallback_llm_config: own } = revision;
    const settings = name === 'llm_model_id' ? settingsOf(first) : fallbackSettings(own, first);
    const at = name === 'llm_model_id' || own === null ? 'llm_config' : 'fallback_llm_config';
    await checkSettings(model, at, { ...settings }, true);
    if (choice === 'required' && !(await canBeHeldToTools(model, settings)))
      throw errors.invalid('tool_choice', taskProblems.tool_choice_not_supported({ model: model.name }));
  }
}
