import type { AgentActivities } from '../../src/agents/contract.ts';
import { confirmCancel } from '../../src/agents/runs/cancel.ts';
import { failRun } from '../../src/agents/runs/fail.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { beginToolRun, readToolRun, stopToolRun } from '../../src/agents/runs/task-run.ts';
import { refreshCallers } from '../../src/agents/runs/waiting.ts';
import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { runStoppable } from '../runs/stoppable.ts';
import { callTool } from './calls/call-tool.ts';
import { createAgentCallers } from './calls/callers.ts';
import { agentMaintenance } from './maintenance.ts';
import { takeTurn } from './turns/take-turn.ts';

/** Activities of the agents module. */
function agentActivities(ctx: ActivityContext): AgentActivities {
  /** Runs a step, then updates the waits of the calling runs. */
  const thenRefreshCallers = async <T>(runId: string, step: Promise<T>): Promise<T> => {
    const outcome = await step;
    await refreshCallers(ctx.db, runId);
    return outcome;
  };
  return {
    takeTurn: (input) =>
      ctx.inlineSteps.step(async () => {
        const outcome = await takeTurn(ctx, input);
        // The workflow of a finished run updates its callers itself.
        if (outcome.state !== 'finished' && outcome.state !== 'declined') await refreshCallers(ctx.db, input.runId);
        return outcome;
      }),
    callTool: (input) =>
      ctx.inlineSteps.step(() =>
        thenRefreshCallers(
          input.runId,
          runStoppable(ctx, agentRunKind, input.runId, (signal, lastingSignal) =>
            callTool(ctx, input, signal, lastingSignal),
          ),
        ),
      ),
    confirmCancel: ({ runId }) => thenRefreshCallers(runId, confirmCancel(ctx.db, runId)),
    failAgentRun: ({ runId, problem }) => failRun(ctx.db, runId, { reason: 'RUN_INTERRUPTED', message: problem }),
  };
}

/** Runs of agents. */
export const agents: ActivityModule = {
  name: 'agents',
  activities: { runs: agentActivities },
  maintenance: agentMaintenance,
  callers: createAgentCallers,
  toolRuns: ({ db }) => ({
    begin: (run, revision) => beginToolRun(db, run, revision),
    read: (id, executor = db) => readToolRun(executor, id),
    stop: stopToolRun,
  }),
};
