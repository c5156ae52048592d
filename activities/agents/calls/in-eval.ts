import { isDeepStrictEqual } from 'node:util';
import { listFloorsOfRun } from '../../../src/agents/approvals/floors.ts';
import { evaluatePolicy } from '../../../src/agents/approvals/policy.ts';
import { type CallInRun, getToolNames } from '../../../src/agents/calls/calls.ts';
import { agentFailures } from '../../../src/agents/failures.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { type CallOfRun, findRootRun, listCallsOfTree } from '../../../src/agents/runs/references.ts';
import type { ToolOutcome } from '../../../src/agents/tables.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { type CaseOfRun, findCaseOfRun, recordSkipReason } from '../../../src/evals/results.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { ActivityContext } from '../../context.ts';
import type { CallResult } from './outcome.ts';

/** How a recorded call ended that can stand for another one. */
type RecordedCall = CallOfRun & { readonly outcome: ToolOutcome };

/**
 * Answers a call of a run that an eval makes, where it must not be made: what would leave traces, and what a person would be
 * asked about. The case's stub speaks first, then what the past run has of the same tool with the same arguments, a
 * rejection too. Where neither is there the case can say nothing: it notes why, and the run ends. Undefined for a call that may
 * be made.
 */
export async function answerInEval(
  ctx: ActivityContext,
  loaded: CallInRun,
  tool: Tool,
): Promise<CallResult | undefined> {
  const { call, args, run } = loaded;
  const top = await findRootRun(ctx.db, run.id);
  const item = await findCaseOfRun(ctx.db, top);
  const stub = item?.stubs.find((one) => one.tool_name === call.tool_name && matchesValue(one.arguments, args));
  if (stub) return { state: 'ended', outcome: stub.outcome, result: stub.result };
  const leavesTraces = tool.sideEffects(args);
  if (!leavesTraces && !(await requiresApproval(ctx, loaded, tool, args))) return undefined;
  const recorded = await findRecordedCall(ctx, { item, top }, loaded);
  if (!recorded) return skip(ctx, loaded, item);
  if (!leavesTraces && recorded.outcome !== 'rejected' && recorded.outcome !== 'expired') return undefined;
  return { state: 'ended', outcome: recorded.outcome, result: recorded.result };
}

/** Whether a value is one that something speaks of, which may speak of any. */
const matchesValue = (expected: unknown, value: unknown): boolean =>
  expected === undefined || isDeepStrictEqual(expected, value);

async function requiresApproval(
  ctx: ActivityContext,
  { call, run }: CallInRun,
  tool: Tool,
  args: unknown,
): Promise<boolean> {
  const revision = await findAgentRevision(ctx.db, run.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${run.agent_revision_id} is missing`);
  const subject = { names: getToolNames(call), toolType: tool.type, sideEffects: tool.sideEffects(args) };
  const floors = await listFloorsOfRun(ctx.db, run.id);
  return evaluatePolicy(revision.approval_policy, floors, subject).needed;
}

/** The call of the past run that stands for this one: of several alike the first answers the first, and so on. */
async function findRecordedCall(
  { db }: ActivityContext,
  { item, top }: { readonly item: CaseOfRun | undefined; readonly top: string },
  { call, args }: CallInRun,
): Promise<RecordedCall | undefined> {
  if (item?.reference_run_id == null) return undefined;
  const alike = (await listCallsOfTree(db, item.reference_run_id)).filter(
    (past): past is RecordedCall => isConclusive(past) && past.tool_name === call.tool_name && hasArguments(past, args),
  );
  const before = (await listCallsOfTree(db, top)).filter(
    (past) => past.tool_name === call.tool_name && isDeepStrictEqual(past.edited_arguments ?? past.arguments, args),
  );
  return alike[Math.min(before.length, alike.length - 1)];
}

/** Whether a call came to an end that says how it would have gone. */
const isConclusive = ({ outcome }: CallOfRun): boolean => outcome !== null && outcome !== 'cancelled';

/** Whether a past call was asked for with these arguments, or made with them once a reviewer had put them right. */
function hasArguments(past: CallOfRun, args: unknown): boolean {
  return isDeepStrictEqual(past.arguments, args) || isDeepStrictEqual(past.edited_arguments, args);
}

async function skip(
  ctx: ActivityContext,
  { call: { tool_name } }: CallInRun,
  item: CaseOfRun | undefined,
): Promise<CallResult> {
  const failure = toRunError('NOT_RECORDED', agentFailures.call_not_recorded({ tool: tool_name }));
  if (item) await recordSkipReason(ctx.db, item.id, failure.message);
  return { state: 'ended', outcome: 'cancelled', result: failure, failure };
}
