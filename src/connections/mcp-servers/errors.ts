import { DomainError } from '../../platform/errors.ts';

/** Errors of MCP servers and their tools. */
export const mcpErrors = {
  /** The server cannot be reached or does not implement the protocol. */
  serverFailed: (problem: string) => new DomainError(400, 'MCP_SERVER_FAILED', problem),
  authorizationFailed: (problem: string) => new DomainError(400, 'MCP_AUTHORIZATION_FAILED', problem),
  toolExists: (toolId: string) =>
    new DomainError(409, 'MCP_TOOL_ALREADY_EXISTS', 'the tool exists already; edit it instead', {
      task_mcp_tool_id: toolId,
    }),
};
