import { continueAsNew, proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { AgentRunInput } from '../../src/agents/contract.ts';
import type { PreparationStep, TaskActivities, TaskWorkflowInput } from '../../src/tasks/contract.ts';
import { createChildRuns, waitForAll } from '../children.ts';
import { createInlineStep, INLINE_STEP, ORDINARY_STEP } from '../step.ts';
import { superviseRun } from '../supervise.ts';
import { listenForResumes } from '../wake.ts';

const inline = proxyLocalActivities<TaskActivities>(INLINE_STEP);
const ordinary = proxyActivities<TaskActivities>(ORDINARY_STEP);
const callModel = createInlineStep(inline.callModel, ordinary.callModel);
const prepareInput = createInlineStep(inline.prepareInput, ordinary.prepareInput);
const { failTaskRun, confirmTaskCancel } = proxyActivities<TaskActivities>({ startToCloseTimeout: '30 seconds' });

/** Run of a task: prepares its input, calls its tools and its model, as the revision specifies. */
export async function taskRun({ taskRunId, failures: before = 0 }: TaskWorkflowInput): Promise<void> {
  const children = createChildRuns();
  const resumes = listenForResumes();

  const prepare = async (step: PreparationStep): Promise<void> => {
    for (let failures = 0; ; ) {
      const resumed = resumes.mark();
      const outcome = await prepareInput({ taskRunId, step, failures });
      if (outcome.state === 'done') return;
      await resumed(outcome.retryMs);
      failures = outcome.failures ?? failures + 1;
    }
  };

  const loop = async (): Promise<void> => {
    for (let failures = before; ; ) {
      if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof taskRun>({ taskRunId, failures });
      const resumed = resumes.mark();
      const outcome = await callModel({ taskRunId, failures });
      if (outcome.state === 'done') return;
      if (outcome.state === 'waiting') {
        await resumed(outcome.retryMs);
        failures = outcome.failures ?? failures + 1;
      } else if (outcome.state === 'tools') {
        const runId = outcome.toolRunId;
        await children.run<AgentRunInput>('agentRun', runId, { runId });
      } else {
        for (const steps of outcome.preparation) await waitForAll(steps.map(prepare));
      }
    }
  };
  await superviseRun(loop, {
    confirmCancel: () => confirmTaskCancel({ taskRunId }),
    fail: (problem) => failTaskRun({ taskRunId, problem }),
  });
}
