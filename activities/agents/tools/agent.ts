import { type CallInRun, effectiveArguments } from '../../../src/agents/calls/calls.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { beginCalledRun, type CalledRun, findCalledRun } from '../../../src/agents/runs/called.ts';
import type { ToolOutcome } from '../../../src/agents/tables.ts';
import type { AgentTool } from '../../../src/agents/tools/agent.ts';
import { DEEPEST_CALL } from '../../../src/agents/tools/callable.ts';
import { exclusionOf, whyExcluded } from '../../../src/models/exclusions.ts';
import { exclusionsIn } from '../../../src/models/queries.ts';
import type { ActivityContext } from '../../context.ts';
import { notBegun, settle, type ToldError } from '../calls/outcome.ts';
import { whyNotCallable, whyNotPinned } from '../calls/rights.ts';
import type { ActingKind } from './kind.ts';

const TOO_DEEP: ToldError = {
  reason: 'AGENTS_TOO_DEEP',
  message: `agents may call one another at most ${DEEPEST_CALL} deep; the agent was not called`,
};
const DELETED: ToldError = { reason: 'AGENT_DELETED', message: 'the agent was deleted, and its run stopped' };
const CANCELLED: ToldError = { reason: 'CANCELLED', message: 'the run of the agent was cancelled by a person' };

/** Calls of agent tools are agent runs, which the workflow runs as children of its own; they are settled when those have ended. */
export const agentCalls: ActingKind<AgentTool> = {
  async begun(ctx, loaded) {
    const run = await findCalledRun(ctx.db, loaded.call.id);
    if (!run) return undefined;
    return run.completed === null ? { state: 'agent', agentRunId: run.id } : settleWith(ctx, loaded, run);
  },
  async call(ctx, loaded, tool) {
    const { call, run } = loaded;
    const pinned = { agentId: tool.targetId, revisionId: tool.targetRevisionId };
    const refusal =
      run.depth >= DEEPEST_CALL
        ? TOO_DEEP
        : ((await whyNotCallable(ctx.db, call.id, tool.targetId)) ?? (await whyNotPinned(ctx.db, run, pinned)));
    if (refusal) return settle(ctx, loaded, 'error', refusal);
    const excluded = await whyExcludedFrom(ctx, loaded, tool);
    if (excluded !== undefined)
      return settle(ctx, loaded, 'error', {
        reason: 'MODEL_EXCLUDED',
        message: `${excluded}; the agent was not called`,
      });
    const { message } = effectiveArguments(call) as { readonly message: string };
    const answering = { ...pinned, message };
    const agentRunId = await beginCalledRun(ctx.db, loaded, answering);
    return agentRunId === undefined ? notBegun(ctx, call.id) : { state: 'agent', agentRunId };
  },
};

/** Why the model of an agent may not be asked, where it may not. */
async function whyExcludedFrom(
  { db, models }: ActivityContext,
  { run }: CallInRun,
  { targetRevisionId }: AgentTool,
): Promise<string | undefined> {
  const revision = await findAgentRevision(db, targetRevisionId);
  const model = revision?.mode === 'agentic' ? models.find(revision.llm_model_id) : undefined;
  if (!model) return undefined;
  const rule = exclusionOf(await exclusionsIn(db, run.org_id, run.project_id), model);
  return rule && whyExcluded(rule, model);
}

/** Tells the caller's model what the run came to. The caller may have been waiting for a person with it. */
function settleWith(ctx: ActivityContext, loaded: CallInRun, run: CalledRun): Promise<CallOutcome> {
  const [outcome, result] = endOf(run);
  return settle(ctx, { ...loaded, siblings: true }, outcome, result);
}

function endOf({ status, output, formatted_output: formatted, error, deleted }: CalledRun): [ToolOutcome, unknown] {
  if (status === 'completed') return ['success', formatted ?? output ?? ''];
  if (status === 'cancelled') return ['cancelled', deleted ? DELETED : CANCELLED];
  return ['error', error];
}
