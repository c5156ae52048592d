import { digestJson } from '../../platform/digest.ts';
import { isRecord } from '../../platform/json-schema.ts';
import type { Message } from '../../platform/messages.ts';
import { mcpToolFailures } from '../failures.ts';
import type { McpTool } from './client/types.ts';
import type { McpToolStatus } from './tables.ts';

/** Rules for tool definitions. They need no database. */

/** Returns the digest of everything that models or users see of a definition. */
export function computeDefinitionDigest({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
  taskSupport,
}: McpTool): string {
  return digestJson({ name, title, description, inputSchema, outputSchema, annotations, taskSupport });
}

/** The fields of a tool that a listing changes. */
interface ToolState {
  readonly enabled: boolean;
  readonly status: McpToolStatus;
  readonly pinned_digest: string | null;
  readonly listed_digest: string | null;
}

/**
 * Returns the state of a tool after a listing. `found` is the digest of the listed definition, if any. Only an allowed
 * definition is active; a changed one is blocked until it returns or a user allows it.
 */
export function applyListing(tool: ToolState, found: string | undefined): ToolState {
  if (found === undefined) return { ...tool, status: 'gone' };
  const known = { ...tool, listed_digest: found };
  if (tool.pinned_digest === null) return { ...known, status: 'new', enabled: false };
  return { ...known, status: tool.pinned_digest === found ? 'active' : 'changed' };
}

/**
 * Whether models are offered a tool. A changed tool is offered with its old definition, and its calls wait for
 * acceptance.
 */
export function isOffered({ enabled, status }: Pick<ToolState, 'enabled' | 'status'>): boolean {
  return enabled && (status === 'active' || status === 'changed');
}

/** Whether records show the tool as enabled. A changed tool is not, so that enabling it is a decision. */
export function isShownEnabled({ enabled, status }: Pick<ToolState, 'enabled' | 'status'>): boolean {
  return enabled && status !== 'changed';
}

const COMBINING_KEYWORDS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Returns why models cannot be offered a tool. Undefined if they can. */
export function findIncompatibility({ inputSchema }: Pick<McpTool, 'inputSchema'>): Message | undefined {
  const keyword = COMBINING_KEYWORDS.find((word) => Object.hasOwn(inputSchema, word));
  if (keyword !== undefined) return mcpToolFailures.mcp_tool_combined_schema({ keyword: keyword });
  if (inputSchema.type !== undefined && inputSchema.type !== 'object') return mcpToolFailures.mcp_tool_schema_type;
  if (inputSchema.properties !== undefined && !isRecord(inputSchema.properties))
    return mcpToolFailures.mcp_tool_properties;
  return undefined;
}
