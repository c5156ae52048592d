import type { Operation } from '../../operation.ts';
import { MCP_AUTHORIZATION_OPERATIONS } from './authorization.ts';
import { MCP_CALLBACK_OPERATIONS } from './callback.ts';
import { MCP_CATALOG_OPERATIONS } from './catalog.ts';
import { MCP_DISCOVERY_OPERATIONS } from './discovery.ts';
import { MCP_SERVER_RECORD_OPERATIONS } from './servers.ts';
import { MCP_TOOL_OPERATIONS } from './tools.ts';

export const MCP_SERVER_OPERATIONS: readonly Operation[] = [
  ...MCP_SERVER_RECORD_OPERATIONS,
  ...MCP_CATALOG_OPERATIONS,
  ...MCP_DISCOVERY_OPERATIONS,
  ...MCP_AUTHORIZATION_OPERATIONS,
  ...MCP_CALLBACK_OPERATIONS,
  ...MCP_TOOL_OPERATIONS,
];
