import { TOOL_KINDS, type ToolKindType } from '../../../src/agents/tools/index.ts';
import { FORMATTER, type Tool } from '../../../src/agents/tools/kind.ts';
import { agentExecutor } from './agent.ts';
import { builtinExecutor } from './builtin.ts';
import { collectionExecutor } from './collection.ts';
import { integrationExecutor } from './integration.ts';
import type { ToolExecutor } from './kind.ts';
import { mcpExecutor } from './mcp.ts';
import { skillExecutor } from './skill.ts';
import { taskExecutor } from './task.ts';

const BY_KIND: Readonly<Record<ToolKindType, ToolExecutor>> = {
  builtin: builtinExecutor,
  skill: skillExecutor,
  task: taskExecutor,
  agent: agentExecutor,
  mcp: mcpExecutor,
  integration: integrationExecutor,
  collection: collectionExecutor,
};

/** Executors by type of call. Calls of an output formatter use the executor of the kind that has formatters. */
const BY_TYPE = new Map<string, ToolExecutor>(
  TOOL_KINDS.flatMap(({ type, loadFormatter }) => [
    [type, BY_KIND[type]] as const,
    ...(loadFormatter ? [[FORMATTER, BY_KIND[type]] as const] : []),
  ]),
);

/** Returns the executor of a tool. */
export function getExecutor({ type }: Pick<Tool, 'type'>): ToolExecutor {
  const executor = BY_TYPE.get(type);
  if (!executor) throw new Error(`no kind of tools ${type}`);
  return executor;
}
