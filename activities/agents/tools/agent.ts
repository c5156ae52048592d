import { isCallPermitted } from '../../../src/agents/calls/rights.ts';
import { agentFailures } from '../../../src/agents/failures.ts';
import { findAgent, findAgentRevision } from '../../../src/agents/queries.ts';
import { beginChildAgentRun, findChildAgentRun } from '../../../src/agents/runs/child-run.ts';
import type { AgentTool } from '../../../src/agents/tools/agent.ts';
import { assertCanRunRevision } from '../../../src/agents/tools/attaching.ts';
import { describeExclusion, findExclusion } from '../../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../../src/models/queries.ts';
import { MAX_CALL_DEPTH } from '../../../src/platform/call-depth.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { getStarterPrincipal } from '../../../src/runs/starter.ts';
import type { ActivityContext } from '../../context.ts';
import { type CallResult, toFailure, toSuccess } from '../calls/outcome.ts';
import type { ToolCall, ToolExecutor } from './kind.ts';

const DELETED = toRunError('AGENT_DELETED', agentFailures.agent_deleted);
const CANCELLED = toRunError('CANCELLED', agentFailures.agent_run_cancelled);

/** Executes calls of agent tools as child runs. The call is settled when its child run has ended. */
export const agentExecutor: ToolExecutor<AgentTool> = {
  async findChild(ctx, { call }) {
    const run = await findChildAgentRun(ctx.db, call.id);
    if (!run) return undefined;
    const { id, status, output, formatted_output: formatted, error, completed, deleted } = run;
    if (completed === null) return { state: 'outcome', outcome: { state: 'agent', agentRunId: id } };
    if (status === 'completed') return toSuccess(formatted ?? output ?? '');
    if (status === 'cancelled') return { state: 'ended', outcome: 'cancelled', result: deleted ? DELETED : CANCELLED };
    return { state: 'ended', outcome: 'error', result: error };
  },
  async execute(ctx, called) {
    const { tool, args } = called;
    const problem = (await findRightsProblem(ctx, called)) ?? (await findModelProblem(ctx, called));
    if (problem) return problem;
    const { message } = args as { readonly message: string };
    const answering = { agentId: tool.targetId, revisionId: tool.targetRevisionId, message };
    const agentRunId = await beginChildAgentRun(ctx.db, called, answering);
    if (agentRunId === undefined) return { state: 'changed' };
    return { state: 'outcome', outcome: { state: 'agent', agentRunId } };
  },
};

/**
 * Checks that the run's starter can run the called agent, and its pinned revision if that attaches more than the active
 * one.
 */
async function findRightsProblem(
  { db }: ActivityContext,
  { call, run, tool: { targetId: agentId, targetRevisionId: revisionId } }: ToolCall<AgentTool>,
): Promise<CallResult | undefined> {
  if (run.depth >= MAX_CALL_DEPTH)
    return toFailure('AGENTS_TOO_DEEP', agentFailures.agents_too_deep({ limit: MAX_CALL_DEPTH }));
  if (!(await isCallPermitted(db, call.id, agentId)))
    return toFailure('NOT_PERMITTED', agentFailures.agent_not_permitted);
  const agent = await findAgent(db, run.project_id, agentId);
  if (agent?.active_revision_id === revisionId) return undefined;
  try {
    await assertCanRunRevision(db, await getStarterPrincipal(db, run), agentId, revisionId);
  } catch (error) {
    if (error instanceof DomainError) return toFailure('NOT_PERMITTED', error.message);
    throw error;
  }
  return undefined;
}

/** Checks that the called agent's model is not excluded. */
async function findModelProblem(
  { db, models }: ActivityContext,
  { run, tool }: ToolCall<AgentTool>,
): Promise<CallResult | undefined> {
  const revision = await findAgentRevision(db, tool.targetRevisionId);
  const model = revision?.mode === 'agentic' ? models.find(revision.llm_model_id) : undefined;
  const rule = model && findExclusion(await listEffectiveExclusions(db, run.org_id, run.project_id), model);
  return rule && toFailure('MODEL_EXCLUDED', `${describeExclusion(rule, model).msg}; the agent was not called`);
}
