import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../src/platform/json.ts';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { type EchoApi, startEchoApi } from '../support/echo-api.ts';
import { deliver } from '../support/hooks.ts';
import { startMcpServer } from '../support/mcp-server.ts';
import { allowServer, makeAgentWithServer } from '../support/mcp-tools.ts';

const ID = '8202522731445525542';
const NEXT_ID = '8202522731445525543';

let world: World;
let tenant: Tenant;
let api: EchoApi;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  api = await startEchoApi();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await world.close();
});

/** An agent with one API operation that accepts an object with an integer `id`. */
async function agentWithApi(approval_policy: object) {
  const schema = { type: 'object', properties: { id: { type: 'integer', format: 'int64' } }, required: ['id'] };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const responses = { 200: { description: 'done' } };
  const path = { parameters: [{ name: 'after', in: 'query', schema: { type: 'integer' } }] };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    servers: [{ url: api.url }],
    paths: { '/orders': { ...path, post: { operationId: 'order', responses, requestBody } } },
  };
  const made = await tenant.owner.post(`${tenant.project}/integration`, { type: 'openapi', config: { document } });
  expect(made, made.text).toMatchObject({ status: 200 });
  const at = `${tenant.project}/integration/${made.body.id}`;
  const { body: all } = await tenant.owner.get(`${at}?include_disabled_tools=true`);
  const ids = all.available_tools.map((tool: Json) => tool.id);
  const { body } = await tenant.owner.post(at, { config: { enabled_tools: ids } });
  const agent = await makeAgent(tenant, { integrations: [{ project_integration_id: made.body.id }], approval_policy });
  return { agent, tool: body.available_tools[0].name as string };
}

const sent = () => api.received.findLast(({ method }) => method === 'POST');

