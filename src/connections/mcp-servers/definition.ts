import { digestOf } from '../../platform/digest.ts';
import { isRecord } from '../../platform/json-schema.ts';
import type { Message } from '../../platform/messages.ts';
import { mcpToolFailures } from '../failures.ts';
import type { McpTool } from './client/types.ts';
import type { McpToolStatus } from './tables.ts';

/** Rules of tools and of what becomes of them; no database is needed. */

/** What tells a definition from every other: nothing that models or people are shown of a tool is left out. */
export function definitionDigest({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
  taskSupport,
}: McpTool): string {
  return digestOf({ name, title, description, inputSchema, outputSchema, annotations, taskSupport });
}

/** A tool as far as a listing can change it. */
export interface ToolState {
  readonly enabled: boolean;
  readonly status: McpToolStatus;
  readonly pinned_digest: string | null;
  readonly listed_digest: string | null;
}

/**
 * What becomes of a tool when its server is looked at: `found` is the digest of what the server has under its name, where
 * it has something. Only what a person allowed is active; what is not that any more is blocked until it is again, or until
 * a person allows what it has become.
 */
export function applyListing(tool: ToolState, found: string | undefined): ToolState {
  if (found === undefined) return { ...tool, status: 'gone' };
  const known = { ...tool, listed_digest: found };
  if (tool.pinned_digest === null) return { ...known, status: 'new', enabled: false };
  return { ...known, status: tool.pinned_digest === found ? 'active' : 'changed' };
}

/** Whether models are offered a tool; one that changed is, as it was: a call of it waits until the change is accepted. */
export function isOffered({ enabled, status }: Pick<ToolState, 'enabled' | 'status'>): boolean {
  return enabled && (status === 'active' || status === 'changed');
}

/** Whether records say that it is enabled: what changed is blocked, so that enabling it is a decision of its own. */
export function isShownEnabled({ enabled, status }: Pick<ToolState, 'enabled' | 'status'>): boolean {
  return enabled && status !== 'changed';
}

const COMBINING_KEYWORDS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Why models can't be offered a tool, as a sentence's end; undefined where they can. */
export function findIncompatibility({ inputSchema }: Pick<McpTool, 'inputSchema'>): Message | undefined {
  const keyword = COMBINING_KEYWORDS.find((word) => Object.hasOwn(inputSchema, word));
  if (keyword !== undefined) return mcpToolFailures.mcp_tool_combined_schema({ keyword: keyword });
  if (inputSchema.type !== undefined && inputSchema.type !== 'object') return mcpToolFailures.mcp_tool_schema_type;
  if (inputSchema.properties !== undefined && !isRecord(inputSchema.properties))
    return mcpToolFailures.mcp_tool_properties;
  return undefined;
}
