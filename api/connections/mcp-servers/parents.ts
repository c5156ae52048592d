import { findMcpServer } from '../../../src/connections/mcp-servers/queries.ts';
import { findMcpTool, findMcpToolServer } from '../../../src/connections/mcp-servers/tools.ts';
import { parent } from '../../path.ts';

export const MCP_SERVER_PARENTS = {
  task_mcp_server_id: parent({
    description: 'MCP server',
    field: 'task_mcp_server',
    load: (db, { id, caller }) => findMcpServer(db, caller.projectId, id),
  }),
  task_mcp_tool_id: parent({
    description: 'Tool of an MCP server',
    field: 'task_mcp_tool',
    load: (db, { id, caller }) => findMcpTool(db, caller.projectId, id),
    async partOf(db, id) {
      const server = await findMcpToolServer(db, id);
      return server === undefined ? undefined : { type: 'task_mcp_server', id: server };
    },
  }),
};
