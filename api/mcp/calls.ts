import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyError } from 'fastify';
import { acceptToolCallRun } from '../../src/agents/runs/tool-call-run.ts';
import { coerceToText, findArgumentProblem } from '../../src/agents/tools/arguments.ts';
import { DEPTH_META } from '../../src/connections/mcp-servers/client/call-tool.ts';
import { type ExposedTool, GET_RUN } from '../../src/mcp/exposed.ts';
import { MCP_TRIGGER } from '../../src/mcp/files.ts';
import { type CallArguments, type RunView, TARGETS, type TargetType } from '../../src/mcp/targets.ts';
import { DEPTH_HEADER, parseDepth } from '../../src/platform/call-depth.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { isId, newId } from '../../src/platform/ids.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { createAuditEvent } from '../plugins/audit.ts';
import { toApiError } from '../plugins/errors.ts';
import { type RunWait, watchRuns, watchUntilDone } from '../plugins/waiting.ts';
import { authenticateMcp, getGrantsOnResource } from './authorize.ts';
import { canElicitUrl, canPollTasks } from './client-capabilities.ts';
import { toText } from './errors.ts';
import { MCP_OPERATION } from './operations.ts';
import { getPendingUrl, toApprovalMessage, toErrorResult, toRunResult } from './results.ts';
import { findVisibleRun } from './runs.ts';
import type { McpSession } from './session.ts';
import type { StateCodec } from './state.ts';
import { toCreatedTask } from './task-records.ts';

/** Milliseconds to wait for a run: shorter than the request timeout of most clients, and with progress notifications. */
const WAIT_MS = 50_000;
const WAIT_WITH_PROGRESS_MS = 1_800_000;

type CallResult = CallToolResult | InputRequiredResult;

