import type { AgentActivities } from '../../src/agents/contract.ts';
import { confirmCancel } from '../../src/agents/runs/cancel.ts';
import { failRun } from '../../src/agents/runs/fail.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { stoppable } from '../runs/stoppable.ts';
import { callTool } from './calls/call-tool.ts';
import { agentChores } from './chores.ts';
import { takeTurn } from './turns/take-turn.ts';

/** The activities of the agents room over their dependencies. */
export function agentActivities(ctx: ActivityContext): AgentActivities {
  return {
    takeTurn: ({ runId, turn }) => takeTurn(ctx, runId, turn),
    callTool: ({ runId, callId }) => stoppable(ctx, agentRunKind, runId, (signal) => callTool(ctx, callId, signal)),
    callQuickTool: ({ callId }) => callTool(ctx, callId, new AbortController().signal),
    confirmCancel: ({ runId }) => confirmCancel(ctx.db, runId),
    failAgentRun: ({ runId, problem }) => failRun(ctx.db, runId, { reason: 'RUN_INTERRUPTED', message: problem }),
  };
}

/** Runs of agents, turn by turn. */
export const agents: Room = { activities: { runs: agentActivities }, chores: agentChores };
