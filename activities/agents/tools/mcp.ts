import { setTimeout as pause } from 'node:timers/promises';
import { ToolFailure } from '../../../src/agents/builtin/index.ts';
import { type CallInRun, effectiveArguments } from '../../../src/agents/calls/calls.ts';
import type { McpServerTool } from '../../../src/agents/tools/mcp.ts';
import { ReconnectNeeded } from '../../../src/connections/tokens.ts';
import { callTool, type McpAnswer, type SessionKeeper } from '../../../src/mcp-servers/client/call.ts';
import { CALL_DEADLINES } from '../../../src/mcp-servers/client/limits.ts';
import { ShownSecrets } from '../../../src/mcp-servers/client/shown-secrets.ts';
import { McpFailure, type McpTarget } from '../../../src/mcp-servers/client/types.ts';
import { noteVerdict } from '../../../src/mcp-servers/looks.ts';
import { sessionsOf } from '../../../src/mcp-servers/sessions.ts';
import { targetOf } from '../../../src/mcp-servers/target.ts';
import { bestEffort } from '../../../src/platform/best-effort.ts';
import { type GuardedClient, OutboundError } from '../../../src/platform/http/guarded.ts';
import { type Bounds, nextWait } from '../../../src/platform/http/patience.ts';
import type { ActivityContext } from '../../context.ts';
import { heldToWhatWasAllowed } from '../../mcp-servers/looking.ts';
import { progressOf } from '../../mcp-servers/progress.ts';
import { mustReconnect } from '../../mcp-servers/reconnecting.ts';
import { shownResult } from '../../mcp-servers/results.ts';
import { makeHere } from '../calls/making.ts';
import { settle } from '../calls/outcome.ts';
import { whyNotPermitted } from '../calls/rights.ts';
import type { ActingKind } from './kind.ts';

/** How often a server may ask to come again later, and milliseconds that are waited for it in all. */
const BOUNDS: Bounds = { tries: 4, waitMs: 60_000 };
/** Characters of what a tool says of its failure. */
const LONGEST_FAILURE = 8000;

/**
 * Calls of MCP tools. Each may change something unless an editor said that it does not: only these go without the ledger.
 * What a tool answers is data, whatever it says.
 */
export const mcpCalls: ActingKind<McpServerTool> = {
  async call(ctx, loaded, tool, signal) {
    const args = effectiveArguments(loaded.call);
    const leavesTraces = !tool.tool.read_only;
    // What reads in somebody's name needs their rights as well as what writes; the ledger asks for those itself.
    const forbidden = leavesTraces ? undefined : await whyNotPermitted(ctx.db, loaded.call.id);
    if (forbidden) return settle(ctx, loaded, 'error', forbidden);
    const call = new McpToolCall(ctx, loaded, tool, signal);
    const prepare = () => call.prepare(leavesTraces);
    return makeHere(ctx, loaded, { args, leavesTraces, prepare, run: (http) => call.run(http, args) }, signal);
  },
};

class McpToolCall {
  readonly #ctx: ActivityContext;
  readonly #loaded: CallInRun;
  readonly #tool: McpServerTool;
  readonly #signal: AbortSignal;
  readonly #sessions: SessionKeeper;
  #target: McpTarget | undefined;
  /** What the server was shown, in the forms in which it may come back. */
  readonly #shown = new ShownSecrets();

  constructor(ctx: ActivityContext, loaded: CallInRun, tool: McpServerTool, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#loaded = loaded;
    this.#tool = tool;
    this.#signal = signal;
    const { db, ring } = ctx;
    this.#sessions = sessionsOf({ db, ring, runId: loaded.run.id, serverId: tool.server.id });
  }

