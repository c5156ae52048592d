import { Decimal } from 'decimal.js';
import { toRequestEvent } from '../../../src/agents/approvals/requests.ts';
import { toChildRunField, toEndEvents } from '../../../src/agents/calls/calls.ts';
import type { TurnOutcome } from '../../../src/agents/contract.ts';
import { agentFailures, agentWaits } from '../../../src/agents/failures.ts';
import type { NewEvent } from '../../../src/agents/runs/events.ts';
import { getToolKind } from '../../../src/agents/tools/index.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { loadFormatter } from '../../../src/agents/tools/load.ts';
import { toHitEvents } from '../../../src/agents/turns/guarded.ts';
import type { PastCall } from '../../../src/agents/turns/messages.ts';
import { type NewCall, type NewTurn, storeTurn } from '../../../src/agents/turns/turns.ts';
import { databaseNow } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { ModelResponse } from '../../../src/platform/models/gateway.ts';
import { NO_TOKENS } from '../../../src/platform/models/usage.ts';
import type { RunError, WaitingFor } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toWaitingFor } from '../../../src/runs/waiting.ts';
import type { Hit } from '../../../src/tasks/guardrails/hits.ts';
import type { PaidCall } from '../../../src/usage/model-calls.ts';
import type { CallCost } from '../../../src/usage/reservations.ts';
import type { ActivityContext } from '../../context.ts';
import { toStorableText, toStorableValue } from '../../model-settings.ts';
import { FINISHED, type TurnInProgress } from '../calls/outcome.ts';
import { withComputed } from './computed.ts';
import { guardEnd } from './guarding.ts';
import { type CallBase, planCalls, planToolCall, toCall } from './plan.ts';
import type { Step } from './sequence.ts';

/** Result of a turn before it is stored. */
interface TurnResult {
  readonly text: string;
  readonly calls: readonly NewCall[];
  /** Guardrail hits in its output. */
  readonly hits: readonly Hit[];
  /** Set for the last turn of a run. */
  readonly end?: { readonly output: string | null; readonly formatted?: unknown; readonly error: RunError | null };
}

/** A turn with the guarded response of its model. */
export interface GuardedAnswer extends TurnInProgress {
  readonly answer: ModelResponse;
  readonly modelId: string;
  readonly cost: CallCost;
  /** Its payment. Undefined once it is charged. */
  readonly call: PaidCall | undefined;
  readonly hits: readonly Hit[];
}

/** Stores a turn with a model response. Returns undefined if the attempt was superseded. */
export async function storeModelTurn(
  ctx: ActivityContext,
  guarded: GuardedAnswer,
  rest: readonly NewEvent[],
  tools: readonly Tool[],
): Promise<TurnOutcome | undefined> {
  const { answer, modelId, cost, call, hits, ...begun } = guarded;
  const text = toStorableText(answer.text);
  const calls = await withComputed(ctx, planCalls(answer.toolCalls, tools, begun), begun);
  const formatter = calls.length === 0 ? await planFormatterCall(ctx, begun, text) : undefined;
  const planned = formatter ? [formatter] : calls;
  const end = planned.length > 0 ? undefined : { output: text, error: null };
  const stored = await persistTurn(ctx, begun, { text, calls: planned, end, hits }, rest, {
    cost,
    charge: call === undefined ? FREE : cost,
    warnings: answer.warnings,
    modelMs: Math.round(answer.totalMs),
    firstTokenMs: answer.firstDeltaMs === null ? null : Math.round(answer.firstDeltaMs),
    assistant: toStorableValue(answer.message),
    sources: answer.sources,
    finish: answer.finish,
    modelId,
    // The final text of a run is its output. The formatter then formats it.
    output: formatter ? text : null,
  });
  return stored ? toOutcome(planned, end !== undefined) : undefined;
}

/** Stores a turn of a sequential agent: one task after the other, by the approval policy. */
export async function storeFixedTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  step: Step,
  hits: readonly Hit[],
): Promise<TurnOutcome> {
  const result: TurnResult =
    step.kind === 'call'
      ? { text: '', calls: [planToolCall(step.tool, toStepCall(step.tool, step.input), begun)], hits }
      : { text: step.output ?? '', calls: [], end: step, hits };
  const rest: NewEvent[] =
    result.text === '' ? [] : [{ kind: 'text', turn: begun.turn, payload: { text: result.text, turn: begun.turn } }];
  await persistTurn(ctx, begun, result, rest, NO_MODEL);
  return toOutcome(result.calls, result.end !== undefined);
}

/** Ends a run whose formatter has returned. */
export async function finishFormatted(
  ctx: ActivityContext,
  turn: TurnInProgress,
  formatter: PastCall,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const failed = formatter.outcome !== 'success';
  const { begun, value, hits } = await guardEnd(ctx, turn, failed ? null : formatter.result, signal);
  const end = {
    output: begun.run.output,
    formatted: failed ? undefined : value,
    error: failed ? toRunError('FORMATTER_FAILED', agentFailures.formatter_failed) : null,
  };
  const events: NewEvent[] = failed
    ? []
    : [{ kind: 'formatted_output', turn: begun.turn, payload: { formatted_output: value } }];
  await persistTurn(ctx, begun, { text: '', calls: [], end, hits }, events, NO_MODEL);
  return toOutcome([], true);
}

