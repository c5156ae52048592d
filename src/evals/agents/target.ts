import { listFloorsOfRun } from '../../agents/approvals/floors.ts';
import { evaluatePolicy } from '../../agents/approvals/policy.ts';
import { findMinimumAgentRunCost } from '../../agents/least-cost.ts';
import { findAgentRevision, findAgentWithDeleted } from '../../agents/queries.ts';
import {
  type AgentReference,
  findNewestAgentRevision,
  listAgentReferences,
  listCallsOfRun,
  listLatestAgentRuns,
} from '../../agents/runs/references.ts';
import { agentRunKind } from '../../agents/runs/run-kind.ts';
import { assertCanRunRevision } from '../../agents/tools/attaching.ts';
import { evalProblems } from '../problems.ts';
import { type CaseRun, type EvalTargetKind, findStatusProblem, getDurationMs } from '../target.ts';
import { agentEvalKind } from './run-kind.ts';

/** Evals of agents: a case's input is the opening message of a session. */
export const agentEvals: EvalTargetKind = {
  type: 'task_agent',
  stem: 'task-agent',
  label: 'an agent',
  fields: {
    id: 'task_agent_id',
    runKind: 'task_agent_run_ids',
    set: 'task_agent_eval_set_id',
    run: 'task_agent_eval_run_id',
    input: 'message',
  },
  runKind: agentRunKind,
  evalRunKind: agentEvalKind,
  hasRevision: async (db, agentId, id) => (await findAgentRevision(db, id))?.agent_id === agentId,
  assertCanRun: assertCanRunRevision,
  findNewestRevision: findNewestAgentRevision,
  async listReferences(db, agentId, ids) {
    const runs = await listAgentReferences(db, agentId, ids);
    return runs.map((run) => ({
      ...run,
      revision_id: run.agent_revision_id,
      problem: run.continues ? evalProblems.case_run_continues_session : findStatusProblem(run),
    }));
  },
  listLastRunIds: listLatestAgentRuns,
  findVisibility: async (db, projectId, id) =>
    (await findAgentWithDeleted(db, projectId, id))?.task_agent_run_visibility,
  async estimateMinCost({ db, models }, revisionId, input) {
    const revision = await findAgentRevision(db, revisionId);
    return revision && findMinimumAgentRunCost(models, revision, typeof input === 'string' ? input : '');
  },
  async findRun(db, runId) {
    const [run] = await listAgentReferences(db, undefined, [runId]);
    return run && toCaseRun(run);
  },
  async listCalls(db, runId) {
    const [run] = await listAgentReferences(db, undefined, [runId]);
    const revision = run && (await findAgentRevision(db, run.agent_revision_id));
    if (!revision) return [];
    const calls = await listCallsOfRun(db, runId);
    const floors = await listFloorsOfRun(db, runId);
    return calls.map(({ run_id: _, tool_names: names, status: __, ...call }) => ({
      ...call,
      asks_approval: evaluatePolicy(revision.approval_policy, floors, {
        names: names.length > 0 ? names : [call.tool_name],
        toolType: call.tool_type,
        sideEffects: call.side_effects,
      }).needed,
    }));
  },
  findInputProblem: (input) =>
    typeof input === 'string' && input.trim() !== '' ? undefined : evalProblems.case_message_blank,
};

function toCaseRun(run: AgentReference): CaseRun {
  const { id, agent_revision_id, message, output, formatted_output, status, is_error, error } = run;
  return {
    run_id: id,
    revision_id: agent_revision_id,
    input: message,
    output: formatted_output ?? output,
    status,
    is_error,
    error,
    total_tokens: run.total_tokens,
    charged_credits: run.charged_credits,
    duration_ms: getDurationMs(run),
  };
}
