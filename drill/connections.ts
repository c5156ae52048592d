import type { IncomingMessage } from 'node:http';
import type { McpScript, McpToolCall } from '../test/support/mcp-server.ts';
import { createRandom } from './random.ts';

/** Connections of the drill's agents: an API with an OpenAPI document, and an MCP server. */
export type ConnectionKey = 'api' | 'mcp';

/** Names of the connections, the prefixes of their tools' names. */
export const CONNECTION_NAMES: Readonly<Record<ConnectionKey, string>> = { api: 'drillapi', mcp: 'drillmcp' };
/** Number of MCP tools whose definitions change. Each planned call of one has its own. */
export const CHANGING_TOOL_COUNT = 40;
/** Share of the calls over a connection that find their key revoked. */
const REVOKED_KEY_SHARE = 0.06;

const ARGUMENTS = {
  type: 'object',
  properties: { tag: { type: 'string' }, version: { type: 'string' }, amount: { type: 'integer' } },
  required: ['tag', 'version', 'amount'],
};

/** Valid keys and current tool definitions of the outside world. */
export interface Connections {
  /** Currently valid key of each connection. */
  readonly keys: Readonly<Record<ConnectionKey, string>>;
  /** Returns whether a request has the valid key. A call with a tag may find its key revoked. */
  lets(connection: ConnectionKey, request: IncomingMessage, tag: string | undefined): boolean;
  /** Changes the definition of the n-th changing tool. */
  change(n: number): void;
  /** Returns the current definitions of the MCP server's tools. */
  definitions(): readonly object[];
}

export function startConnections(seed: string, note: (what: string) => void): Connections {
  const keys = { api: 'first-api', mcp: 'first-mcp' };
  const asked = new Map<string, number>();
  const versions = Array.from({ length: CHANGING_TOOL_COUNT }, () => 1);
  return {
    keys,
    lets(connection, request, tag) {
      const nth = (asked.get(tag ?? '') ?? 0) + 1;
      if (tag !== undefined) asked.set(tag, nth);
      const random = createRandom(`${seed}/key/${tag}/${nth}`);
      if (tag !== undefined && nth <= 2 && random.chance(REVOKED_KEY_SHARE))
        keys[connection] = `${connection}-${tag}-${nth}`;
      const isRight = request.headers.authorization === `Bearer ${keys[connection]}`;
      if (!isRight) note('unauthorised');
      return isRight;
    },
    change(n) {
      versions[n] = (versions[n] ?? 1) + 1;
      note('redefined');
    },
    definitions: () => [
      { name: 'perform', description: 'Performs it.', inputSchema: ARGUMENTS },
      ...versions.map((version, n) => ({
        name: toChangingToolName(n),
        description: `Performs it, the ${version}. way.`,
        inputSchema: ARGUMENTS,
      })),
    ],
  };
}

/** Returns the name of the n-th changing tool. */
export function toChangingToolName(n: number): string {
  return `fickle_${n}`;
}

/** Creates the tools of the MCP server. */
export function createMcpTools(
  connections: Connections,
  perform: (call: McpToolCall) => Promise<void>,
): Pick<McpScript, 'pages' | 'handlers'> {
  const names = ['perform', ...Array.from({ length: CHANGING_TOOL_COUNT }, (_, n) => toChangingToolName(n))];
  return {
    pages: () => ({ tools: [...connections.definitions()] }),
    handlers: Object.fromEntries(names.map((name) => [name, perform])),
  };
}

/** Creates the OpenAPI document of the API. */
export function createApiDocument(url: string): object {
  const path = { name: 'tag', in: 'path', required: true, schema: { type: 'string' } };
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
  const schema = {
    ...ARGUMENTS,
    properties: { version: ARGUMENTS.properties.version, amount: ARGUMENTS.properties.amount },
    required: ['version', 'amount'],
  };
  return {
    openapi: '3.1.0',
    info: { title: CONNECTION_NAMES.api, version: '1' },
    servers: [{ url }],
    paths: {
      '/api/{tag}': {
        post: {
          operationId: 'perform',
          description: 'Performs it.',
          parameters: [path, key],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { 200: { description: 'It was performed.' } },
        },
      },
    },
  };
}
