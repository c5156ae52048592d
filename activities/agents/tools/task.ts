import { canStartCall } from '../../../src/agents/calls/calls.ts';
import { lockRun } from '../../../src/agents/runs/waiting.ts';
import type { TaskTool } from '../../../src/agents/tools/task.ts';
import type { NewChildRun } from '../../../src/agents/turns/turns.ts';
import { newId } from '../../../src/platform/ids.ts';
import { toModelSettings } from '../../../src/platform/models/settings.ts';
import { getChildTrigger } from '../../../src/runs/contract.ts';
import { estimateMinCredits } from '../../../src/tasks/min-credits.ts';
import { insertTaskRun } from '../../../src/tasks/new-run.ts';
import { findTaskRevision } from '../../../src/tasks/queries.ts';
import { findLeadingRevision, pickRevision } from '../../../src/tasks/rules.ts';
import { getRunOfToolCall } from '../../../src/tasks/runs.ts';
import type { ToolExecutor } from './kind.ts';

/** Executes calls of task tools as task runs, children of the run. */
export const taskExecutor: ToolExecutor<TaskTool> = {
  childRun: createChildRun,
  async execute(ctx, { call, run, args, tool }) {
    const { id, targetId, revisionId } = createChildRun(tool, call.child_run_id ?? newId());
    const taskRunId = await ctx.db.transaction().execute(async (trx) => {
      await lockRun(trx, run.id);
      if (!(await canStartCall(trx, call.id))) return undefined;
      await insertTaskRun(trx, {
        id,
        orgId: run.org_id,
        projectId: run.project_id,
        taskId: targetId,
        taskRevisionId: revisionId,
        input: args as Record<string, unknown>,
        reference: null,
        contextId: run.id,
        reportingGroupId: null,
        useFallbackModel: false,
        triggerType: getChildTrigger(run.trigger_type),
        createdByType: run.created_by_type,
        createdBy: run.created_by,
        toolCallId: call.id,
        callingAgents: [...run.calling_agents, run.agent_id],
        depth: run.depth + 1,
      });
      return getRunOfToolCall(trx, call.id);
    });
    if (taskRunId === undefined) return { state: 'changed' };
    return { state: 'outcome', outcome: { state: 'task', taskRunId } };
  },
  async estimateMinimumCost(ctx, { task }, args) {
    const revisionId = findLeadingRevision(task.active);
    const revision = revisionId === undefined ? undefined : await findTaskRevision(ctx.db, revisionId);
    const model = revision && ctx.models.find(revision.llm_model_id);
    // A run with invalid input costs nothing and reports the error itself.
    const given = { input: args, files: [], config: task.project_config };
    return model && estimateMinCredits(model, revision, toModelSettings(revision.llm_config), given);
  },
};

/** Creates a run of the task by one of its serving revisions. */
function createChildRun({ task }: TaskTool, id: string): NewChildRun {
  const revisionId = pickRevision(task.active, Math.random());
  if (revisionId === undefined) throw new Error(`task ${task.id} has no active revision`);
  return { id, targetId: task.id, revisionId };
}
