import { TOOL_KINDS, type ToolKindType } from '../../../src/agents/tools/index.ts';
import { FORMATTER, type Tool } from '../../../src/agents/tools/kind.ts';
import { agentCalls } from './agent.ts';
import { builtinCalls } from './builtin.ts';
import { collectionCalls } from './collection.ts';
import { integrationCalls } from './integration.ts';
import type { ToolExecutor } from './kind.ts';
import { mcpCalls } from './mcp.ts';
import { skillCalls } from './skill.ts';
import { taskCalls } from './task.ts';

const BY_KIND: Readonly<Record<ToolKindType, ToolExecutor>> = {
  builtin: builtinCalls,
  skill: skillCalls,
  task: taskCalls,
  agent: agentCalls,
  mcp: mcpCalls,
  integration: integrationCalls,
  collection: collectionCalls,
};

/** Executors by the type of a call. An output formatter's calls are those of the kind that has formatters. */
const BY_TYPE = new Map<string, ToolExecutor>(
  TOOL_KINDS.flatMap(({ type, loadFormatter }) => [
    [type, BY_KIND[type]] as const,
    ...(loadFormatter ? [[FORMATTER, BY_KIND[type]] as const] : []),
  ]),
);

/** Returns the executor of a tool's calls. */
export function actingOf({ type }: Pick<Tool, 'type'>): ToolExecutor {
  const executor = BY_TYPE.get(type);
  if (!executor) throw new Error(`no kind of tools ${type}`);
  return executor;
}
