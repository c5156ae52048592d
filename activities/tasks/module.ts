import type { TaskActivities } from '../../src/tasks/contract.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { getCallers } from '../runs/callers.ts';
import { runStoppable } from '../runs/stoppable.ts';
import { getToolRuns } from '../runs/tool-runs.ts';
import { callModel } from './call-model.ts';
import { endTaskRun } from './end.ts';
import { cancelTaskRun, toFailedEnd } from './failures.ts';
import { prepareInput } from './prepare-input.ts';

/** Activities of the tasks module. */
function taskActivities(process: ActivityContext, modules: readonly ActivityModule[]): TaskActivities {
  const ctx = { ...process, callers: getCallers(process, modules), toolRuns: getToolRuns(process, modules) };
  const runStep = <T>(taskRunId: string, step: (signal: AbortSignal) => Promise<T>) =>
    ctx.inlineSteps.step(() => runStoppable(ctx, taskRunKind, taskRunId, step));
  return {
    callModel: (input) => runStep(input.taskRunId, (signal) => callModel(ctx, input, signal)),
    prepareInput: (input) => runStep(input.taskRunId, (signal) => prepareInput(ctx, input, signal)),
    confirmTaskCancel: ({ taskRunId }) => cancelTaskRun(ctx, taskRunId),
    async failTaskRun({ taskRunId, problem }) {
      const run = await findTaskRun(ctx.db, taskRunId);
      if (run)
        await endTaskRun(ctx, run, toFailedEnd(run.llm_retries, { reason: 'RUN_INTERRUPTED', message: problem }));
    },
  };
}

/** Runs of tasks. */
export const tasks: ActivityModule = { name: 'tasks', activities: { runs: taskActivities } };
