/** Validation of listed tools. An invalid tool does not affect the others. */

import { removeHiddenCharacters } from '../../../platform/hidden-text.ts';
import { isDeeperThan, isRecord } from '../../../platform/json-schema.ts';
import type { Message } from '../../../platform/messages.ts';
import { mcpToolFailures } from '../../failures.ts';
import { toShortText, toVisibleText } from '../../visible-text.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TOOL_SCHEMA_DEPTH, MAX_TOOL_SCHEMA_LENGTH } from './limits.ts';
import type { McpTool } from './types.ts';

const MAX_NAME_LENGTH = 128;
/** Names that are special in JavaScript objects. */
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
/** Hints defined by the protocol. Others are dropped. */
const HINT_NAMES = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/** A tool that breaks a rule, with its name as far as it can be shown. */
interface InvalidTool {
  readonly name: string;
  readonly problem: Message;
}

/** Reads one entry of a list of tools. `taken` holds the names of the entries before it. */
export function readTool(entry: unknown, taken: { has(name: string): boolean }): McpTool | InvalidTool {
  if (!isRecord(entry)) return { name: '', problem: mcpToolFailures.mcp_tool_not_object };
  const { name } = entry;
  if (typeof name !== 'string') return { name: '', problem: mcpToolFailures.mcp_tool_without_name };
  const { outputSchema } = entry;
  const problem =
    findNameProblem(name, taken) ??
    findSchemaProblem('inputSchema', entry.inputSchema) ??
    (outputSchema === undefined ? undefined : findSchemaProblem('outputSchema', outputSchema));
  if (problem !== undefined) return { name: toShortText(name, MAX_NAME_LENGTH), problem };
  return {
    name,
    ...toTextField('title', entry.title),
    ...toTextField('description', entry.description),
    inputSchema: toVisibleSchema(entry.inputSchema) as McpTool['inputSchema'],
    ...(outputSchema === undefined ? {} : { outputSchema: toVisibleSchema(outputSchema) as McpTool['inputSchema'] }),
    ...readHints(entry.annotations),
    ...readTaskSupport(entry.execution),
  };
}

function findNameProblem(name: string, taken: { has(name: string): boolean }): Message | undefined {
  if (name.trim() === '') return mcpToolFailures.mcp_tool_without_name;
  if (name.length > MAX_NAME_LENGTH) return mcpToolFailures.mcp_tool_name_too_long({ limit: MAX_NAME_LENGTH });
  if (name.includes(' ')) return mcpToolFailures.mcp_tool_name_with_space;
  if (toVisibleText(name) !== name || /\s/u.test(name)) return mcpToolFailures.mcp_tool_name_hidden;
  if (RESERVED_NAMES.has(name)) return mcpToolFailures.mcp_tool_name_reserved;
  return taken.has(name) ? mcpToolFailures.mcp_tool_name_taken : undefined;
}

function findSchemaProblem(field: string, schema: unknown): Message | undefined {
  if (!isRecord(schema)) return mcpToolFailures.mcp_tool_schema_not_object({ field });
  // Checks the depth first: JSON.stringify fails on very deep values.
  if (isDeeperThan(schema, MAX_TOOL_SCHEMA_DEPTH))
    return mcpToolFailures.mcp_tool_schema_too_deep({ field, limit: MAX_TOOL_SCHEMA_DEPTH });
  if (JSON.stringify(schema).length > MAX_TOOL_SCHEMA_LENGTH)
    return mcpToolFailures.mcp_tool_schema_too_long({ field, limit: MAX_TOOL_SCHEMA_LENGTH });
  return hasHiddenText(schema) ? mcpToolFailures.mcp_tool_schema_hidden({ field }) : undefined;
}

/** Keywords of a schema that hold prose. */
const PROSE_KEYWORDS = new Set(['title', 'description', '$comment']);

/** Whether names or values contain invisible characters. Removing them would change the meaning. */
function hasHiddenText(schema: unknown): boolean {
  if (typeof schema === 'string') return hasHiddenCharacters(schema);
  if (Array.isArray(schema)) return schema.some(hasHiddenText);
  if (!isRecord(schema)) return false;
  return Object.entries(schema).some(
    ([key, value]) =>
      hasHiddenCharacters(key) || (!(PROSE_KEYWORDS.has(key) && typeof value === 'string') && hasHiddenText(value)),
  );
}

/** Ignores the invisible characters of line breaks and emoji. */
function hasHiddenCharacters(text: string): boolean {
  return removeHiddenCharacters(text.replaceAll('\r', '')).removedCount > 0;
}

/** Removes invisible characters from the prose of a schema. */
function toVisibleSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toVisibleSchema);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      PROSE_KEYWORDS.has(key) && typeof value === 'string' ? toVisibleText(value) : toVisibleSchema(value),
    ]),
  );
}

function toProse(text: string): string {
  return toVisibleText(text).slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed();
}

function toTextField<K extends string>(key: K, value: unknown): { readonly [P in K]?: string } {
  if (typeof value !== 'string' || value === '') return {};
  return { [key]: toProse(value) } as { readonly [P in K]?: string };
}

/** Optional task support is not used. */
function readTaskSupport(execution: unknown): Pick<McpTool, 'taskSupport'> {
  return isRecord(execution) && execution.taskSupport === 'required' ? { taskSupport: 'required' } : {};
}

function readHints(given: unknown): Pick<McpTool, 'annotations'> {
  if (!isRecord(given)) return {};
  const hints = HINT_NAMES.flatMap((name): [string, string | boolean][] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === 'boolean') return [[name, value]];
    return typeof value === 'string' ? [[name, toProse(value)]] : [];
  });
  return hints.length === 0 ? {} : { annotations: Object.fromEntries(hints) };
}
