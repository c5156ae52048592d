import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExposedTool, listExposedTools } from '../../src/mcp/exposed.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { assertCanUse, filterCallable } from './authorize.ts';

/** One request to an MCP server with its authenticated caller. */
export interface McpSession {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** All tools of the project. */
  readonly tools: readonly ExposedTool[];
  /** Tools that the caller can call. */
  readonly callable: readonly ExposedTool[];
  /** Aborts when the client disconnects or the process stops. The runs continue. */
  readonly signal: AbortSignal;
}

/** Loads the tools of an authenticated request. Throws a 403 if the caller has no access to the project. */
export async function openSession(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<McpSession> {
  const { caller } = request;
  const tools = await listExposedTools(ctx.db, caller.projectId);
  await assertCanUse(ctx, caller, tools);
  return { ctx, request, reply, caller, tools, callable: await filterCallable(ctx, caller, tools), signal };
}
