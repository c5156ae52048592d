/** Tools of a project's MCP server: the exposed tasks, agents and tools of its connections. */

import type { Permission } from '../access/permissions.ts';
import type { AttachedTools } from '../agents/tools/index.ts';
import { type IntegrationTool, toIntegrationItem } from '../agents/tools/integration.ts';
import type { Tool } from '../agents/tools/kind.ts';
import { loadExposedTools } from '../agents/tools/load.ts';
import { type McpServerTool, toMcpItem } from '../agents/tools/mcp.ts';
import type { TaskTool } from '../agents/tools/task.ts';
import type { Executor } from '../platform/db/client.ts';
import { cleanProse } from '../platform/hidden-text.ts';
import { isRecord, type JsonSchema } from '../platform/json-schema.ts';
import { toOutputSchema } from '../tasks/output-schema.ts';
import { listOptionalParams } from '../tasks/processors/index.ts';
import { findTaskRevision, type TaskRevisionRow } from '../tasks/queries.ts';
import { findLeadingRevision } from '../tasks/rules.ts';
import type { RunnableTask } from '../tasks/runnable.ts';
import { TARGETS, type TargetType } from './targets.ts';

/** Tool that returns the result of a run. No other tool gets its name. */
export const GET_RUN = 'get_run';

/** Maximum number of tools of each kind. Later ones are not exposed. */
const MAX_TOOLS_PER_KIND = 500;

const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** Resource that a call uses, with the permission that it requires. */
interface ToolTarget {
  readonly type: TargetType | 'task_mcp_server' | 'integration';
  readonly id: string;
  readonly permission: Permission;
}

/** A tool of the MCP server. */
export interface ExposedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Schema of a run's output. An empty one allows any value. */
  readonly outputSchema: JsonSchema;
  readonly target: ToolTarget;
  /** Item that attaches the tool of a connection, which a call runs without a model. */
  readonly attached?: Partial<AttachedTools>;
  /** Set for the tool of a public task: every user can run it. */
  readonly isPublished: boolean;
}

/** Lists the tools of a project in a stable order. Their names do not depend on the caller. */
export async function listExposedTools(db: Executor, projectId: string): Promise<ExposedTool[]> {
  const tools = await loadExposedTools(db, projectId, MAX_TOOLS_PER_KIND, [GET_RUN]);
  const exposed = await Promise.all(
    tools.map((tool) => {
      if (tool.type === 'task') return toTaskTool(db, tool as TaskTool);
      if (tool.type === 'mcp') return toServerTool(tool as McpServerTool);
      return tool.type === 'integration' ? toIntegrationTool(tool as IntegrationTool) : toAgentTool(tool);
    }),
  );
  return exposed.filter((tool) => tool !== undefined);
}

/** Converts a task. Undefined for one that requires an image, which a call cannot carry. */
async function toTaskTool(db: Executor, tool: TaskTool): Promise<ExposedTool | undefined> {
  const { task } = tool;
  const leadingId = findLeadingRevision(task.active);
  const leading = leadingId === undefined ? undefined : await findTaskRevision(db, leadingId);
  if (leading?.image_required) return undefined;
  const optional = leading ? listOptionalParams(leading.input_processors) : [];
  const variables = leading?.input_params ?? [];
  return {
    ...toCommon(tool),
    inputSchema: { ...tool.parameters, required: variables.filter((name) => !optional.includes(name)) },
    outputSchema: leading ? toTaskOutputSchema(task, leading) : {},
    target: { type: 'task', id: task.id, permission: TARGETS.task.permission },
    isPublished: task.published,
  };
}

/** Returns the schema of a task's output. Several active revisions may return different outputs. */
function toTaskOutputSchema({ active }: RunnableTask, { output_format: format }: TaskRevisionRow): JsonSchema {
  if (active.length > 1) return {};
  return format === null ? { type: 'string' } : toOutputSchema(format);
}

function toAgentTool(tool: Tool): ExposedTool {
  const { properties, ...parameters } = tool.parameters as { readonly properties: Record<string, unknown> };
  const session_id = {
    type: 'string',
    pattern: UUID_PATTERN,
    description: 'session to continue, from an earlier result; omit it for a new one',
  };
  return {
    ...toCommon(tool),
    inputSchema: { ...parameters, properties: { ...properties, session_id } },
    outputSchema: { type: 'string' },
    target: { type: 'task_agent', id: tool.targetId ?? '', permission: TARGETS.task_agent.permission },
    isPublished: false,
  };
}

function toServerTool(tool: McpServerTool): ExposedTool {
  return {
    ...toCommon(tool),
    inputSchema: omitHeaderNames(tool.parameters) as JsonSchema,
    outputSchema: { type: 'string' },
    target: { type: 'task_mcp_server', id: tool.server.id, permission: 'task_mcp_server:use' },
    attached: { mcp_servers: [toMcpItem(tool.server.id, [tool.tool])] },
    isPublished: false,
  };
}

/** Annotation with which a server requires an argument in a header too. Its own address checks that, not this one. */
const HEADER_NAME = 'x-mcp-header';

function omitHeaderNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(omitHeaderNames);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== HEADER_NAME || typeof value !== 'string');
  return Object.fromEntries(entries.map(([key, value]) => [key, omitHeaderNames(value)]));
}

function toIntegrationTool(tool: IntegrationTool): ExposedTool {
  const { integration, declared } = tool;
  return {
    ...toCommon(tool),
    inputSchema: tool.parameters,
    outputSchema: { type: 'string' },
    target: { type: 'integration', id: integration.id, permission: 'integration:use' },
    attached: { integrations: [toIntegrationItem(integration.id, [declared.id])] },
    isPublished: false,
  };
}

/** Returns name and description without characters that people cannot see. */
function toCommon({ name, description }: Tool): Pick<ExposedTool, 'name' | 'description'> {
  return { name, description: cleanProse(description).text };
}
