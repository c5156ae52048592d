import { type ApprovalFloor, judge } from '../../../src/agents/approvals/policy.ts';
import { argumentsDigest } from '../../../src/agents/approvals/requests.ts';
import { argumentProblems } from '../../../src/agents/problems.ts';
import type { AgentRevisionRow } from '../../../src/agents/queries.ts';
import type { ToolType } from '../../../src/agents/tables.ts';
import { asText, findArgumentProblem, TOO_LONG } from '../../../src/agents/tools/arguments.ts';
import { kindOf, NO_TOOL } from '../../../src/agents/tools/index.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { sealOf, toolDigest } from '../../../src/agents/tools/seal.ts';
import type { NewCall, NewRequest } from '../../../src/agents/turns/turns.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isRecord } from '../../../src/platform/json-schema.ts';
import type { Problem } from '../../../src/platform/messages.ts';
import type { ModelToolCall } from '../../../src/platform/models/gateway.ts';
import { MAX_ARGUMENTS_LENGTH } from '../../../src/platform/models/limits.ts';
import { EVAL_TRIGGER } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { storable, storableValue } from '../../model-settings.ts';
import { actingOf } from '../tools/index.ts';

/** Most calls one turn may ask for. */
const MOST_CALLS = 64;

/** What calls are planned for: a turn by a revision. */
export interface PlannedFor {
  readonly revision: AgentRevisionRow;
  readonly run: { readonly trigger_type: string; readonly floors: readonly ApprovalFloor[] };
}

/** Turns what the model asked for into calls: over at once where it can't be, waiting where a person must decide, else ready. */
export function planCalls(asked: readonly ModelToolCall[], tools: readonly Tool[], turn: PlannedFor): NewCall[] {
  return asked.map((call, index) => planCall(call, index, tools, turn));
}

function planCall(asked: ModelToolCall, index: number, tools: readonly Tool[], turn: PlannedFor): NewCall {
  const tool = tools.find((candidate) => candidate.name === asked.name);
  const given = storableValue(asked.arguments);
  const args = tool && isRecord(given) ? asText(tool.parameters, given) : given;
  const problem = findProblem(asked, index, tool, args);
  if (problem !== undefined || !tool) return refused(asked, args, tool, problem ?? unknownTool(asked));
  return plannedCall(tool, baseOf(asked, args), turn);
}

/** What a call is, whoever planned it. */
export type CallBase = Pick<NewCall, 'id' | 'providerCallId' | 'toolName' | 'arguments'>;

/** A call as the policy has it: waiting where a person must decide, else ready. */
export function plannedCall(tool: Tool, base: CallBase, { revision, run }: PlannedFor): NewCall {
  const call = callOf(tool, base, requestOf(tool, base.arguments, { revision, run }));
  // An eval asks nobody: what was decided in the past run answers when the call is to be made.
  return run.trigger_type === EVAL_TRIGGER ? { ...call, status: 'ready', request: null } : call;
}

/** A call of a tool that waits for the request's decision, where there is one. */
export function callOf(tool: Tool, base: CallBase, request: NewRequest | null): NewCall {
  const childRunId = kindOf(tool.type).childRuns ? newId() : null;
  return {
    ...base,
    toolType: tool.type,
    toolNames: tool.names,
    toolDigest: toolDigest(tool),
    targetId: tool.targetId,
    sideEffects: tool.sideEffects(base.arguments),
    status: request === null ? 'ready' : 'waiting',
    outcome: null,
    result: null,
    request,
    childRunId,
    childRun: request === null && childRunId !== null ? (actingOf(tool).childRun?.(tool, childRunId) ?? null) : null,
  };
}

/** What a person is asked before the call; null where the policy asks nobody, and no floor under it. */
function requestOf(tool: Tool, args: unknown, { revision, run }: PlannedFor): NewRequest | null {
  const sideEffects = tool.sideEffects(args);
  const verdict = judge(revision.approval_policy, run.floors, { names: tool.names, toolType: tool.type, sideEffects });
  if (!verdict.needed) return null;
  return {
    id: newId(),
    toolSchema: tool.parameters,
    argumentsDigest: argumentsDigest(args),
    seal: sealOf({ tool, arguments: args, revisionId: revision.id }),
    effect: sideEffects ? 'irreversible' : 'none',
    rule: verdict.rule,
    onReject: verdict.onReject,
    approvers: verdict.approvers,
    approvalsNeeded: verdict.approvalsNeeded,
    expiresInMs: verdict.expiresInMs ?? null,
  };
}

function findProblem(asked: ModelToolCall, index: number, tool: Tool | undefined, args: unknown): Problem | undefined {
  if (index >= MOST_CALLS) return argumentProblems.too_many_calls({ limit: MOST_CALLS });
  if (!tool) return unknownTool(asked);
  if (asked.malformed !== undefined) {
    const isLong = asked.malformed.length > MAX_ARGUMENTS_LENGTH;
    return isLong ? TOO_LONG : argumentProblems.arguments_not_json;
  }
  if (!isRecord(args)) return argumentProblems.arguments_not_object;
  return findArgumentProblem(tool.parameters, args);
}

const unknownTool = ({ name }: ModelToolCall) => argumentProblems.unknown_tool({ tool: name.slice(0, 64) });

function baseOf(asked: ModelToolCall, args: unknown): CallBase {
  const toolName = storable(asked.name).slice(0, 200);
  return { id: newId(), providerCallId: storable(asked.id).slice(0, 200), toolName, arguments: args ?? {} };
}

/** A call that is over before it began; the model is told why. */
function refused(asked: ModelToolCall, args: unknown, tool: Tool | undefined, problem: Problem): NewCall {
  const type: ToolType = tool?.type ?? NO_TOOL;
  const base = baseOf(asked, args);
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
