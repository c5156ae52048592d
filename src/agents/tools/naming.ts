import { hasAsciiWord, transliterate } from '../../platform/ascii.ts';
import { type AnyKind, type AttachedTools, getItems, TOOL_KINDS } from './index.ts';
import type { LoadedTool, Tool, ToolName } from './kind.ts';
import { searchTool } from './search-tool.ts';

/** Returns the platform's own tools for the items of a revision. Their names are reserved. */
export function getOwnTools(attached: AttachedTools): readonly Tool[] {
  return TOOL_KINDS.some((kind) => kind.searched && getItems(kind, attached).length > 0) ? [searchTool] : [];
}

/** Gives a tool its unique name and its names for policies. */
export function withNames(
  { baseName: _, aliases: __, ...tool }: LoadedTool,
  name: string,
  names: readonly string[],
): Tool {
  return { ...tool, name, names };
}

/** Completes the name of a tool. */
export const toToolName = (called: string | ToolName): ToolName =>
  typeof called === 'string' ? { baseName: called } : called;

const RESERVED = new Set(TOOL_KINDS.flatMap((kind) => kind.reserved ?? []));

/**
 * Assigns the names for policies: first a unique one that providers accept, then the original ones. A reserved name
 * belongs to one tool only.
 */
export function assignNames(
  { baseName, aliases = [] }: ToolName,
  kind: Pick<AnyKind, 'type' | 'reserved'>,
  taken: Set<string>,
): string[] {
  if (kind.reserved?.includes(baseName)) return [baseName];
  const ascii = transliterate(baseName)
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .slice(0, 60);
  const base = hasAsciiWord(ascii) ? ascii : kind.type;
  let name = base;
  for (let n = 2; taken.has(name) || RESERVED.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return [name, ...new Set([baseName, ...aliases].filter((other) => other !== name && !RESERVED.has(other)))];
}
