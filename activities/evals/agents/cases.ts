import { findRunnableAgent } from '../../../src/agents/queries.ts';
import { acceptAgentRun } from '../../../src/agents/runs/accept.ts';
import { askerOf } from '../../../src/runs/starter.ts';
import { type ActingEvaluated, orderOf } from '../case.ts';

/** Runs of an agent's cases, each in a session of its own. */
export const agentCases: ActingEvaluated = {
  async runnable(ctx, run) {
    const agent = await findRunnableAgent(ctx.db, run.project_id, run.resource_id);
    if (!agent) return undefined;
    const principal = await askerOf(ctx.db, run);
    return (order) =>
      acceptAgentRun(ctx, agent, {
        ...orderOf(order, principal),
        message: String(order.input),
        sessionId: undefined,
        revisionId: run.candidate_revision_id,
      });
  },
};
