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

/** A recorded call that has ended and can stand in for another call. */
type RecordedCall = CallOfRun & { readonly outcome: ToolOutcome };

/**
 * Answers a call of an eval run that must not be made: it would have effects or require approval. The case's stub comes
 * first, then the same call of the past run, including rejections. Without either, the run ends with a reason. Returns
 * undefined for a call that can be made.
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
  const hasEffects = tool.sideEffects(args);
  if (!hasEffects && !(await requiresApproval(ctx, loaded, tool, args))) return undefined;
  const recorded = await findRecordedCall(ctx, { item, top }, loaded);
  if (!recorded) return skip(ctx, loaded, item);
  if (!hasEffects && recorded.outcome !== 'rejected' && recorded.outcome !== 'expired') return undefined;
  return { state: 'ended', outcome: recorded.outcome, result: recorded.result };
}

/** Returns whether a value matches. An undefined expectation matches any value. */
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

/** Finds the call of the past run that stands in for this call. Identical calls are matched in order. */
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

/** Returns whether the call has a final, known outcome. */
const isConclusive = ({ outcome }: CallOfRun): boolean => outcome !== null && outcome !== 'cancelled';

/** Returns whether a past call had these arguments, from the model or edited by a reviewer. */
function hasArguments(past: CallOfRun, args: unknown): boolean {
  return isDeepStrictEqual(past.arguments, args) || isDeepStrictEqual(past.edited_arguments, args);
}

async function skip(
  ctx: ActivityContext,
  { call: { tool_name } }: CallInRun,
  item: CaseOfRun | undefined,
): Promise<CallResult> {
  const reason = agentFailures.call_not_recorded({ tool: tool_name });
  const failure = toRunError('NOT_RECORDED', reason);
  if (item) await recordSkipReason(ctx.db, item.id, reason);
  return { state: 'ended', outcome: 'cancelled', result: failure, failure };
}