  /** What goes wrong here leaves no doubt that the call was not made. */
  async prepare(leavesTraces: boolean): Promise<void> {
    const { server } = this.#tool;
    try {
      if (server.auth_status === 'needs_authorization') throw new ReconnectNeeded(server.id, 'it is not authorised');
      this.#target = this.#shown.watched(await targetOf(this.#ctx, server));
      await heldToWhatWasAllowed(this.#ctx, this.#loaded, this.#tool, leavesTraces);
    } catch (error) {
      throw await this.#told(error);
    }
  }

  /** Answers what the model is told. */
  async run(http: GuardedClient, args: unknown): Promise<unknown> {
    const progress = progressOf(this.#ctx, this.#loaded.call);
    try {
      const tell: typeof progress.tell = (told) => progress.tell(this.#shown.clean(told));
      const answer = await this.#patiently(() => this.#send(http, args, tell));
      return await this.#read(answer);
    } catch (error) {
      throw await this.#told(error);
    } finally {
      await progress.written();
    }
  }

  #send(http: GuardedClient, args: unknown, onProgress: ReturnType<typeof progressOf>['tell']): Promise<McpAnswer> {
    const { call } = this.#loaded;
    const { tool } = this.#tool;
    if (!this.#target || !tool.pinned) throw new Error('a call was made before it was prepared');
    return callTool(this.#ctx.http, this.#target, {
      tool: tool.pinned,
      args,
      callId: call.id,
      signal: this.#signal,
      // It alone looks whether the call may still leave; what is said of it besides always may.
      callHttp: http,
      onProgress,
      deadlines: { ...CALL_DEADLINES, silenceMs: this.#ctx.config.mcpSilenceMs },
      sessions: this.#sessions,
    });
  }

  /** Comes again where the server asks to, and did nothing so far. */
  async #patiently(send: () => Promise<McpAnswer>): Promise<McpAnswer> {
    let waitedMs = 0;
    for (let tries = 1; ; tries++) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof McpFailure) || error.end !== 'retry') throw error;
        const wait = nextWait(error.retryAfterMs, { tries, waitedMs }, BOUNDS);
        if (wait === undefined) throw error;
        waitedMs += wait;
        await this.#pause(wait);
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    try {
      await pause(ms, undefined, { signal: this.#signal });
    } catch (cause) {
      throw new OutboundError('aborted', 'the call was cancelled', false, { cause });
    }
  }

  async #read({ result, asks, verdict }: McpAnswer): Promise<unknown> {
    const { server } = this.#tool;
    await bestEffort(this.#ctx.log, 'keep how an MCP server speaks', () => noteVerdict(this.#ctx.db, server, verdict));
    if (asks.length > 0)
      throw new ToolFailure(
        `The server wants to be told something first, which nobody can do here: ${this.#shown.clean(asks.join(' '))}`,
      );
    const shown = this.#shown.clean(await shownResult(this.#ctx, this.#loaded, result));
    if (!result.isError) return shown;
    const said = typeof shown === 'string' ? shown : JSON.stringify(shown);
    throw new ToolFailure(said.slice(0, LONGEST_FAILURE) || 'The tool failed and does not say why.');
  }

  /** An error as the ledger knows it. */
  async #told(error: unknown): Promise<unknown> {
    if (error instanceof ReconnectNeeded) return mustReconnect(this.#ctx, this.#loaded, this.#tool.server);
    if (!(error instanceof McpFailure)) return error;
    if (error.end === 'reconnect')
      return mustReconnect(this.#ctx, this.#loaded, this.#tool.server, error.challenge?.scope);
    if (error.end === 'unknown')
      return new OutboundError('protocol', this.#shown.clean(error.message), true, { cause: error });
    return new ToolFailure(this.#shown.clean(error.end === 'retry' ? laterWords(error) : error.message));
  }
}

function laterWords({ message, retryAfterMs }: McpFailure): string {
  if (retryAfterMs === undefined) return `${message}: it takes no more calls for now`;
  return `${message}: it takes no more calls for ${Math.ceil(retryAfterMs / 1000)} seconds`;
}
