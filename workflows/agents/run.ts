import {
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import {
  type AgentActivities,
  type AgentRunInput,
  type CallOutcome,
  DECIDED_SIGNAL,
  type PendingApproval,
  type PlannedCall,
} from '../../src/agents/contract.ts';
import { createChildRuns, waitForAll } from '../children.ts';
import { createInlineStep, createOrdinaryStep, INLINE_STEP, ORDINARY_STEP } from '../step.ts';
import { superviseRun } from '../supervise.ts';
import { taskRun } from '../tasks/run.ts';
import { listenForResumes, waitUntil } from '../wake.ts';

const inline = proxyLocalActivities<AgentActivities>(INLINE_STEP);
const ordinary = proxyActivities<AgentActivities>(ORDINARY_STEP);
const takeTurn = createInlineStep(inline.takeTurn, ordinary.takeTurn);
const callToolInline = createInlineStep(inline.callTool, ordinary.callTool);
const callTool = createOrdinaryStep(ordinary.callTool);
const { failAgentRun, confirmCancel } = proxyActivities<AgentActivities>({ startToCloseTimeout: '30 seconds' });

const decidedSignal = defineSignal<[string]>(DECIDED_SIGNAL);

/** Run of an agent: turns of one model call with its tool calls, until a turn requests no calls. */
export async function agentRun({ runId, turn: first = 1, failures: before = 0 }: AgentRunInput): Promise<void> {
  const calls = toolCalls(runId);
  const resumes = listenForResumes();

  const loop = async (): Promise<void> => {
    for (let turn = first, failures = before; ; ) {
      if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof agentRun>({ runId, turn, failures });
      const resumed = resumes.mark();
      const outcome = await takeTurn({ runId, turn, failures });
      if (outcome.state === 'finished') return;
      if (outcome.state === 'cancelled') return confirmCancel({ runId });
      if (outcome.state === 'waiting') {
        await resumed(outcome.retryMs);
        failures = outcome.retryMs === undefined ? 0 : (outcome.failures ?? failures + 1);
        continue;
      }
      await waitForAll(outcome.calls.map(calls.perform));
      // A call stops the run if its rejection ended the run, or if the run must stop.
      if (calls.areStopped()) return confirmCancel({ runId });
      turn++;
      failures = 0;
    }
  };
  await superviseRun(loop, {
    confirmCancel: () => confirmCancel({ runId }),
    fail: (problem) => failAgentRun({ runId, problem }),
  });
}

/** Executes the tool calls of a run, each independent of its siblings. */
function toolCalls(runId: string) {
  const decided = new Set<string>();
  const children = createChildRuns();
  let undecided = 0;
  let isStopped = false;
  setHandler(decidedSignal, (requestId) => void decided.add(requestId));

  const decision = async ({ requestId, expiresInMs }: PendingApproval): Promise<void> => {
    undecided++;
    await waitUntil(() => isStopped || decided.has(requestId), expiresInMs);
    undecided--;
    decided.delete(requestId);
  };

  const callWhenDecided = async ({ callId, approval: planned }: PlannedCall): Promise<CallOutcome> => {
    for (let approval = planned; ; ) {
      if (approval) await decision(approval);
      if (isStopped) return { state: 'stop' };
      // Signals are handled between workflow tasks: an inline call would delay the decision about a sibling.
      const outcome = await (undecided > 0 ? callTool : callToolInline)({ runId, callId });
      if (outcome.state !== 'undecided') return outcome;
      approval = outcome.approval;
    }
  };

  const perform = async (call: PlannedCall): Promise<void> => {
    let outcome: CallOutcome = call.taskRunId
      ? { state: 'task', taskRunId: call.taskRunId }
      : await callWhenDecided(call);
    while (outcome.state === 'agent' && outcome.agentRunId !== undefined) {
      await children.run(agentRun, outcome.agentRunId, { runId: outcome.agentRunId });
      outcome = await callTool({ runId, callId: call.callId });
    }
    if (outcome.state === 'stop') {
      isStopped = true;
      children.cancel();
    }
    if (outcome.state === 'task' && outcome.taskRunId !== undefined)
      await children.run(taskRun, outcome.taskRunId, { taskRunId: outcome.taskRunId });
  };
  return { perform, areStopped: () => isStopped };
}
