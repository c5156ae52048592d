import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AGENT, Holdfast, ok, PROJECT, type Schemas } from '../client/index.ts';
import type { DatabaseKind } from '../src/platform/local/launch.ts';
import { createModelControl, type ModelControl } from '../test/support/model-server.ts';
import { formatMs, type Row, type Target, toRatioRow } from './cells.ts';
import { type Job, measureInterleaved, type Times } from './measure.ts';
import type { CommonServers, Product } from './servers.ts';

/** Cost of an MCP tool call: alone, and in a run compared with a run that calls a built-in tool. */
export interface McpCost {
  /** The protocol library alone: handshake, one call, end of the session. */
  readonly bare: Times;
  /** A run that calls the built-in HTTP tool with a side effect. */
  readonly builtin: Times;
  readonly mcp: Times;
}

/** Milliseconds that the MCP call adds to the run. */
function getMcpOverheadMs({ builtin, mcp }: McpCost): number {
  return mcp.p50 - builtin.p50;
}

const ARGUMENTS = { message: 'hello' };

export async function measureMcp(
  product: Product,
  common: CommonServers,
  warmUp: number,
  runs: number,
): Promise<McpCost> {
  const jobs = await prepareJobs(product, common);
  return measureInterleaved({ bare: jobs.bare, builtin: jobs.builtin, mcp: jobs.mcp }, warmUp, runs);
}

async function prepareJobs(product: Product, common: CommonServers): Promise<Record<keyof McpCost, Job>> {
  const { orgId, projectId, apiKey } = product.owner;
  const api = new Holdfast({ baseUrl: product.baseUrl, key: apiKey, retries: 0 });
  const path = { org_id: orgId, project_id: projectId };
  const made = await ok(
    api.post(`${PROJECT}/task_mcp_server`, { params: { path }, body: { name: 'Bench', server_url: common.mcpUrl } }),
  );
  const query = { task_mcp_server_id: made.id };
  const { results: tools } = await ok(api.get(`${PROJECT}/task_mcp_tool`, { params: { path, query } }));
  for (const tool of tools)
    await ok(
      api.post(`${PROJECT}/task_mcp_tool/{task_mcp_tool_id}`, {
        params: { path: { ...path, task_mcp_tool_id: tool.id } },
        body: { enabled: true },
      }),
    );
  const { id } = await ok(
    api.post(`${PROJECT}/task-agent`, {
      params: { path },
      body: {
        name: 'Calling',
        instruction: 'Answer.',
        llm_model_id: 'scripted',
        builtin_tools: ['http_request'],
        mcp_servers: [{ task_mcp_server_id: made.id, allowed_tool_ids: null }],
        approval_policy: { default: 'never', rules: [] },
      } as Schemas['AgentCreate'],
    }),
  );
  const model = createModelControl(common.modelUrl);
  const job = async (name: string, args: object): Promise<Job> => {
    const message = await createScript(model, name, args);
    return async () => {
      const params = { path: { ...path, task_agent_id: id } };
      const run = await ok(api.post(`${AGENT}/run`, { params, body: { message } }));
      if (run.output !== `${name} done.`) throw new Error(`answered ${run.output}`);
    };
  };
  return {
    bare: () => callServerDirectly(common.mcpUrl),
    builtin: await job('http_request', { method: 'POST', url: `${common.toolUrl}/mcp` }),
    mcp: await job(`${made.slug}__echo`, ARGUMENTS),
  };
}

async function createScript(model: ModelControl, name: string, args: object): Promise<string> {
  const key = `bench-mcp-${name}`;
  await model.script(key, [{ tool_calls: [{ name, arguments: args }] }, { text: `${name} done.` }]);
  return `Call it. ${model.marker(key)}`;
}

async function callServerDirectly(url: string): Promise<void> {
  const client = new Client({ name: 'bench', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  await client.callTool({ name: 'echo', arguments: ARGUMENTS });
  await transport.terminateSession();
  await client.close();
}

const MCP_TARGET: Target = { native: 1.3, pglite: 1.3 };

/** Baseline: the call alone. Holdfast: what the call adds to a run. */
export function mcpRow(cost: McpCost, database: DatabaseKind): Row {
  const figures = { baseline: cost.bare.p50, holdfast: getMcpOverheadMs(cost) };
  const what = '(l) what an MCP call adds to a run, p50';
  return toRatioRow(what, { ...figures, format: formatMs, target: MCP_TARGET, database });
}
