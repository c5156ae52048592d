import type { Executor } from '../../platform/db/client.ts';
import type { ToolType } from '../tables.ts';
import { agentTools } from './agent.ts';
import { builtinTools } from './builtin.ts';
import { collectionTools } from './collection.ts';
import { integrationTools } from './integration.ts';
import { FORMATTER, type SkillRequirement, type ToolKind } from './kind.ts';
import { mcpTools } from './mcp.ts';
import { skillTools } from './skill.ts';
import { taskTools } from './task.ts';

/** All kinds of tools, in the order in which their tools are named and offered. */
const KINDS = [builtinTools, skillTools, taskTools, agentTools, mcpTools, integrationTools, collectionTools] as const;

type Kind = (typeof KINDS)[number];
/** Type of a tool kind, as approval rules name it. */
export type ToolKindType = Kind['type'];
/** Fields of a revision that attach tools, each with its items. */
export type AttachedTools = {
  [K in Kind as K['field']]: (K extends ToolKind<string, string, infer Item> ? Item : never)[];
};

/** A tool kind for generic code. */
export type AnyKind = ToolKind<ToolKindType, keyof AttachedTools, unknown>;
/** All kinds of tools. */
export const TOOL_KINDS: readonly AnyKind[] = KINDS;
/** Types of tools, as policies and records name them. */
export const TOOL_TYPES: readonly ToolKindType[] = KINDS.map((kind) => kind.type);

/** Type of a call of an unknown tool. */
export const NO_TOOL: ToolKindType = builtinTools.type;

/** Returns the items of a revision for a kind. */
export function getItems(kind: AnyKind, attached: AttachedTools): readonly unknown[] {
  return attached[kind.field];
}

/** Maps each tool kind to a value by its field. */
export function mapToolKinds<V>(getValue: (kind: AnyKind) => V): Record<keyof AttachedTools, V> {
  const values = TOOL_KINDS.map((kind) => [kind.field, getValue(kind)] as const);
  return Object.fromEntries(values) as Record<keyof AttachedTools, V>;
}

/** Returns the tool kind of a type. Calls of an output formatter belong to the kind that has formatters. */
export function getToolKind(type: ToolType): AnyKind {
  const kind = TOOL_KINDS.find((candidate) =>
    type === FORMATTER ? candidate.loadFormatter !== undefined : candidate.type === type,
  );
  if (!kind) throw new Error(`no kind of tools ${type}`);
  return kind;
}

/** Counts the steps of a sequential agent. */
export function countSteps(attached: AttachedTools): number {
  return TOOL_KINDS.reduce((sum, kind) => sum + (kind.assertSteps ? getItems(kind, attached).length : 0), 0);
}

/** Lists the current requirements of a revision's items. */
export async function listRequirements(
  db: Executor,
  projectId: string,
  attached: AttachedTools,
): Promise<SkillRequirement[]> {
  const requirements = await Promise.all(
    TOOL_KINDS.map((kind) => kind.listRequirements?.(db, projectId, getItems(kind, attached)) ?? []),
  );
  return requirements.flat();
}
