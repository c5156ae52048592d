import { Bot, Globe, Library, type LucideIcon, Plug, Sparkles, SquareCheckBig, Wrench } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import type { AttachmentKind } from './draft.ts';

/** Built-in tools. */
export const BUILTIN_TOOLS = ['calculator', 'current_time', 'http_request'] as const;

/** Kinds of items that an agent can use. */
export type ItemKind = 'builtin_tools' | AttachmentKind;

/** Kinds of the section for tools. Collections have a section of their own. */
export const TOOL_ITEM_KINDS = [
  'builtin_tools',
  'mcp_servers',
  'integrations',
  'task_tools',
  'agent_tools',
  'skills',
] as const satisfies readonly ItemKind[];

export const KIND_ICONS: Readonly<Record<ItemKind, LucideIcon>> = {
  builtin_tools: Wrench,
  mcp_servers: Plug,
  integrations: Globe,
  task_tools: SquareCheckBig,
  agent_tools: Bot,
  skills: Sparkles,
  collections: Library,
};

export const getKindName = (kind: ItemKind): string =>
  kind === 'builtin_tools' ? w.agents.builtinKind : w.agents.kindNames[kind];
