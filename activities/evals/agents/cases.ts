import { findRunnableAgent } from '../../../src/agents/queries.ts';
import { acceptAgentRun } from '../../../src/agents/runs/accept.ts';
import { getStarterPrincipal } from '../../../src/runs/starter.ts';
import { type CaseRunner, toRunRequest } from '../case.ts';

/** Runs of an agent's cases, each in its own session. */
export const agentCases: CaseRunner = {
  async prepare(ctx, run) {
    const agent = await findRunnableAgent(ctx.db, run.project_id, run.resource_id);
    if (!agent) return undefined;
    const principal = await getStarterPrincipal(ctx.db, run);
    return (order) =>
      acceptAgentRun(ctx, agent, {
        ...toRunRequest(order, principal),
        message: String(order.input),
        sessionId: undefined,
        revisionId: run.candidate_revision_id,
      });
  },
};
