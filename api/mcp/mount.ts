import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toAuthUrl } from '../../src/identity/oauth/address.ts';
import { MCP_SCOPES, toMcpUrl } from '../../src/identity/oauth/resource.ts';
import { errors } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import type { ApiContext } from '../context.ts';
import { destroyWhenStalled } from '../plugins/sse.ts';
import { assertScope, authenticateMcp } from './authorize.ts';
import { RPC_CODES, sendRpc, sendRpcError } from './errors.ts';
import { MCP_OPERATION, toMetadataPath } from './operations.ts';
import { type McpSession, openSession } from './session.ts';

/** Mounts the MCP server of each project and the metadata that leads OAuth clients to the authorization server. */
export function mountMcp(app: FastifyInstance, ctx: ApiContext): void {
  const closing = new AbortController();
  // Clients that wait get the ID of the run instead of its result.
  app.addHook('preClose', async () => closing.abort());
  let opening: Promise<McpHttpHandler> | undefined;
  const open = () => {
    opening ??= import('./server.ts').then(({ openMcpServer }) =>
      openMcpServer((error) => ctx.log.debug({ err: error }, 'the MCP server rejected a message')),
    );
    return opening;
  };
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_OPERATION.path.replace('{project_id}', ':project_id'),
    config: { operation: MCP_OPERATION },
    errorHandler: (error: FastifyError, request, reply) => sendRpcError(ctx, error, request, reply),
    onRequest: async (request, reply) => {
      if (!isOriginAllowed(ctx, request))
        return sendRpc(reply, 403, RPC_CODES.request, 'CORS_ORIGINS does not contain the origin of this page');
      await authenticateMcp(ctx, request);
      request.isArriving = !request.raw.complete;
      return undefined;
    },
    // A sender can delay its body for minutes, and lose its permissions meanwhile.
    preValidation: async (request) => {
      if (request.isArriving) await authenticateMcp(ctx, request);
    },
    handler: async (request, reply) => handleMessage(ctx, await open(), closing.signal, request, reply),
  });
  app.get(toMetadataPath(ctx.config.publicUrl, ':project_id'), (request, reply) => sendMetadata(ctx, request, reply));
}

/** Whether a program sent a request, or a page of an allowed origin. Programs send no Origin. */
function isOriginAllowed({ config }: ApiContext, { headers: { origin } }: FastifyRequest): boolean {
  return origin === undefined || origin === new URL(config.publicUrl).origin || config.corsOrigins.includes(origin);
}

async function handleMessage(
  ctx: ApiContext,
  server: McpHttpHandler,
  closing: AbortSignal,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (Array.isArray(request.body))
    return sendRpc(reply, 400, RPC_CODES.invalidRequest, 'batches are not supported: send one message per request');
  const disconnect = new AbortController();
  // Emitted once per response, while a kept-alive socket outlives many.
  reply.raw.once('close', () => disconnect.abort());
  if (reply.raw.destroyed) disconnect.abort();
  const session = await openSession(ctx, request, reply, AbortSignal.any([disconnect.signal, closing]));
  await assertScopeOfCall(session);
  if (mayStayOpen(request.body)) request.server.countStream(request, reply);
  const webRequest = toWebRequest(ctx, request, disconnect.signal);
  const { answerTaskRequest } = await import('./tasks.ts');
  const answer = await answerTaskRequest(session, webRequest);
  if (answer) return reply.send(answer);
  const response = await server.fetch(webRequest, {
    authInfo: { token: '', clientId: request.caller.credentialId, scopes: [], extra: { session } },
    parsedBody: request.body,
  });
  destroyWhenStalled(ctx, reply);
  reply.header('x-accel-buffering', 'no');
  return reply.send(response);
}

/** Converts a request without its body, which is already parsed. */
function toWebRequest({ config }: ApiContext, { method, url, headers }: FastifyRequest, signal: AbortSignal): Request {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'authorization' || name === 'content-length' ? [] : [[name, String(value)]],
  );
  return new Request(new URL(url, config.publicUrl), { method, headers: entries, signal });
}

/** Throws a 403 if the message calls a tool for which the credential lacks the scope. */
async function assertScopeOfCall({ ctx, caller, request, tools, callable }: McpSession): Promise<void> {
  const { body } = request;
  if (!isRecord(body) || body.method !== 'tools/call' || !isRecord(body.params)) return;
  const { name } = body.params;
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool && !callable.includes(tool)) await assertScope(ctx, caller, tool);
}

/**
 * Whether the response to a message can last as long as a run: a stream of progress notifications, or a task's result.
 */
function mayStayOpen(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const params = isRecord(body.params) ? body.params : {};
  return body.method === 'tasks/result' || (isRecord(params._meta) && params._meta.progressToken !== undefined);
}

/** Sends the protected resource metadata (RFC 9728). It is the same for every ID, so it reveals no project. */
function sendMetadata({ config: { publicUrl } }: ApiContext, request: FastifyRequest, reply: FastifyReply) {
  const { project_id: id = '' } = request.params as Record<string, string>;
  if (!isId(id)) throw errors.malformedIdentifier('project_id', id);
  return reply.header('access-control-allow-origin', '*').send({
    resource: toMcpUrl(publicUrl, id.toLowerCase()),
    authorization_servers: [toAuthUrl(publicUrl)],
    bearer_methods_supported: ['header'],
    scopes_supported: [...MCP_SCOPES, 'offline_access'],
    resource_name: 'Holdfast MCP server',
  });
}
