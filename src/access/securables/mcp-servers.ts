import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Who may do what with MCP servers and their tools. */
export const MCP_SERVER_SECURABLES = {
  task_mcp_server: {
    param: 'task_mcp_server_id',
    named: { table: 'mcp_servers', name: 'name' },
    permissions: {
      view: VIEWERS,
      ...MEMBER_PERMISSIONS,
      /** To attach it: what agents do there is done with the server's credential. */
      use: EDITORS,
      edit: EDITORS,
      delete: EDITORS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
