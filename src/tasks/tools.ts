import { accessErrors } from '../access/errors.ts';
import { hasPermission, type Permission } from '../access/permissions.ts';
import { type GetGrants, getGrantsOn, type Principal } from '../access/principal-grants.ts';
import { getIntegrationTools, type IntegrationRow, listAllIntegrations } from '../connections/integrations/queries.ts';
import { isEnabled } from '../connections/integrations/tools.ts';
import { findIncompatibility, isOffered } from '../connections/mcp-servers/definition.ts';
import { findMcpServers } from '../connections/mcp-servers/queries.ts';
import { findMcpTool, type McpToolRow } from '../connections/mcp-servers/tools.ts';
import type { Executor } from '../platform/db/client.ts';
import { errors } from '../platform/errors.ts';
import type { ModelCatalog } from '../platform/models/catalog.ts';
import { supportsRequiredTools } from '../platform/models/probe.ts';
import { assertSettings, getFallbackSettings, toModelSettings } from '../platform/models/settings.ts';
import { commonProblems } from '../platform/problems.ts';
import { findMediaKind } from './model-capabilities.ts';
import { taskProblems } from './problems.ts';
import type { RevisionFields } from './queries.ts';

/** Connections of a revision's tools, in the format of agents' attachments. */
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

type ToolNames = Pick<RevisionFields, 'integration_tool_ids' | 'task_mcp_tool_ids'>;
type ToolFields = ToolNames & Pick<RevisionFields, 'tool_sources'>;

/** Returns whether a revision can call tools. */
export function canCallTools({ tool_sources, tool_choice }: Pick<RevisionFields, 'tool_sources' | 'tool_choice'>) {
  return tool_sources !== null && tool_choice !== 'none';
}

/**
 * Resolves the connections of the tools that a revision names. New tools require an authorized connection that the
 * principal can use. Tools of the previous revision must only exist. Throws a 422, or a 403 for a visible connection
 * without use permission.
 */
export async function resolveToolSources(
  db: Executor,
  principal: Principal,
  named: ToolNames,
  base: ToolFields | undefined,
): Promise<ToolSources | null> {
  if (named.integration_tool_ids.length + named.task_mcp_tool_ids.length === 0) return null;
  return {
    integrations: await resolveIntegrations(db, principal, named.integration_tool_ids, base),
    mcp_servers: await resolveMcpServers(db, principal, named.task_mcp_tool_ids, base),
  };
}

async function resolveMcpServers(
  db: Executor,
  principal: Principal,
  ids: readonly string[],
  base: ToolFields | undefined,
): Promise<ToolSources['mcp_servers']> {
  const tools: McpToolRow[] = [];
  for (const [index, id] of ids.entries()) {
    const tool = await findMcpTool(db, principal.projectId, id);
    if (!tool) throw createUnknownToolError('task_mcp_tool_ids', index);
    tools.push(tool);
  }
  const serverIds = [...new Set(tools.map((tool) => tool.server_id))];
  const servers = await findMcpServers(db, principal.projectId, serverIds);
  const grants = await getGrantsOn(db, principal, 'task_mcp_server', serverIds);
  for (const [index, tool] of tools.entries()) {
    if (base?.task_mcp_tool_ids.includes(tool.id)) continue;
    if (!assertVisibleUsable(principal, grants, 'task_mcp_server', tool.server_id))
      throw createUnknownToolError('task_mcp_tool_ids', index);
    const server = servers.find(({ id }) => id === tool.server_id);
    const at = ['task_mcp_tool_ids', index];
    if (!server?.enabled) throw errors.invalid(at, taskProblems.server_disabled);
    if (server.auth_status === 'needs_authorization') throw errors.invalid(at, taskProblems.server_not_authorized);
    if (!isOffered(tool) || tool.pinned === null || findIncompatibility(tool.pinned) !== undefined)
      throw errors.invalid(at, taskProblems.tool_not_offered);
  }
  return serverIds.map((id) => ({
    task_mcp_server_id: id,
    allowed_tool_ids: tools.filter((tool) => tool.server_id === id).map((tool) => tool.id),
  }));
}

/** A tool of an integration named by a revision. */
interface ResolvedTool {
  readonly integration: IntegrationRow;
  readonly toolId: string;
}