describe('integers beyond 2^53', () => {
  it('keep their digits in a webhook, whose idempotency keys stay different', async () => {
    const task = await makeTask(tenant, { user_prompt: '{id}' });
    const target = { target_type: 'task', target_id: task.id, auth_method: 'none' };
    const made = await tenant.owner.post(`${tenant.project}/trigger/webhook`, {
      name: 'Orders',
      ...target,
      idempotency_key_path: '$.id',
      payload_mapping: { id: '$.id' },
    });
    expect(made, made.text).toMatchObject({ status: 200 });
    const sender = new Client(tenant.owner.base, undefined);
    const send = (id: string) => deliver(sender, made.body.endpoint, `{"id": ${id}}`);
    const [first, second, again] = [await send(ID), await send(NEXT_ID), await send(ID)];
    expect([first, second, again].map(({ status }) => status)).toEqual([202, 202, 200]);
    expect(first.body.run_id).not.toBe(second.body.run_id);
    expect(again.body.run_id).toBe(first.body.run_id);
    const { text } = await eventually(
      () => tenant.owner.get(`${tenant.project}/task_run?trigger_id=${made.body.id}`),
      ({ body }) => body.results.every(({ completed }: Json) => completed !== null),
    );
    for (const id of [ID, NEXT_ID]) {
      expect(text).toContain(`"submitted":{"id":${id}}`);
      expect(text).toMatch(new RegExp(`"response":"[^"]*${id}`));
    }
  });

  it('keep their digits in the input of a task, as JSON and in a form, and in its record', async () => {
    const task = await makeTask(tenant, { user_prompt: 'Order {order}' });
    const run = `${tenant.project}/task/${task.id}/run`;
    const input = `{"order":{"id":${ID},"ids":[${NEXT_ID},-${ID}]}}`;
    const asJson = await tenant.owner.post(run, `{"task_input":${input}}`);
    expect(asJson, asJson.text).toMatchObject({ status: 200, body: { is_error: false } });
    expect(asJson.text).toContain(`"submitted":${input}`);
    expect(asJson.body.response).toContain(ID);
    const form = new FormData();
    form.append('task_input', input);
    const asForm = await tenant.owner.post(run, form);
    expect(asForm.text).toContain(`"submitted":${input}`);
    const read = await tenant.owner.get(`${run}/${asForm.body.id}`);
    expect(read.text).toContain(`"submitted":${input}`);
  });

  it('keep their digits with a fraction or an exponent', async () => {
    const task = await makeTask(tenant, { user_prompt: 'Order {order}' });
    const run = `${tenant.project}/task/${task.id}/run`;
    const ran = await tenant.owner.post(run, `{"task_input":{"order":{"a":${ID}.0,"b":8.202522731445525543e18}}}`);
    expect(ran.text).toContain(`"submitted":{"order":{"a":${ID},"b":${NEXT_ID}}}`);
    expect(ran.body.response).toContain(NEXT_ID);
  });

  it('keep their digits in the tools of an OpenAPI document, as JSON and as YAML', async () => {
    const at = (path: string, id: string, quote: string) =>
      `"${path}": {"get": {"operationId": ${quote}${path.slice(1)}${quote}, "parameters": [{"name": "id", "in": "query", "schema": {"type": "integer", "enum": [${id}], "maximum": ${NEXT_ID}}}], "responses": {"200": {"description": "done"}}}}`;
    const json = `{"openapi": "3.1.0", "info": {"title": "Orders", "version": "1"}, "servers": [{"url": "${api.url}"}], "paths": {${at('/order', ID, '"')}}}`;
    const yaml = `# YAML\n${json}`;
    for (const document of [json, yaml]) {
      const made = await tenant.owner.post(`${tenant.project}/integration`, { type: 'openapi', config: { document } });
      expect(made, made.text).toMatchObject({ status: 200 });
      const { rows } = await sql<{ tool: string }>`select t::text as tool from integration_tools t
        where integration_id = ${made.body.id}`.execute(world.db);
      expect(rows.map(({ tool }) => [ID, NEXT_ID].map((id) => tool.includes(id)))).toEqual([[true, true]]);
    }
  });

  it('keep their digits in the JSON answer of a model', async () => {
    const task = await makeTask(tenant, {
      user_prompt: '{text}',
      output_modality: 'json',
      output_format: { id: 'int', total: 'number' },
    });
    const { message } = await play(world, [{ text: `{"id":${ID},"total":${NEXT_ID}}` }]);
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: message } });
    expect(run, run.text).toMatchObject({ status: 200, body: { is_error: false } });
    expect(run.text).toContain(`"response":{"id":${ID},"total":${NEXT_ID}}`);
  });

  it('are compared by all digits with the options of an output format', async () => {
    const task = await makeTask(tenant, {
      user_prompt: '{text}',
      output_modality: 'json',
      output_format: { id: { type: 'int', options: [BigInt(ID), 7] } },
    });
    const { message, key } = await play(world, [{ text: `{"id":${NEXT_ID}}` }, { text: `{"id":${ID}}` }], {
      by: 'call',
    });
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: message } });
    expect(run.text).toContain(`"response":{"id":${ID}}`);
    const [, correction] = await world.model.requests(key);
    expect(JSON.stringify(correction)).toContain(`must be one of ${ID}, 7`);
  });

  it('keep their digits in the call of an API, in its answer, on its approval request and in an edit of it', async () => {
    const { agent, tool } = await agentWithApi({ default: 'always' });
    api.answers.set(`/orders?after=${ID}`, { type: 'application/json', body: `{"order":{"id":${NEXT_ID}}}` });
    const call = { tool_calls: [{ name: tool, arguments: `{"body":{"id":${ID}},"after":${ID}}` }] };
    const { key, message } = await play(world, [call, call, { text: 'Done.' }]);
    const run = await agent.run(message);
    expect(run, (await getToolResults(world, key)).join()).toMatchObject({ status: 'waiting_for_human' });
    const [request] = await agent.requests(run.id);
    const shown = await tenant.owner.get(`${agent.path}/approval-request/${request.id}`);
    expect(shown.text).toContain(`"id":${ID}`);
    expect(await agent.approve(request.id, { arguments_digest: request.arguments_digest })).toMatchObject({
      status: 200,
    });
    await agent.resume(request.id);
    expect(sent()).toMatchObject({ path: `/orders?after=${ID}` });
    expect(sent()?.body.toString()).toBe(`{"id":${ID}}`);
    expect((await getToolResults(world, key))[0]).toContain(`"id":${NEXT_ID}`);
    const next = (await agent.requests(run.id)).find(({ status }) => status === 'pending');
    const edited = `{"arguments":{"body":{"id":${NEXT_ID}}}}`;
    const decided = await tenant.owner.post(`${agent.path}/approval-request/${next?.id}/approve`, edited);
    expect(decided, decided.text).toMatchObject({ status: 200 });
    await agent.resume(next?.id);
    expect(sent()?.body.toString()).toBe(`{"id":${NEXT_ID}}`);
  });

  it.each(['json', 'stream'])('keep their digits in the call of an MCP tool and in its %s answer', async (form) => {
    const inputSchema = {
      type: 'object',
      properties: { id: { type: 'integer', maximum: 9_223_372_036_854_775_807n, enum: [BigInt(ID)] } },
    };
    await using mcp = await startMcpServer({
      tools: [{ name: 'act', description: 'Acts.', inputSchema }],
      handlers: {
        act(made) {
          const result = { content: [], structuredContent: parseJson(`{"id":${NEXT_ID},"list":[{"a":-${ID}}]}`) };
          if (form === 'json') made.answer(result);
          else made.stream().result(result);
        },
      },
    });
    const server = await allowServer(tenant, mcp.url);
    const agent = await makeAgentWithServer(tenant, server);
    const shown = await tenant.owner.get(`${tenant.project}/task_mcp_tool?task_mcp_server_id=${server.id}`);
    expect(shown.text).toContain(`"maximum":9223372036854775807,"enum":[${ID}]`);
    const callWith = (id: string) => ({ name: `${server.slug}__act`, arguments: `{"id":${id}}` });
    const { key, message } = await play(world, [
      { tool_calls: [callWith(NEXT_ID)] },
      { tool_calls: [callWith(ID)] },
      { text: 'Done.' },
    ]);
    expect(await agent.run(message)).toMatchObject({ status: 'completed' });
    expect(mcp.calls).toMatchObject([{ name: 'act', args: { id: BigInt(ID) } }]);
    const toolResult = (await getToolResults(world, key)).at(-1);
    expect(toolResult).toContain(`"id":${NEXT_ID}`);
    expect(toolResult).toContain(`"a":-${ID}`);
  });

  it('are rejected in fields that hold a number, and so is a number that cannot be represented', async () => {
    const task = { name: 'Numbers', user_prompt: 'Hi', llm_model_id: 'scripted' };
    const body = JSON.stringify({ ...task, llm_config: { max_tokens: 1 } }).replace(
      '"max_tokens":1',
      `"max_tokens":${ID}`,
    );
    const refused = await tenant.owner.post(`${tenant.project}/task`, body);
    const problem = { loc: ['body', 'llm_config', 'max_tokens'], type: 'number_too_large' };
    expect(refused, refused.text).toMatchObject({ status: 422 });
    expect(refused.body.detail).toContainEqual(expect.objectContaining(problem));
    const made = await makeTask(tenant, { user_prompt: '{n}' });
    const run = await tenant.owner.post(
      `${tenant.project}/task/${made.id}/run`,
      `{"task_input":{"n":${'9'.repeat(500)}}}`,
    );
    expect(run).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'task_input', 'n'], type: 'finite_number' }] },
    });
  });
});
