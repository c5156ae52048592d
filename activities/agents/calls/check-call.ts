import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { isCallPermitted, NO_LONGER_PERMITTED } from '../../../src/agents/calls/rights.ts';
import { agentFailures } from '../../../src/agents/failures.ts';
import { type AgentRevisionRow, findAgentRevision } from '../../../src/agents/queries.ts';
import { toApprovalDigest, toToolDigest } from '../../../src/agents/tools/digest.ts';
import { FORMATTER, type Tool } from '../../../src/agents/tools/kind.ts';
import { loadFormatter, loadTools } from '../../../src/agents/tools/load.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { EVAL_TRIGGER, type RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { ActivityContext } from '../../context.ts';
import { getCallMaxWaitMs } from '../../max-wait.ts';
import { DECLINED, toToolName } from '../../runs/inline-steps.ts';
import type { Prepared, ToolCall, ToolExecutor } from '../tools/kind.ts';
import { findDecline, recordConnection } from './connection-unavailable.ts';
import { answerInEval } from './in-eval.ts';
import { type CallResult, toRefusal, toToolError } from './outcome.ts';

/** A call that can be sent. */
export interface CheckedCall {
  readonly state: 'checked';
  readonly call: ToolCall;
  readonly executor: ToolExecutor;
  /** Value that {@link ToolExecutor.prepare} returned. */
  readonly ready: unknown;
}

const TOOL_CHANGED: RunError = toRunError('TOOL_CHANGED', agentFailures.tool_changed);

const NOTHING_PREPARED = { state: 'prepared', ready: undefined } as const;

/** Checks whether a call can be sent now: its tool, approval, connection, and the permissions of the run's starter. */
export async function checkCall(
  ctx: ActivityContext,
  loaded: CallInRun,
  executor: ToolExecutor,
  signal: AbortSignal,
): Promise<CheckedCall | CallResult> {
  const child = await executor.findChild?.(ctx, loaded);
  if (child) return child;
  const gone = loaded.wait?.gone ?? null;
  if (gone !== null) return toRefusal({ reason: 'NO_LONGER_AVAILABLE', message: gone });
  const revision = await findAgentRevision(ctx.db, loaded.run.agent_revision_id);
  const tool = revision && (await findPlannedTool(ctx.db, loaded, revision));
  if (!tool) return toRefusal(TOOL_CHANGED);
  const recorded = loaded.run.trigger_type === EVAL_TRIGGER ? await answerInEval(ctx, loaded, tool) : undefined;
  if (recorded) return recorded;
  const measureKey = toToolName(loaded.call.tool_digest ?? tool.name);
  if (!ctx.inlineSteps.canAwait(measureKey)) return { state: 'outcome', outcome: DECLINED };
  const sideEffects = tool.sideEffects(loaded.args);
  const call = { ...loaded, tool, measureKey, signal, sideEffects, maxWaitMs: getCallMaxWaitMs(ctx, revision) };
  const declined = await findDecline(ctx, call, executor);
  if (declined) return declined;
  const prepared = executor.prepare ? await prepareCall(ctx, executor, call) : NOTHING_PREPARED;
  if (prepared.state !== 'prepared') return prepared.state === 'failed' ? toRefusal(prepared.error) : prepared;
  // Checked last: permissions count at the moment of each call.
  const needsRights = call.sideEffects || executor.needsRights;
  if (needsRights && !(await isCallPermitted(ctx.db, call.call.id))) return toRefusal(NO_LONGER_PERMITTED);
  return { state: 'checked', call, executor, ready: prepared.ready };
}

/**
 * Finds the tool of a planned call. Returns undefined if the tool is gone or changed, or the call is not the approved
 * one.
 */
async function findPlannedTool(
  db: Executor,
  { call, run, request }: CallInRun,
  revision: AgentRevisionRow,
): Promise<Tool | undefined> {
  const { tool_type: type, tool_name, tool_digest: digest } = call;
  const tool =
    type === FORMATTER
      ? await loadFormatter(db, run.project_id, revision)
      : (await loadTools(db, run, revision, type)).find((one) => one.name === tool_name && one.type === type);
  if (!tool || (digest !== null && digest !== toToolDigest(tool))) return undefined;
  // A `confirm_effect` request holds the digest of the earlier approval, if there was one.
  if (request === undefined || request.seal === '') return tool;
  const approved = toApprovalDigest({ tool, arguments: call.arguments, revisionId: run.agent_revision_id });
  return request.seal === approved ? tool : undefined;
}

async function prepareCall(
  ctx: ActivityContext,
  executor: ToolExecutor,
  call: ToolCall,
): Promise<Prepared<unknown> | CallResult> {
  try {
    const prepared = (await executor.prepare?.(ctx, call)) ?? NOTHING_PREPARED;
    return prepared.state === 'prepared' ? prepared : await recordConnection(ctx, call, executor, prepared);
  } catch (error) {
    const problem = toToolError(error);
    if (!problem) throw error;
    return toRefusal(problem);
  }
}