async function resolveIntegrations(
  db: Executor,
  principal: Principal,
  ids: readonly string[],
  base: ToolFields | undefined,
): Promise<ToolSources['integrations']> {
  if (ids.length === 0) return [];
  const all = await listAllIntegrations(db, principal.projectId);
  const grants = await getGrantsOn(
    db,
    principal,
    'integration',
    all.map(({ id }) => id),
  );
  const tools = await getIntegrationTools(db, all, ids.map(toToolId));
  const has = ({ id }: IntegrationRow, toolId: string) =>
    tools.get(id)?.some(({ declared }) => declared.id === toolId) ?? false;
  const found = ids.map((named, index): ResolvedTool => {
    const earlier = base?.integration_tool_ids.includes(named)
      ? base.tool_sources?.integrations.find(({ allowed_tool_ids: toolIds }) => toolIds.includes(toToolId(named)))
      : undefined;
    const candidates = all.filter((row) => has(row, toToolId(named)) && matchesIntegration(named, row));
    const current = candidates.find(
      ({ id }) => id === earlier?.project_integration_id && matchesIntegration(named, { id }),
    );
    if (current) return { integration: current, toolId: toToolId(named) };
    const integration = selectIntegration(principal, grants, candidates, index);
    assertToolUsable(integration, toToolId(named), index);
    return { integration, toolId: toToolId(named) };
  });
  return [...new Set(found.map(({ integration }) => integration.id))].map((id) => ({
    project_integration_id: id,
    allowed_tool_ids: found.flatMap(({ integration, toolId }) => (integration.id === id ? toolId : [])),
  }));
}

const QUALIFIED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.+)$/i;

/** Returns the tool's own ID in a qualified name. */
const toToolId = (named: string): string => QUALIFIED.exec(named)?.[2] ?? named;

/** Returns whether a name refers to this integration, or to none. */
function matchesIntegration(named: string, { id }: Pick<IntegrationRow, 'id'>): boolean {
  const own = QUALIFIED.exec(named)?.[1];
  return own === undefined || own.toLowerCase() === id;
}

/** Returns the only matching integration that the principal can use. */
function selectIntegration(
  principal: Principal,
  grants: GetGrants,
  candidates: readonly IntegrationRow[],
  index: number,
): IntegrationRow {
  const visible = candidates.filter(({ id }) => canSee(grants, 'integration', id));
  const usable = visible.filter(({ id }) => hasPermission(grants(id), 'integration:use'));
  const [one, other] = usable;
  if (one && other) throw errors.invalid(['integration_tool_ids', index], taskProblems.ambiguous_tool);
  if (one) return one;
  const [forbidden] = visible;
  if (forbidden) assertVisibleUsable(principal, grants, 'integration', forbidden.id);
  throw createUnknownToolError('integration_tool_ids', index);
}

function assertToolUsable({ type, config, status }: IntegrationRow, toolId: string, index: number): void {
  const at = ['integration_tool_ids', index];
  if (status !== 'authorized') throw errors.invalid(at, taskProblems.integration_not_authorized);
  if (!isEnabled(type, config, toolId)) throw errors.invalid(at, taskProblems.tool_disabled);
}

/**
 * Returns whether the principal can use a connection. False if they cannot see it. Throws a 403 if they can only see
 * it.
 */
function assertVisibleUsable(
  { subject }: Principal,
  grants: GetGrants,
  type: 'integration' | 'task_mcp_server',
  id: string,
): boolean {
  if (hasPermission(grants(id), `${type}:use`)) return true;
  if (canSee(grants, type, id)) throw accessErrors.permissionCheckFailed(subject, { type, id }, 'use');
  return false;
}

/** Returns whether the principal's roles allow viewing a connection, regardless of the credential's scopes. */
function canSee(grants: GetGrants, type: 'integration' | 'task_mcp_server', id: string): boolean {
  return hasPermission({ ...grants(id), scopes: null }, `${type}:view` as Permission);
}

function createUnknownToolError(field: keyof ToolNames, index: number): Error {
  const resource = field === 'task_mcp_tool_ids' ? 'mcp_tool' : 'integration_tool';
  return errors.invalid([field, index], commonProblems.unknown_resource({ resource }));
}

/** Checks that the models of a revision support the named tools. Throws a 422 for the first mismatch. */
export async function assertToolUse(models: ModelCatalog, revision: RevisionFields): Promise<void> {
  const { tool_choice: choice, tool_sources: sources, output_modality: modality } = revision;
  if (sources === null) {
    if (choice === 'required') throw errors.invalid('tool_choice', taskProblems.tool_choice_without_tools);
    return;
  }
  const field = revision.task_mcp_tool_ids.length > 0 ? 'task_mcp_tool_ids' : 'integration_tool_ids';
  if (findMediaKind(modality) !== undefined) throw errors.invalid(field, taskProblems.tools_not_used({ modality }));
  for (const name of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[name];
    const model = id === null ? undefined : models.find(id);
    if (!model) continue;
    if (!model.supports_tools) throw errors.invalid(name, taskProblems.tools_not_supported({ model: model.name }));
    const { llm_config: first, fallback_llm_config: own } = revision;
    const settings = name === 'llm_model_id' ? toModelSettings(first) : getFallbackSettings(own, first);
    const at = name === 'llm_model_id' || own === null ? 'llm_config' : 'fallback_llm_config';
    await assertSettings(model, at, { ...settings }, true);
    if (choice === 'required' && !(await supportsRequiredTools(model, settings)))
      throw errors.invalid('tool_choice', taskProblems.tool_choice_not_supported({ model: model.name }));
  }
}
