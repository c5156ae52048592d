import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json, Tenant, World } from './client.ts';
import { installExtraPackages } from './extra-packages.ts';
import { type McpHandler, type ScriptedMcpServer, startMcpServer } from './mcp-server.ts';
import { allowServer } from './mcp-tools.ts';

/** The official conformance suite. Its only stable release knows revision 2025-11-25 alone. */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/** Installs the suite and returns its command. */
export async function installSuite(): Promise<string> {
  const folder = await installExtraPackages(SUITE);
  return join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
}

/** Failed checks of each scenario that ran. */
export type SuiteResults = ReadonlyMap<string, readonly string[]>;

/** Runs the suite. `onOutput` gets what it prints; if it rejects, the suite is stopped and the error is thrown. */
export async function runSuite(
  suite: string,
  args: readonly string[],
  onOutput: (text: string) => Promise<void> = async () => undefined,
): Promise<SuiteResults> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-conformance-'));
  try {
    await new Promise<void>((resolve, reject) => {
      // The exit code is 1 if a check fails.
      const child = execFile(process.execPath, [suite, ...args, '--output-dir', folder], { cwd: folder }, () =>
        resolve(),
      );
      child.stdout?.on('data', (text: string) => {
        onOutput(text).catch((error: unknown) => {
          reject(error);
          child.kill();
        });
      });
    });
    return await readResults(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readResults(folder: string): Promise<SuiteResults> {
  const results = new Map<string, string[]>();
  for (const path of await readdir(folder, { recursive: true })) {
    const [, scenario] = /^(?:authorization-server|server)-(.*?)-\d{4}-\d\d-\d\dT.*\/checks\.json$/.exec(path) ?? [];
    if (scenario === undefined) continue;
    const checks: Json[] = JSON.parse(await readFile(join(folder, path), 'utf8'));
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => String(id));
    results.set(scenario, [...new Set(failed)].toSorted());
  }
  return results;
}

/** A proxy that adds a credential, which the suite does not send. */
export interface CredentialProxy {
  readonly url: string;
  /** Sets the address that requests are forwarded to. */
  forwardTo(url: string): void;
  close(): void;
}

/** Starts a proxy on a free port. */
export async function startCredentialProxy(key: string): Promise<CredentialProxy> {
  let target = '';
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const outgoing = forward(target, { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    forwardTo(url) {
      target = url;
    },
    close: () => void server.close(),
  };
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const IMAGE = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const text = (words: string) => ({ type: 'text', text: words });
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});
const returns =
  (...content: object[]): McpHandler =>
  ({ answer }) =>
    answer({ content });

/** Time of a call that reports progress. */
const PROGRESS_MS = 1000;

/** The tools that the suite expects, as a server behind the gateway returns them. */
const HANDLERS: Readonly<Record<string, McpHandler>> = {
  test_simple_text: returns(text('This is a simple text response for testing.')),
  test_image_content: returns(IMAGE),
  test_audio_content: returns({ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }),
  test_embedded_resource: returns(resource('test://embedded-resource', 'text/plain', 'An embedded resource.')),
  test_multiple_content_types: returns(
    text('Multiple content types test:'),
    IMAGE,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  test_error_handling: ({ answer }) =>
    answer({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  test_tool_with_progress: async ({ answer }) => {
    await delay(PROGRESS_MS);
    answer({ content: [text('Done.')] });
  },
  json_schema_2020_12_tool: returns(text('Done.')),
  test_custom_headers: returns(text('Done.')),
};

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const SCHEMAS: Readonly<Record<string, object>> = {
  json_schema_2020_12_tool: SCHEMA_2020_12,
  test_custom_headers: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    required: ['region'],
  },
};

/**
 * Starts a server with the tools that the suite expects, and offers them in a project's MCP server under exactly these
 * names instead of those with the name of their server.
 */
export async function exposeSuiteTools(world: World, tenant: Tenant): Promise<ScriptedMcpServer> {
  const mcp = await startMcpServer({
    tools: Object.keys(HANDLERS).map((name) => ({
      name,
      description: `The tool ${name} of the suite.`,
      inputSchema: SCHEMAS[name] ?? { type: 'object' },
    })),
    handlers: HANDLERS,
  });
  const server = await allowServer(tenant, mcp.url);
  for (const [name, { id }] of Object.entries(await server.tools())) {
    const edited = { exposed_to_agents: true, read_only: true };
    const { status, text: problem } = await tenant.owner.post(`${tenant.project}/task_mcp_tool/${id}`, edited);
    if (status !== 200) throw new Error(problem);
    await world.db.updateTable('mcp_tools').set({ offered_name: name }).where('id', '=', id).execute();
  }
  return mcp;
}
