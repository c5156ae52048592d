import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Permissions on integrations of a project. `use` allows connecting agents to one. */
export const INTEGRATION_SECURABLES = {
  integration: {
    param: 'integration_id',
    named: { table: 'integrations', name: 'name' },
    permissions: { view: VIEWERS, ...MEMBER_PERMISSIONS, edit: EDITORS, delete: EDITORS, use: EDITORS },
  },
} as const satisfies Record<string, SecurableKind>;

/** Permissions on MCP servers and their tools. */
export const MCP_SERVER_SECURABLES = {
  task_mcp_server: {
    param: 'task_mcp_server_id',
    named: { table: 'mcp_servers', name: 'name' },
    permissions: {
      view: VIEWERS,
      ...MEMBER_PERMISSIONS,
      /** Attaching the server to an agent. The agent calls its tools with the server's credential. */
      use: EDITORS,
      edit: EDITORS,
      delete: EDITORS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
