import { DomainError } from '../platform/errors.ts';

/** What can go wrong with MCP servers and their tools. */
export const mcpErrors = {
  toolExists: (toolId: string) =>
    new DomainError(409, 'MCP_TOOL_ALREADY_EXISTS', 'this tool of the server is there already; edit it instead', {
      task_mcp_tool_id: toolId,
    }),
};
