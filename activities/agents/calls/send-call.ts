import { evidenceMessages } from '../../../src/agents/approvals/questions.ts';
import { runAtDepth } from '../../../src/platform/call-depth.ts';
import { type GuardedClient, OutboundError } from '../../../src/platform/http/guarded-client.ts';
import { traceToolCall } from '../../../src/platform/telemetry/tool-spans.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { ActivityContext } from '../../context.ts';
import type { CheckedCall } from './check-call.ts';
import { recordConnection } from './connection-unavailable.ts';
import { type CallResult, toToolError } from './outcome.ts';

/** Executes the call with its executor. Throws if the call was aborted or superseded by another attempt. */
export async function sendCall(
  ctx: ActivityContext,
  { call, executor, ready }: CheckedCall,
  http: GuardedClient,
): Promise<CallResult> {
  const endMeasure = ctx.inlineSteps.beginMeasure(call.measureKey);
  try {
    const { id, tool_name: name, tool_type: type } = call.call;
    const result = await traceToolCall({ id, name, type, args: call.args }, () =>
      runAtDepth(call.run, () => executor.execute(ctx, call, http, ready)),
    );
    return await recordConnection(ctx, call, executor, result);
  } catch (error) {
    const outbound = error instanceof OutboundError ? error : undefined;
    const problem = outbound?.reason === 'superseded' ? undefined : toToolError(error);
    if (problem) return { state: 'failed', error: problem, sent: outbound?.sent ?? false };
    if (!call.sideEffects || call.signal.aborted || outbound) throw error;
    ctx.log.warn({ err: error, tool_call_id: call.call.id }, 'a call broke off');
    return { state: 'failed', error: toRunError('BROKEN_OFF', evidenceMessages.evidence_call_broke_off), sent: true };
  } finally {
    endMeasure();
  }
}
