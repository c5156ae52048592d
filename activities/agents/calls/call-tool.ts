import { expire, lapse } from '../../../src/agents/approvals/expiry.ts';
import { type CallInRun, loadCall, loadDecided } from '../../../src/agents/calls/calls.ts';
import { ApprovalLapsed, allowResend } from '../../../src/agents/calls/effects.ts';
import { parkCall } from '../../../src/agents/calls/parking.ts';
import { type CallStep, stepOf } from '../../../src/agents/calls/step.ts';
import { CallMustWait, noteHeard } from '../../../src/agents/calls/waits.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { settleAndFail } from '../../../src/agents/runs/fail.ts';
import { type Declined, EVAL_TRIGGER } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { DECLINED, toolName } from '../../runs/inline-steps.ts';
import { actingOf } from '../tools/index.ts';
import { answerInEval } from './in-eval.ts';
import { STOP, settle, type ToldError } from './outcome.ts';
import { refuse } from './send-once.ts';
import { plannedTool } from './toolbox.ts';
import { alsoStoppable } from './with-task.ts';

const TOOL_CHANGED: ToldError = {
  reason: 'TOOL_CHANGED',
  message: 'the tool, its schema or the call is not what it was when the call was planned; it was not executed',
};

/** How often a call is looked at anew because what it was about to wait for has ended. */
const MOST_LOOKS = 3;

/** Executes one tool call, or settles it the way its approval request went. A repeat finds what an earlier attempt stored. */
export async function callTool(
  ctx: ActivityContext,
  callId: string,
  signal: AbortSignal,
): Promise<CallOutcome | Declined> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const read = await loadCall(ctx.db, callId);
    const loaded = read && stepOf(read).do === 'wait' ? await loadDecided(ctx.db, read) : read;
    if (!loaded) return STOP;
    const outcome = await tryCall(ctx, loaded, signal);
    if (outcome) return outcome;
  }
  throw new Error('what the call waits for changes while it is being made; it is tried again later');
}

/** One look at a call; undefined where it is to be looked at anew. */
async function tryCall(
  ctx: ActivityContext,
  loaded: CallInRun,
  signal: AbortSignal,
): Promise<CallOutcome | Declined | undefined> {
  try {
    return await takeStep(ctx, loaded, signal);
  } catch (error) {
    if (error instanceof ApprovalLapsed) return undefined;
    if (!(error instanceof CallMustWait)) throw error;
    const approval = await parkCall(ctx.db, loaded, error);
    return approval && { state: 'undecided', approval };
  }
}

async function takeStep(ctx: ActivityContext, loaded: CallInRun, signal: AbortSignal): Promise<CallOutcome | Declined> {
  const step = await stepNow(ctx, loaded);
  switch (step.do) {
    case 'nothing':
      return { state: step.state };
    case 'wait':
      return { state: 'undecided', approval: step.approval };
    case 'make':
      return alsoStoppable(ctx, loaded.run, signal, (either) => make(ctx, loaded, step.again, either));
    case 'end':
      return end(ctx, loaded, step);
  }
}

/** A request whose time is over expires, by the database's clock; one that is decided in that very moment is looked at again. */
async function stepNow(ctx: ActivityContext, loaded: CallInRun): Promise<CallStep> {
  const { request } = loaded;
  const step = stepOf(loaded);
  if (request?.lapsed && request.status === 'approved' && step.do === 'end') await lapse(ctx.db, request);
  const expired = step.do === 'wait' && request?.due && (await expire(ctx.db, request));
  return expired ? stepOf({ ...loaded, request: { ...request, status: 'expired' } }) : step;
}

/** Makes a call only with the tool that it was planned for and, where a person approved it, as it was shown to them. */
async function make(
  ctx: ActivityContext,
  loaded: CallInRun,
  again: boolean,
  signal: AbortSignal,
): Promise<CallOutcome | Declined> {
  const { wait } = loaded;
  if (wait?.heard_at === null) await noteHeard(ctx.db, wait.id);
  if (again) await allowResend(ctx.db, loaded.call.id);
  const begun = await actingOf({ type: loaded.call.tool_type }).begun?.(ctx, loaded);
  if (begun) return begun;
  if (wait != null && wait.gone !== null)
    return refuse(ctx, loaded, { reason: 'NO_LONGER_AVAILABLE', message: wait.gone }, signal);
  const tool = await plannedTool(ctx.db, loaded);
  if (!tool) return refuse(ctx, loaded, TOOL_CHANGED, signal);
  const recorded = loaded.run.trigger_type === EVAL_TRIGGER ? await answerInEval(ctx, loaded, tool) : undefined;
  if (recorded) return recorded;
  const name = toolName(loaded.call.tool_digest ?? tool.name);
  if (!ctx.inlineSteps.mayAwait(name)) return DECLINED;
  return ctx.inlineSteps.measure(name, () => actingOf(tool).call(ctx, loaded, tool, signal));
}

async function end(
  ctx: ActivityContext,
  loaded: CallInRun,
  { end: { outcome, result, effect }, failure }: Extract<CallStep, { do: 'end' }>,
): Promise<CallOutcome> {
  if (failure === undefined) return settle(ctx, loaded, outcome, result, effect);
  await settleAndFail(ctx.db, loaded, { outcome, result }, failure);
  return STOP;
}