/** Calls a tool: starts its run and waits for it. Errors of the call are results; an unknown tool is a protocol error. */
export async function callTool(
  session: McpSession,
  codec: StateCodec,
  name: string,
  args: CallArguments,
  context: ServerContext,
): Promise<CallResult> {
  const tool = session.callable.find((candidate) => candidate.name === name);
  if (name !== GET_RUN && !tool)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool: ${name.slice(0, 100)}`);
  try {
    const continued = context.mcpReq.requestState<{ readonly run_id: string }>();
    if (continued !== undefined) return await followKnownRun(session, continued.run_id, context);
    if (!tool) return await getRun(session, args, context);
    return await runTool(session, codec, tool, args, context);
  } catch (error) {
    const apiError = toApiError(error as FastifyError, session.ctx, session.request);
    if (!apiError) throw error;
    return toErrorResult(toText(apiError));
  }
}

/** A call whose arguments match its tool. */
interface CheckedCall {
  readonly tool: ExposedTool;
  readonly args: CallArguments;
  /** Number of runs above it that the message states. */
  readonly depth: number;
}

/** Checks a call before its run starts. Returns what is wrong, if anything. */
export function checkCall(tool: ExposedTool, given: CallArguments, meta: unknown): CheckedCall | string {
  const args = coerceToText(tool.inputSchema, given);
  const problem = findArgumentProblem(tool.inputSchema, args);
  if (problem !== undefined) return problem.msg;
  return { tool, args, depth: parseDepth(isRecord(meta) ? meta[DEPTH_META] : undefined) };
}

async function runTool(
  session: McpSession,
  codec: StateCodec,
  tool: ExposedTool,
  given: CallArguments,
  context: ServerContext,
): Promise<CallResult> {
  const call = checkCall(tool, given, context.mcpReq._meta);
  if (typeof call === 'string') return toErrorResult(call);
  const id = newId();
  const type = getRunType(tool);
  using watch = watchRuns(session.ctx, TARGETS[type].run, [id]);
  const { started } = await startRun(session, call, id);
  const isDone = (view: RunView) => view.isCompleted || view.isParked;
  const run = await waitForRun(session, type, id, context, { watch, run: { started }, isDone });
  const canOpenPages = canElicitUrl(context);
  if (!run.isCompleted && canPollTasks(context))
    return toCreatedTask(session.ctx, run, { canElicitUrl: canOpenPages }) as unknown as CallToolResult;
  if (!run.isParked || run.requests.length === 0 || !canOpenPages) return toRunResult(session.ctx, run);
  return inputRequired({
    inputRequests: {
      approval: inputRequired.elicitUrl({
        message: toApprovalMessage(run),
        url: getPendingUrl(session.ctx, run),
      }),
    },
    requestState: await codec.mint({ run_id: run.id }, context),
  });
}

/** Returns the result of a run that the caller can see. */
async function getRun(
  session: McpSession,
  { run_id: id }: CallArguments,
  context: ServerContext,
): Promise<CallToolResult> {
  if (typeof id !== 'string' || !isId(id)) return toErrorResult('run_id must be the UUID of a run');
  return followKnownRun(session, id.toLowerCase(), context);
}

async function followKnownRun(session: McpSession, id: string, context: ServerContext): Promise<CallToolResult> {
  const known = await findVisibleRun(session.ctx, session.caller, id);
  if (!known) return toErrorResult(`there is no run ${id} that you can see`);
  using watch = watchRuns(session.ctx, TARGETS[known.type].run, [id]);
  // The run may have ended before the watch.
  watch.wake();
  const isDone = ({ isCompleted }: RunView) => isCompleted;
  return toRunResult(session.ctx, await waitForRun(session, known.type, id, context, { watch, isDone }));
}

/** Accepts the run of a call with the rights of the caller. */
export async function startRun({ ctx, caller, request }: McpSession, call: CheckedCall, id: string) {
  const { tool, args } = call;
  const depth = Math.max(call.depth, parseDepth(request.headers[DEPTH_HEADER]));
  const { type, id: targetId } = tool.target;
  const { run, accept } = TARGETS[getRunType(tool)];
  const { audience: _, ...event } = createAuditEvent(
    { ...MCP_OPERATION, audit: { event: `${run.resource}.started` } },
    request,
    { resource: { type: run.resource, id } },
  );
  const principal = { ...caller, grants: await getGrantsOnResource(ctx, caller, type, targetId) };
  const { clientId } = caller;
  const accepted = { id, principal, clientId, triggerType: MCP_TRIGGER, keyOwner: undefined, event, depth };
  if (tool.attached === undefined) return accept(ctx, targetId, accepted, args);
  const { orgId, projectId } = caller;
  return acceptToolCallRun(ctx, accepted, { orgId, projectId, attached: tool.attached, toolName: tool.name, args });
}

/** Returns the kind of target whose runs a tool starts. A call of a connection is a run of a hidden agent. */
export const getRunType = ({ target: { type } }: ExposedTool): TargetType => (type === 'task' ? 'task' : 'task_agent');

/**
 * Waits for a run and sends progress notifications if the client asked for them. After a long wait the caller is
 * authorized again.
 */
async function waitForRun(
  session: McpSession,
  type: TargetType,
  id: string,
  { mcpReq }: ServerContext,
  wait: Pick<RunWait<RunView>, 'watch' | 'run' | 'isDone'>,
): Promise<RunView> {
  const { ctx, request } = session;
  const progressToken = mcpReq._meta?.progressToken;
  const limitMs = progressToken === undefined ? WAIT_MS : WAIT_WITH_PROGRESS_MS;
  let progress = 0;
  const sendProgress = () => {
    progress += 1;
    const params = { progressToken: progressToken ?? '', progress, message: `the run ${id} continues` };
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = progressToken === undefined ? undefined : setInterval(sendProgress, ctx.config.streamCommentMs);
  const { run: kind, read: readRun } = TARGETS[type];
  const read = () => readRun(ctx.db, id);
  try {
    const signal = AbortSignal.any([session.signal, mcpReq.signal]);
    const waitMs = Math.min(limitMs, ctx.config.runWaitMs || limitMs);
    const reauthorize = async () => {
      await authenticateMcp(ctx, request);
      orNotFound(await findVisibleRun(ctx, request.caller, id), kind.resource, id);
    };
    const run = await watchUntilDone(ctx, { ...wait, read, waitMs, signal, reauthorize });
    return orNotFound(run, kind.resource, id);
  } finally {
    clearInterval(timer);
  }
}
