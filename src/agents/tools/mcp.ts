import Type from 'typebox';
import type { McpTool } from '../../connections/mcp-servers/client/types.ts';
import { findIncompatibility, isOffered } from '../../connections/mcp-servers/definition.ts';
import { findMcpServer, findMcpServers, type McpServerRow } from '../../connections/mcp-servers/queries.ts';
import { listExposedMcpTools, listMcpServerTools, type McpToolRow } from '../../connections/mcp-servers/tools.ts';
import { toToolPrefix } from '../../connections/tool-names.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { commonProblems } from '../../platform/problems.ts';
import { Id, Nullable } from '../../platform/schemas.ts';
import { agentProblems } from '../problems.ts';
import { isAllowedSubset, type LoadedTool, type Tool, type ToolKind, type ToolName } from './kind.ts';

/** An MCP server of an agent, with all of its enabled tools or some of them. */
interface McpAttachment {
  readonly task_mcp_server_id: string;
  readonly allowed_tool_ids: readonly string[] | null;
}

/** A tool of an MCP server, as last discovered. */
export interface McpServerTool extends Tool {
  readonly targetId: string;
  readonly server: McpServerRow;
  readonly tool: McpToolRow;
}

const MAX_ALLOWED_TOOLS = 500;

/** Tools of the project's MCP servers, under stable names. Only tools that a person allowed are offered. */
export const mcpTools: ToolKind<'mcp', 'mcp_servers', McpAttachment> = {
  type: 'mcp',
  field: 'mcp_servers',
  input: Type.Object({
    task_mcp_server_id: Id,
    allowed_tool_ids: Type.Union([Type.Array(Id, { maxItems: MAX_ALLOWED_TOOLS }), Type.Null()], {
      default: null,
      description: 'IDs of tools. Null allows all enabled tools, also future ones.',
    }),
  }),
  record: Type.Object({ task_mcp_server_id: Id, allowed_tool_ids: Nullable(Type.Array(Id)) }),
  maxItems: 50,
  initial: [],
  attaching: {
    type: 'task_mcp_server',
    usePermission: 'task_mcp_server:use',
    field: 'task_mcp_server_id',
    getId: (item) => item.task_mcp_server_id,
    isCovered: isAllowedSubset,
    exists: findMcpServer,
    async listNamePrefixes(db, projectId, item) {
      const server = item.allowed_tool_ids === null && (await findMcpServer(db, projectId, item.task_mcp_server_id));
      return server ? [toToolPrefix(server.slug), `${server.name}/`] : [];
    },
  },
  invokedField: 'mcp_tools_invoked',
  searched: true,
  async check(db, projectId, items) {
    const names: ToolName[] = [];
    const found: ValidationError[] = [];
    for (const [index, { server, tools, item }] of (await loadAttached(db, projectId, items)).entries()) {
      const reject = (field: readonly (string | number)[], problem: Problem) =>
        found.push(errors.invalid(['mcp_servers', index, ...field], problem));
      if (!server) {
        reject(['task_mcp_server_id'], commonProblems.unknown_resource({ resource: 'task_mcp_server' }));
        continue;
      }
      if (items.findIndex((other) => other.task_mcp_server_id === item.task_mcp_server_id) !== index)
        reject(['task_mcp_server_id'], commonProblems.duplicate_item);
      const ids = new Set(tools.map((tool) => tool.id));
      for (const [position, id] of (item.allowed_tool_ids ?? []).entries())
        if (!ids.has(id)) reject(['allowed_tool_ids', position], agentProblems.unknown_tool_of_server);
      names.push(...toNames(server, tools, item));
    }
    throwProblems(found);
    return names;
  },
  addProvided(found, own) {
    const servers = found.filter((one) => one.target_type === 'task_mcp_server' && one.target_id !== null);
    const ids = new Set(servers.flatMap((one) => one.target_id ?? []));
    const others = [...ids].filter((id) => !own.some((item) => item.task_mcp_server_id === id));
    return others.map((id) => {
      const needed = servers.filter((one) => one.target_id === id);
      const isWhole = needed.some((one) => one.dependency.type === 'mcp_server');
      return { task_mcp_server_id: id, allowed_tool_ids: isWhole ? null : needed.flatMap((one) => one.tool_id ?? []) };
    });
  },
  async listExposed(db, projectId, limit) {
    const byServer = Map.groupBy(await listExposedMcpTools(db, projectId, limit), ({ server_id }) => server_id);
    return [...byServer].map(([id, tools]) => toMcpItem(id, tools));
  },
  async load(db, projectId, items) {
    const found = await loadAttached(db, projectId, items);
    return found.flatMap(({ server, tools, item }) =>
      server?.enabled ? tools.filter((tool) => isAllowed(tool, item)).flatMap((tool) => toTools(server, tool)) : [],
    );
  },
};

/** Returns the item of some tools of a server. */
export function toMcpItem(serverId: string, tools: readonly Pick<McpToolRow, 'id'>[]): McpAttachment {
  return { task_mcp_server_id: serverId, allowed_tool_ids: tools.map(({ id }) => id) };
}

/** Loads the server and tools of each item, in order. No server if it is gone. */
async function loadAttached(db: Executor, projectId: string, items: readonly McpAttachment[]) {
  const ids = items.map((item) => item.task_mcp_server_id);
  const [servers, tools] = await Promise.all([findMcpServers(db, projectId, ids), listMcpServerTools(db, ids)]);
  return items.map((item) => ({
    item,
    server: servers.find(({ id }) => id === item.task_mcp_server_id),
    tools: tools.filter((tool) => tool.server_id === item.task_mcp_server_id),
  }));
}

function isAllowed(tool: McpToolRow, { allowed_tool_ids: ids }: McpAttachment): boolean {
  return ids === null || ids.includes(tool.id);
}

/** Returns the names of a server's tools for rules, including tools that are disabled or not discovered yet. */
function toNames(server: McpServerRow, tools: readonly McpToolRow[], item: McpAttachment): ToolName[] {
  if (tools.length === 0) return [{ baseName: toToolPrefix(server.slug), aliases: [`${server.name}/`] }];
  return tools.filter((tool) => isAllowed(tool, item)).map((tool) => toName(server, tool));
}

function toName(server: McpServerRow, tool: McpToolRow): ToolName {
  return { baseName: tool.offered_name, aliases: [`${server.name}/${tool.tool_name}`] };
}

/** Whether a tool says what its calls do. */
function statesEffect({ annotations = {} }: McpTool): boolean {
  return annotations.readOnlyHint !== undefined || annotations.destructiveHint !== undefined;
}

function toTools(server: McpServerRow, tool: McpToolRow): LoadedTool<McpServerTool>[] {
  const { pinned, pinned_digest: digest } = tool;
  if (!isOffered(tool) || pinned === null || digest === null || findIncompatibility(pinned) !== undefined) return [];
  const { $schema: _, ...parameters } = pinned.inputSchema;
  return [
    {
      ...toName(server, tool),
      type: 'mcp' as const,
      description: tool.description ?? pinned.description ?? `The tool ${tool.tool_name} of ${server.name}.`,
      parameters: { type: 'object', properties: {}, ...parameters },
      targetId: tool.id,
      attachedId: server.id,
      definition: digest,
      // The server's own hints do not count.
      sideEffects: () => !tool.read_only,
      isEffectUnstated: statesEffect(pinned) ? undefined : true,
      server,
      tool,
    },
  ];
}
