import { expect } from 'vitest';
import { eventually, type Json, type Tenant, type World } from './client.ts';
import { postMessage, toEndpoint } from './mcp-endpoint.ts';
import type { AllowedServer } from './mcp-tools.ts';

/** Exposes a tool of a server at the project's MCP server, and returns its name there. */
export async function exposeTool(
  tenant: Tenant,
  server: AllowedServer,
  name: string,
  fields: object = {},
): Promise<string> {
  const { id } = (await server.tools())[name] ?? {};
  const path = `${tenant.project}/task_mcp_tool/${id}`;
  expect((await tenant.owner.post(path, { exposed_to_agents: true, ...fields })).status).toBe(200);
  return `${server.slug}__${name}`;
}

/** Calls of the project's MCP server by a client of revision 2025-11-25, each as a task whose ID is that of its run. */
export function createGatewayCalls(world: World, tenant: Tenant) {
  const headers = { authorization: `Bearer ${tenant.key}`, 'mcp-protocol-version': '2025-11-25' };
  const send = async (method: string, params: Json): Promise<Json> => {
    const { body } = await postMessage(toEndpoint(world, tenant), { jsonrpc: '2.0', id: 1, method, params }, headers);
    expect(body, method).toMatchObject({ result: expect.any(Object) });
    return body.result;
  };
  // Calls of connections are runs of the project's hidden agent, which has no lists.
  const path = `${tenant.project}/task-agent/${tenant.projectId}`;
  const requests = async (runId: string): Promise<Json[]> =>
    (await tenant.owner.get(`${tenant.project}/task-agent/approval-request?run_id=${runId}`)).body.results.reverse();
  const getTask = (taskId: string) => send('tasks/get', { taskId });
  return {
    start: async (name: string, args: Json = {}): Promise<string> =>
      (await send('tools/call', { name, arguments: args, task: {} })).task.taskId,
    /** Returns the task once it matches. */
    waitForTask: (taskId: string, fits: (task: Json) => boolean) => eventually(() => getTask(taskId), fits),
    /** Waits for the result of the call. */
    result: (taskId: string) => send('tasks/result', { taskId }),
    cancel: (taskId: string) => send('tasks/cancel', { taskId }),
    /** Returns the path of the call's run. */
    toRunPath: (taskId: string) => `${path}/run/${taskId}`,
    requests,
    effects: async (taskId: string): Promise<Json[]> =>
      (await tenant.owner.get(`${path}/run/${taskId}/effects`)).body.results,
    /** Decides the newest request of the call, once there are this many. */
    async decide(taskId: string, verdict: 'approve' | 'reject', count = 1): Promise<void> {
      const found = await eventually(
        () => requests(taskId),
        (rows) => rows.length === count,
      );
      const decided = await tenant.owner.post(`${path}/approval-request/${found.at(-1)?.id}/${verdict}`, {});
      expect(decided.status).toBe(200);
    },
  };
}
