import type { McpServerTool } from '../../../src/agents/tools/mcp.ts';
import { settle } from '../calls/outcome.ts';
import type { ActingKind } from './kind.ts';

/** Calls of MCP tools. */
export const mcpCalls: ActingKind<McpServerTool> = {
  call: (ctx, loaded) =>
    settle(ctx, loaded, 'error', { reason: 'NOT_AVAILABLE', message: 'tools of MCP servers are not called here yet' }),
};
