import type { AgentActivities, CallInput, TurnInput } from '../../src/agents/contract.ts';
import { confirmCancel } from '../../src/agents/runs/cancel.ts';
import { failRun } from '../../src/agents/runs/fail.ts';
import { beginToolRun, readToolRun, stopToolRun } from '../../src/agents/runs/of-task.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { tellCallers } from '../../src/agents/runs/waiting.ts';
import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { here, repeatable } from '../runs/steps/here.ts';
import { stoppable } from '../runs/stoppable.ts';
import { agentCallers } from './calls/answered.ts';
import { callTool } from './calls/call-tool.ts';
import { agentMaintenance } from './maintenance.ts';
import { takeTurn } from './turns/take-turn.ts';

/** The activities of the agents room over their dependencies. */
export function agentActivities(ctx: ActivityContext): AgentActivities {
  /** A step of a run, after which those above it are told what it waits for. */
  const told = async <T>(runId: string, step: Promise<T>): Promise<T> => {
    const outcome = await step;
    await tellCallers(ctx.db, runId);
    return outcome;
  };
  const turn = async ({ runId, turn }: TurnInput) => {
    const outcome = await takeTurn(ctx, runId, turn);
    // That a run has ended its workflow tells.
    if (outcome.state !== 'finished') await tellCallers(ctx.db, runId);
    return outcome;
  };
  const call = ({ runId, callId }: CallInput) =>
    told(
      runId,
      stoppable(ctx, agentRunKind, runId, (signal) => callTool(ctx, callId, signal)),
    );
  return {
    takeTurn: repeatable(ctx, turn),
    takeTurnHere: here(ctx, turn, {
      kind: agentRunKind,
      first: (runId) => ({ runId, turn: 1 }),
      // Where all that a turn asked for was computed with it, the next one is all that is left to do.
      next(taken, { state, calls }) {
        if (state === 'finished') return 'over';
        return state === 'calls' && calls.length === 0 ? { runId: taken.runId, turn: taken.turn + 1 } : undefined;
      },
    }),
    callTool: repeatable(ctx, call),
    callToolHere: here(ctx, call),
    callQuickTool: ({ runId, callId }) => told(runId, callTool(ctx, callId, new AbortController().signal)),
    confirmCancel: ({ runId }) => told(runId, confirmCancel(ctx.db, runId)),
    failAgentRun: ({ runId, problem }) => failRun(ctx.db, runId, { reason: 'RUN_INTERRUPTED', message: problem }),
  };
}

/** Runs of agents, turn by turn. */
export const agents: Room = {
  activities: { runs: agentActivities },
  maintenance: agentMaintenance,
  callers: agentCallers,
  toolRuns: ({ db }) => ({
    begin: (run, revision) => beginToolRun(db, run, revision),
    read: (id, executor = db) => readToolRun(executor, id),
    stop: stopToolRun,
  }),
};
