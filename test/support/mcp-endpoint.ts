import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json, Tenant, World } from './client.ts';

/** Connection of an MCP client to a project's MCP server. */
export interface McpConnection extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool and returns its result. */
  call(name: string, args?: Json, options?: object): Promise<Json>;
  /** Returns the sorted names of the tools. */
  names(): Promise<string[]>;
}

/** Returns the address of a project's MCP server. */
export const toEndpoint = (world: Pick<World, 'stack'>, { projectId }: Pick<Tenant, 'projectId'>) =>
  `${world.stack.baseUrl}/mcp/${projectId}`;

/** Connects the official client, by default with the newest protocol revision. */
export async function connectMcp(
  url: string,
  credential: string | undefined,
  options: ClientOptions = { versionNegotiation: { mode: 'auto' } },
): Promise<McpConnection> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const headers: Record<string, string> = credential === undefined ? {} : { authorization: `Bearer ${credential}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return {
    client,
    call: (name, args = {}, extra = {}) => client.callTool({ name, arguments: args }, extra) as Promise<Json>,
    names: async () => (await client.listTools()).tools.map((tool) => tool.name).sort(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Sends a message without a client library. */
export async function postMessage(
  url: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Json }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, headers: response.headers, body: data === '' ? undefined : JSON.parse(data) };
}