type ModelPart = Pick<
  NewTurn,
  | 'assistant'
  | 'finish'
  | 'modelId'
  | 'cost'
  | 'charge'
  | 'warnings'
  | 'sources'
  | 'modelMs'
  | 'firstTokenMs'
  | 'output'
>;

const FREE: CallCost = { ...NO_TOKENS, credits: '0' };

const NO_MODEL: ModelPart = {
  assistant: null,
  finish: null,
  modelId: null,
  cost: FREE,
  charge: FREE,
  warnings: [],
  sources: [],
  modelMs: 0,
  firstTokenMs: null,
  output: null,
};

function persistTurn(
  ctx: ActivityContext,
  begun: TurnInProgress,
  result: TurnResult,
  first: readonly NewEvent[],
  model: ModelPart,
): Promise<boolean> {
  const { run, turn } = begun;
  const { calls, end } = result;
  const waiting = calls.filter((call) => call.status === 'waiting');
  const parked = waiting.length > 0 && !calls.some((call) => call.status === 'ready');
  const status = end ? (end.error === null ? 'completed' : 'failed') : parked ? 'waiting_for_human' : 'running';
  const endedRun = {
    ...run,
    status: status as typeof run.status,
    output: end?.output ?? null,
    input_tokens: run.input_tokens + model.charge.inputTokens,
    output_tokens: run.output_tokens + model.charge.outputTokens,
    charged_credits: new Decimal(run.charged_credits).plus(model.charge.credits).toFixed(),
    usage_estimated: run.usage_estimated || (model.charge.estimated ?? false),
  };
  return storeTurn(ctx.db, {
    ...model,
    run,
    turn,
    text: result.text,
    notes: run.next_messages,
    calls,
    events: [
      ...first,
      ...toHitEvents(result.hits, turn),
      ...calls.flatMap((call) => callEvents(call, turn)),
      ...(end ? toEndEvents(endedRun, turn, end.error) : []),
    ],
    status,
    waitingFor: parked ? toApprovalWait(waiting) : null,
    output: end?.output ?? model.output,
    formattedOutput: end?.formatted ?? null,
    error: end?.error ?? null,
    hits: result.hits,
  });
}

function toApprovalWait(waiting: readonly NewCall[]): WaitingFor {
  const lives = waiting.flatMap((call) => (call.request?.expiresInMs == null ? [] : [call.request.expiresInMs]));
  const deciders = new Set(waiting.flatMap((call) => call.request?.approvers ?? []));
  const tools = waiting.map(({ toolName }) => toolName);
  const detail = agentWaits.wait_approval({ tools, roles: [...deciders].sort() });
  return toWaitingFor('approval', detail, lives.length === 0 ? undefined : Math.min(...lives));
}

function callEvents(call: NewCall, turn: number): NewEvent[] {
  const about = { tool_call_id: call.id, tool_name: call.toolName };
  const shown = {
    ...about,
    tool_type: getToolKind(call.toolType).type,
    arguments: call.arguments,
  };
  const events: NewEvent[] = [{ kind: 'tool_call', turn, payload: { ...shown, ...toChildRunField(call.childRunId) } }];
  if (call.request) {
    const { id, expiresInMs } = call.request;
    const expiresAt = expiresInMs === null ? null : new Date(databaseNow() + expiresInMs);
    events.push(toRequestEvent(turn, id, { kind: 'tool_call', ...shown }, expiresAt));
  }
  if (call.status === 'done')
    events.push({ kind: 'tool_result', turn, payload: { ...about, outcome: call.outcome, result: call.result } });
  return events;
}

function toOutcome(calls: readonly NewCall[], finished: boolean): TurnOutcome {
  if (finished) return FINISHED;
  const open = calls.filter((call) => call.status !== 'done');
  return {
    state: 'calls',
    calls: open.map((call) => ({
      callId: call.id,
      taskRunId: call.childRun?.id,
      approval:
        call.request === null
          ? undefined
          : { requestId: call.request.id, expiresInMs: call.request.expiresInMs ?? undefined },
    })),
  };
}

/** Creates a call that no model requested. */
function toStepCall(tool: Tool, input: Record<string, unknown>): CallBase {
  const id = newId();
  return { id, providerCallId: id, toolName: tool.name, arguments: input };
}

/** Plans the call of the agent's output formatter on its final text, if it has one. */
async function planFormatterCall(
  ctx: ActivityContext,
  { run, revision }: TurnInProgress,
  text: string,
): Promise<NewCall | undefined> {
  const formatter = await loadFormatter(ctx.db, run.project_id, revision);
  if (!formatter) return undefined;
  const variables = Object.keys(formatter.parameters.properties ?? {});
  const input = Object.fromEntries(variables.map((name) => [name, text]));
  return toCall(formatter, toStepCall(formatter, input), null);
}
