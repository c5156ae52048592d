import { kindOf, type ToolKindType } from '../../../src/agents/tools/index.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { agentCalls } from './agent.ts';
import { builtinCalls } from './builtin.ts';
import { collectionCalls } from './collection.ts';
import { integrationCalls } from './integration.ts';
import type { ActingKind } from './kind.ts';
import { mcpCalls } from './mcp.ts';
import { skillCalls } from './skill.ts';
import { taskCalls } from './task.ts';

const ACTING: Readonly<Record<ToolKindType, ActingKind>> = {
  builtin: builtinCalls,
  skill: skillCalls,
  task: taskCalls,
  agent: agentCalls,
  mcp: mcpCalls,
  integration: integrationCalls,
  collection: collectionCalls,
};

/** How the calls of a tool are made. */
export function actingOf(tool: Pick<Tool, 'type'>): ActingKind {
  return ACTING[kindOf(tool.type).type];
}
