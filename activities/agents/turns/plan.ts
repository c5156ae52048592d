import { type ApprovalFloor, evaluatePolicy } from '../../../src/agents/approvals/policy.ts';
import { toArgumentsDigest } from '../../../src/agents/approvals/requests.ts';
import { argumentProblems } from '../../../src/agents/problems.ts';
import type { AgentRevisionRow } from '../../../src/agents/queries.ts';
import type { ToolType } from '../../../src/agents/tables.ts';
import { coerceToText, findArgumentProblem, TOO_LONG } from '../../../src/agents/tools/arguments.ts';
import { toApprovalDigest, toToolDigest } from '../../../src/agents/tools/digest.ts';
import { getToolKind, NO_TOOL } from '../../../src/agents/tools/index.ts';
import { getCallEffect, type Tool } from '../../../src/agents/tools/kind.ts';
import type { NewCall, NewRequest } from '../../../src/agents/turns/turns.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isRecord } from '../../../src/platform/json-schema.ts';
import type { Problem } from '../../../src/platform/messages.ts';
import type { ModelToolCall } from '../../../src/platform/models/gateway.ts';
import { MAX_ARGUMENTS_LENGTH } from '../../../src/platform/models/limits.ts';
import { EVAL_TRIGGER } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toStorableText, toStorableValue } from '../../model-settings.ts';
import { getExecutor } from '../tools/index.ts';

/** Maximum number of calls per turn. */
const MAX_CALLS_PER_TURN = 64;

/** Context of planned calls. */
interface PlanContext {
  readonly revision: AgentRevisionRow;
  readonly run: { readonly trigger_type: string; readonly floors: readonly ApprovalFloor[] };
}

/** Converts the requested calls of a response: rejected, waiting for approval, or ready. */
export function planCalls(asked: readonly ModelToolCall[], tools: readonly Tool[], turn: PlanContext): NewCall[] {
  return asked.map((call, index) => planCall(call, index, tools, turn));
}

function planCall(asked: ModelToolCall, index: number, tools: readonly Tool[], turn: PlanContext): NewCall {
  const tool = tools.find((candidate) => candidate.name === asked.name);
  const given = toStorableValue(asked.arguments);
  const args = tool && isRecord(given) ? coerceToText(tool.parameters, given) : given;
  const problem = findProblem(asked, index, tool, args);
  if (problem !== undefined || !tool) return toRejectedCall(asked, args, tool, problem ?? unknownTool(asked));
  return planToolCall(tool, toCallBase(asked, args), turn);
}

/** Common fields of a planned call. */
export type CallBase = Pick<NewCall, 'id' | 'providerCallId' | 'toolName' | 'arguments'>;

/** Plans a call by the policy: waiting for approval, else ready. */
export function planToolCall(tool: Tool, base: CallBase, { revision, run }: PlanContext): NewCall {
  const call = toCall(tool, base, toApprovalRequest(tool, base.arguments, { revision, run }));
  // An eval asks nobody: decisions of the past run answer when the call is made.
  return run.trigger_type === EVAL_TRIGGER ? { ...call, status: 'ready', request: null } : call;
}

/** Creates a call that waits for the decision of its request, if there is one. */
export function toCall(tool: Tool, base: CallBase, request: NewRequest | null): NewCall {
  const childRunId = getToolKind(tool.type).childRuns ? newId() : null;
  return {
    ...base,
    toolType: tool.type,
    toolNames: tool.names,
    toolDigest: toToolDigest(tool),
    targetId: tool.targetId,
    sideEffects: tool.sideEffects(base.arguments),
    status: request === null ? 'ready' : 'waiting',
    outcome: null,
    result: null,
    request,
    childRunId,
    childRun: request === null && childRunId !== null ? (getExecutor(tool).childRun?.(tool, childRunId) ?? null) : null,
  };
}

/** Returns the approval request of a call. Null if neither the policy nor a floor requires approval. */
function toApprovalRequest(tool: Tool, args: unknown, { revision, run }: PlanContext): NewRequest | null {
  const sideEffects = tool.sideEffects(args);
  const verdict = evaluatePolicy(revision.approval_policy, run.floors, {
    names: tool.names,
    toolType: tool.type,
    sideEffects,
  });
  if (!verdict.needed) return null;
  return {
    id: newId(),
    toolSchema: tool.parameters,
    argumentsDigest: toArgumentsDigest(args),
    seal: toApprovalDigest({ tool, arguments: args, revisionId: revision.id }),
    effect: getCallEffect(tool, sideEffects),
    rule: verdict.rule,
    onReject: verdict.onReject,
    approvers: verdict.approvers,
    approvalsNeeded: verdict.approvalsNeeded,
    expiresInMs: verdict.expiresInMs ?? null,
  };
}

function findProblem(asked: ModelToolCall, index: number, tool: Tool | undefined, args: unknown): Problem | undefined {
  if (index >= MAX_CALLS_PER_TURN) return argumentProblems.too_many_calls({ limit: MAX_CALLS_PER_TURN });
  if (!tool) return unknownTool(asked);
  if (asked.malformed !== undefined) {
    const isLong = asked.malformed.length > MAX_ARGUMENTS_LENGTH;
    return isLong ? TOO_LONG : argumentProblems.arguments_not_json;
  }
  if (!isRecord(args)) return argumentProblems.arguments_not_object;
  return findArgumentProblem(tool.parameters, args);
}

const unknownTool = ({ name }: ModelToolCall) => argumentProblems.unknown_tool({ tool: name.slice(0, 64) });

function toCallBase(asked: ModelToolCall, args: unknown): CallBase {
  const toolName = toStorableText(asked.name).slice(0, 200);
  return { id: newId(), providerCallId: toStorableText(asked.id).slice(0, 200), toolName, arguments: args ?? {} };
}

/** Creates a call that ends before it begins. The model gets the reason. */
function toRejectedCall(asked: ModelToolCall, args: unknown, tool: Tool | undefined, problem: Problem): NewCall {
  const type: ToolType = tool?.type ?? NO_TOOL;
  const base = toCallBase(asked, args);
  return {
    ...base,
    toolType: type,
    toolNames: tool?.names ?? [base.toolName],
    toolDigest: null,
    targetId: null,
    sideEffects: false,
    status: 'done',
    outcome: 'error',
    result: toRunError('INVALID_TOOL_CALL', problem),
    request: null,
    childRunId: null,
    childRun: null,
  };
}
