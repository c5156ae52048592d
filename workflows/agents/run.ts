import {
  ActivityFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  executeChild,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import {
  type AgentActivities,
  type AgentRunInput,
  type CallInput,
  type CallOutcome,
  DECIDED_SIGNAL,
  type PlannedCall,
  RESUMED_SIGNAL,
} from '../../src/agents/contract.ts';
import { BEGUN_HERE, ON_SHARED_QUEUE, stepsBeginHere, takeStep } from '../begun-here.ts';
import { endOf, runsBelow } from '../below.ts';
import { allEnded } from '../ended.ts';
import { problemOf } from '../failure.ts';
import { taskRun } from '../tasks/run.ts';

const { takeTurn, callTool } = proxyActivities<AgentActivities>(ON_SHARED_QUEUE);
const { takeTurnHere, callToolHere } = proxyLocalActivities<AgentActivities>(BEGUN_HERE);
const { failAgentRun, confirmCancel } = proxyActivities<AgentActivities>({ startToCloseTimeout: '30 seconds' });
// How quick tools were called before all steps began here: histories of that time know it.
const { callQuickTool } = proxyLocalActivities<AgentActivities>({ startToCloseTimeout: '10 seconds' });

export const decidedSignal = defineSignal<[string]>(DECIDED_SIGNAL);
export const resumedSignal = defineSignal(RESUMED_SIGNAL);

/** A run of an agent: turns of one model call and its tool calls each, until a turn asks for none. */
export async function agentRun({ runId, turn: from = 1 }: AgentRunInput): Promise<void> {
  const decided = new Set<string>();
  let resumes = 0;
  let stopped = false;
  const below = runsBelow();
  setHandler(decidedSignal, (requestId) => void decided.add(requestId));
  setHandler(resumedSignal, () => void resumes++);

  /** Waits for the decision where one is needed, then calls; a call that asks a person something waits again. */
  const callWhenDecided = async (call: PlannedCall, among: readonly PlannedCall[]): Promise<CallOutcome> => {
    const perform = methodOf(call, among);
    let awaited = call.approval;
    for (;;) {
      if (awaited) {
        const { requestId, expiresInMs } = awaited;
        const woken = () => stopped || decided.has(requestId);
        if (expiresInMs === undefined) await condition(woken);
        else await condition(woken, Math.max(1, Math.ceil(expiresInMs)));
        if (stopped) return { state: 'stop' };
        decided.delete(requestId);
      }
      const outcome = await perform({ runId, callId: call.callId });
      if (outcome.state !== 'undecided') return outcome;
      awaited = outcome.approval;
    }
  };

  const make = async (call: PlannedCall, among: readonly PlannedCall[]): Promise<void> => {
    const planned = call.how === 'task' && call.taskRunId !== undefined && !call.approval;
    let outcome: CallOutcome = planned
      ? { state: 'task', taskRunId: call.taskRunId }
      : await callWhenDecided(call, among);
    while (outcome.state === 'agent' && outcome.agentRunId !== undefined) {
      await below.run(outcome.agentRunId);
      outcome = await callTool({ runId, callId: call.callId });
    }
    if (outcome.state === 'stop') {
      stopped = true;
      below.stop();
    }
    const { taskRunId } = outcome;
    if (outcome.state === 'task' && taskRunId !== undefined)
      await endOf(executeChild(taskRun, { workflowId: taskRunId, args: [{ taskRunId }] }));
  };

  try {
    for (let turn = from; ; turn++) {
      if (workflowInfo().continueAsNewSuggested) return await continueAsNew<typeof agentRun>({ runId, turn });
      const seen = resumes;
      const outcome = await takeStep({ runId, turn }, takeTurnHere, takeTurn);
      if (outcome.state === 'finished') return;
      if (outcome.state === 'cancelled') return await confirmCancel({ runId });
      if (outcome.state === 'held') {
        await condition(() => resumes > seen);
        turn--;
        continue;
      }
      await allEnded(outcome.calls.map((call) => make(call, outcome.calls)));
      // A call stops the run when it was rejected so, which ended the run, or when the run is asked to stop.
      if (stopped) return await confirmCancel({ runId });
    }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => confirmCancel({ runId }));
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await failAgentRun({ runId, problem: problemOf(error) });
  }
}

/** How a call is made: what may be repeated begins beside the workflow, unless calls of another kind would wait for it. */
function methodOf(call: PlannedCall, among: readonly PlannedCall[]): (input: CallInput) => Promise<CallOutcome> {
  const alone = call.approval !== undefined || among.every((sibling) => sibling.reads);
  const begins = call.how === 'quick' || (call.reads && alone);
  if (begins && stepsBeginHere()) return (input) => takeStep(input, callToolHere, callTool);
  return call.how === 'quick' ? callQuickTool : callTool;
}
