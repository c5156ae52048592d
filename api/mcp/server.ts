import { createRequire } from 'node:module';
import { createMcpHandler, type McpHttpHandler, Server } from '@modelcontextprotocol/server';
import { callTool } from './calls.ts';
import { TASKS_EXTENSION } from './client-capabilities.ts';
import { listResources, readResource } from './resources.ts';
import { GET_RUN_TOOL, toDefinition } from './results.ts';
import type { McpSession } from './session.ts';
import { createStateCodec } from './state.ts';
import { registerTaskExtension } from './task-extension.ts';
import { TASKS_CAPABILITY } from './tasks.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

const SERVER_INFO = { name: 'holdfast', title: 'Holdfast', version };

const INSTRUCTIONS =
  'Each tool starts a run of a task or an agent. If a result says that the run has not ended, call get_run with its run_id; do not start it again.';

/**
 * Opens the MCP server. It keeps no sessions: each request gets a server object with the tools of its caller. It offers
 * no notifications, so a subscription is acknowledged without any and ends at once.
 */
export function openMcpServer(onError: (error: Error) => void): McpHttpHandler {
  return createMcpHandler(({ authInfo, era }) => createServer(authInfo?.extra?.session as McpSession, era), {
    onerror: onError,
  });
}

function createServer(session: McpSession, era: 'legacy' | 'modern'): Server {
  const hasTasks = era === 'legacy';
  const codec = createStateCodec(session);
  const server = new Server(SERVER_INFO, {
    capabilities: {
      tools: {},
      resources: {},
      ...(hasTasks ? { tasks: TASKS_CAPABILITY } : { extensions: { [TASKS_EXTENSION]: {} } }),
    },
    instructions: INSTRUCTIONS,
    requestState: { verify: codec.verify },
  });
  server.setRequestHandler('tools/list', () => ({
    tools: [...session.callable.map((tool) => toDefinition(tool, hasTasks)), GET_RUN_TOOL],
  }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(session, codec, params.name, params.arguments ?? {}, context),
  );
  server.setRequestHandler('resources/list', () => listResources(session));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(session, params.uri));
  if (!hasTasks) registerTaskExtension(server, session);
  return server;
}
