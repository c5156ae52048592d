/** What a server lists as a tool, held against the rules one by one: one that breaks them takes no other with it. */

import { removeHiddenCharacters } from '../../../platform/hidden-text.ts';
import { isDeeperThan, isRecord } from '../../../platform/json-schema.ts';
import type { Message } from '../../../platform/messages.ts';
import { mcpToolFailures } from '../../failures.ts';
import { DEEPEST_TOOL_SCHEMA, LONGEST_DESCRIPTION, LONGEST_TOOL_SCHEMA } from './limits.ts';
import type { McpTool } from './types.ts';
import { toldBriefly, visible } from './visible.ts';

const LONGEST_NAME = 128;
/** Names with a meaning in the language that objects are kept in. */
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
/** Hints of the protocol; a server may add whatever it likes. */
const HINTS = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/** A tool that breaks a rule, with its name as far as it can be shown. */
export interface InvalidTool {
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
    nameProblem(name, taken) ??
    schemaProblem('inputSchema', entry.inputSchema) ??
    (outputSchema === undefined ? undefined : schemaProblem('outputSchema', outputSchema));
  if (problem !== undefined) return { name: toldBriefly(name, LONGEST_NAME), problem };
  return {
    name,
    ...textOf('title', entry.title),
    ...textOf('description', entry.description),
    inputSchema: shownSchema(entry.inputSchema) as McpTool['inputSchema'],
    ...(outputSchema === undefined ? {} : { outputSchema: shownSchema(outputSchema) as McpTool['inputSchema'] }),
    ...hintsOf(entry.annotations),
    ...taskSupportOf(entry.execution),
  };
}

function nameProblem(name: string, taken: { has(name: string): boolean }): Message | undefined {
  if (name.trim() === '') return mcpToolFailures.mcp_tool_without_name;
  if (name.length > LONGEST_NAME) return mcpToolFailures.mcp_tool_name_too_long({ limit: LONGEST_NAME });
  if (name.includes(' ')) return mcpToolFailures.mcp_tool_name_with_space;
  if (visible(name) !== name || /\s/u.test(name)) return mcpToolFailures.mcp_tool_name_hidden;
  if (RESERVED_NAMES.has(name)) return mcpToolFailures.mcp_tool_name_reserved;
  return taken.has(name) ? mcpToolFailures.mcp_tool_name_taken : undefined;
}

function schemaProblem(field: string, schema: unknown): Message | undefined {
  if (!isRecord(schema)) return mcpToolFailures.mcp_tool_schema_not_object({ field });
  // Depth first: what is nested without bounds can't even be written out.
  if (isDeeperThan(schema, DEEPEST_TOOL_SCHEMA))
    return mcpToolFailures.mcp_tool_schema_too_deep({ field, limit: DEEPEST_TOOL_SCHEMA });
  if (JSON.stringify(schema).length > LONGEST_TOOL_SCHEMA)
    return mcpToolFailures.mcp_tool_schema_too_long({ field, limit: LONGEST_TOOL_SCHEMA });
  return hidesSomething(schema) ? mcpToolFailures.mcp_tool_schema_hidden({ field }) : undefined;
}

/** Words of a schema that are only read by people and models. */
const PROSE = new Set(['title', 'description', '$comment']);

/** Whether names or values have characters nobody sees; without them they would be other names and values. */
function hidesSomething(schema: unknown): boolean {
  if (typeof schema === 'string') return hides(schema);
  if (Array.isArray(schema)) return schema.some(hidesSomething);
  if (!isRecord(schema)) return false;
  return Object.entries(schema).some(
    ([key, value]) => hides(key) || (!(PROSE.has(key) && typeof value === 'string') && hidesSomething(value)),
  );
}

/** Ends of lines and emoji are written with characters that do not show, which say nothing else. */
function hides(text: string): boolean {
  return removeHiddenCharacters(text.replaceAll('\r', '')).removedCount > 0;
}

/** A schema with its prose as it shows. */
function shownSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shownSchema);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      PROSE.has(key) && typeof value === 'string' ? visible(value) : shownSchema(value),
    ]),
  );
}

function prose(text: string): string {
  return visible(text).slice(0, LONGEST_DESCRIPTION).toWellFormed();
}

function textOf<K extends string>(key: K, value: unknown): { readonly [P in K]?: string } {
  if (typeof value !== 'string' || value === '') return {};
  return { [key]: prose(value) } as { readonly [P in K]?: string };
}

/** Servers that may do without tasks are asked without. */
function taskSupportOf(execution: unknown): Pick<McpTool, 'taskSupport'> {
  return isRecord(execution) && execution.taskSupport === 'required' ? { taskSupport: 'required' } : {};
}

function hintsOf(given: unknown): Pick<McpTool, 'annotations'> {
  if (!isRecord(given)) return {};
  const hints = HINTS.flatMap((name): [string, string | boolean][] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === 'boolean') return [[name, value]];
    return typeof value === 'string' ? [[name, prose(value)]] : [];
  });
  return hints.length === 0 ? {} : { annotations: Object.fromEntries(hints) };
}
