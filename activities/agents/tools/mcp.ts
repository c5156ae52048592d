import { setTimeout as pause } from 'node:timers/promises';
import type { McpServerTool } from '../../../src/agents/tools/mcp.ts';
import { callTool, type McpCallResult } from '../../../src/connections/mcp-servers/client/call-tool.ts';
import { CALL_DEADLINES } from '../../../src/connections/mcp-servers/client/limits.ts';
import { SentSecrets } from '../../../src/connections/mcp-servers/client/sent-secrets.ts';
import { McpFailure, type McpTarget } from '../../../src/connections/mcp-servers/client/types.ts';
import { storeVerdict } from '../../../src/connections/mcp-servers/refresh-tools.ts';
import { createSessionStore } from '../../../src/connections/mcp-servers/sessions.ts';
import { createServerTarget } from '../../../src/connections/mcp-servers/target.ts';
import { ReconnectRequiredError } from '../../../src/connections/tokens.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import { getNextDelayMs, type RetryLimits } from '../../../src/platform/http/backoff.ts';
import { toConnectionSubject } from '../../../src/runs/outages.ts';
import { createProgressWriter } from '../../connections/mcp-servers/progress.ts';
import { createReconnectWait } from '../../connections/mcp-servers/reconnect-wait.ts';
import { toToolResult } from '../../connections/mcp-servers/results.ts';
import { findToolProblem } from '../../connections/mcp-servers/tool-problem.ts';
import type { ActivityContext } from '../../context.ts';
import { toUnavailableResult } from '../calls/connection-unavailable.ts';
import { type CallResult, toFailure, toSuccess } from '../calls/outcome.ts';
import type { ToolCall, ToolExecutor } from './kind.ts';

/** Retries while a server is busy, and their total wait in milliseconds. */
const RETRY_LIMITS: RetryLimits = { maxAttempts: 4, maxWaitMs: 60_000 };
/** Maximum length of a tool's failure text in characters. */
const MAX_FAILURE_LENGTH = 8000;

type McpToolCall = ToolCall<McpServerTool>;

/** A server that is ready for calls. */
interface ReadyServer {
  readonly target: McpTarget;
  /** Secrets that were sent to the server, in all forms in which its response can contain them. */
  readonly secrets: SentSecrets;
}

/**
 * Executes calls of MCP tools. Each can have side effects unless an editor marked it as read-only. Results are data
 * only.
 */
export const mcpExecutor: ToolExecutor<McpServerTool, ReadyServer> = {
  // Reads on behalf of a person require their permissions as writes do.
  needsRights: true,
  connectionOf: ({ tool: { server } }) => toConnectionSubject('mcp_server', server.id, server.name, server.server_url),
  async prepare(ctx, call) {
    const { server } = call.tool;
    const secrets = new SentSecrets();
    try {
      if (server.auth_status === 'needs_authorization')
        throw new ReconnectRequiredError(server.id, 'it is not authorised');
      const target = secrets.watch(await createServerTarget(ctx, server));
      return (await findToolProblem(ctx, call)) ?? { state: 'prepared', ready: { target, secrets } };
    } catch (error) {
      return toErrorResult(ctx, call, error, secrets);
    }
  },
  async execute(ctx, called, http, { target, secrets }) {
    const { call, run, args, signal, tool } = called;
    const pinned = tool.tool.pinned;
    if (!pinned) throw new Error(`the MCP tool ${tool.name} has no pinned definition`);
    const progress = createProgressWriter(ctx, call);
    const request = {
      tool: pinned,
      args,
      callId: call.id,
      depth: run.depth + 1,
      signal,
      // Only the call itself has a send window. Other messages of the session can always be sent.
      callHttp: http,
      onProgress: (update: Parameters<typeof progress.report>[0]) => progress.report(secrets.redact(update)),
      deadlines: { ...CALL_DEADLINES, silenceMs: ctx.config.mcpIdleTimeoutMs },
      sessions: createSessionStore({ db: ctx.db, ring: ctx.ring, runId: run.id, serverId: tool.server.id }),
    };
    try {
      const answer = await retryWhileBusy(() => callTool(ctx.http, target, request), called);
      return await readAnswer(ctx, called, answer, secrets);
    } catch (error) {
      return await toErrorResult(ctx, called, error, secrets);
    } finally {
      await progress.written();
    }
  },
};

/** Repeats a call while the server is busy and did nothing. A call that may wait for its connection parks instead. */
async function retryWhileBusy(
  send: () => Promise<McpCallResult>,
  { signal, maxWaitMs }: Pick<McpToolCall, 'signal' | 'maxWaitMs'>,
): Promise<McpCallResult> {
  let waitedMs = 0;
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof McpFailure) || error.end !== 'retry' || (error.isAway && maxWaitMs > 0)) throw error;
      const wait = getNextDelayMs(error.retryAfterMs, { attempts: tries, waitedMs }, RETRY_LIMITS);
      if (wait === undefined) throw error;
      waitedMs += wait;
      await pause(wait, undefined, { signal });
    }
  }
}

async function readAnswer(
  ctx: ActivityContext,
  called: McpToolCall,
  { result, questions: asks, verdict }: McpCallResult,
  secrets: SentSecrets,
): Promise<CallResult> {
  await runBestEffort(ctx.log, 'store the protocol of an MCP server', () =>
    storeVerdict(ctx.db, called.tool.server, verdict),
  );
  if (asks.length > 0) {
    const question = secrets.redact(asks.join(' '));
    return toolFailed(`The server requests input, which is not supported here: ${question}`);
  }
  const shown = secrets.redact(await toToolResult(ctx, called, result));
  if (!result.isError) return toSuccess(shown);
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return toolFailed(text.slice(0, MAX_FAILURE_LENGTH) || 'The tool failed without a message.');
}

const toolFailed = (message: string): CallResult => toFailure('TOOL_FAILED', message);

/** Returns the result of a call whose server failed. Throws other errors. */
async function toErrorResult(
  ctx: ActivityContext,
  call: McpToolCall,
  error: unknown,
  secrets: SentSecrets,
): Promise<CallResult> {
  if (error instanceof ReconnectRequiredError) return createReconnectWait(ctx, call);
  if (!(error instanceof McpFailure)) throw error;
  const message = secrets.redact(error.message);
  const result = await toFailureResult(ctx, call, error, message);
  const { retryAfterMs } = error;
  return error.isAway
    ? toUnavailableResult(call, { provider: call.tool.server.name, message, retryAfterMs }, result)
    : result;
}

async function toFailureResult(
  ctx: ActivityContext,
  call: McpToolCall,
  error: McpFailure,
  message: string,
): Promise<CallResult> {
  if (error.end === 'reconnect') return createReconnectWait(ctx, call, error.challenge?.scope);
  if (error.end === 'unknown') return { state: 'failed', error: { reason: 'PROTOCOL', message }, sent: true };
  if (error.end !== 'retry') return toolFailed(message);
  const forHowLong = error.retryAfterMs === undefined ? 'now' : `${Math.ceil(error.retryAfterMs / 1000)} seconds`;
  return toolFailed(`${message}: it accepts no calls for ${forHowLong}`);
}
