import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getPublicUrl } from '../support/identity.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const sum = { name: 'calculator', arguments: { expression: '6*7' } };
const user = (content: string) => ({ role: 'user', content });
const toReference = ({ id }: Json) => ({ type: 'item_reference', id });
const approve = ({ id }: Json) => ({ type: 'mcp_approval_response', approval_request_id: id, approve: true });
const post = (body: object) => tenant.owner.post('/v1/responses', body);

async function create(body: object): Promise<Json> {
  const answer = await post(body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe('an item reference', () => {
  it('stands for an output item, so the session continues, also over an approval', async () => {
    const steps = [{ text: 'I ask.', tool_calls: [sum] }, { text: 'It is 42.' }, { text: 'Bye.' }];
    const { message } = await play(world, steps, { by: 'call' });
    const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const model = `agent/${agent.id}`;
    const input: object[] = [user(message)];
    const asked = await create({ model, input });
    input.push(...asked.output.map(toReference), approve(asked.output[1]));
    const done = await create({ model, input });
    expect(done.output).toMatchObject([{ content: [{ text: 'It is 42.' }] }]);
    input.push(...done.output.map(toReference), user('Thanks.'));
    const last = await create({ model, input });
    expect(last.output).toMatchObject([{ content: [{ text: 'Bye.' }] }]);
    const { results } = (await tenant.owner.get(`${agent.path}/run`)).body;
    expect(results).toMatchObject([{ message: 'Thanks.', session_id: results[1].session_id }, {}]);
    const stored = (await tenant.owner.get(`/v1/responses/${last.id}/input_items?order=asc`)).body.data;
    expect(stored[1]).toMatchObject({ type: 'message', role: 'assistant', content: [{ text: 'I ask.' }] });
  });

  it('names items of stored responses that the caller can read, and no others', async () => {
    const agent = await makeAgent(tenant);
    const model = `agent/${agent.id}`;
    const other = await world.tenant();
    const foreign = await makeAgent(other);
    const hidden = await other.owner.post('/v1/responses', { model: `agent/${foreign.id}`, input: 'Hello.' });
    const own = await create({ model, input: 'Hello.' });
    const unstored = await create({ model, input: 'Hello.', store: false });
    const deleted = await create({ model, input: 'Hello.' });
    await tenant.owner.delete(`/v1/responses/${deleted.id}`);
    const outputs = [hidden.body, unstored, deleted].map(({ output }) => output[0].id);
    const wrong = ['msg_x', 'rs_1', undefined, own.output[0].id.replace(/0$/, '7')];
    for (const id of [...outputs, ...wrong]) {
      const input = [user('Hello.'), { type: 'item_reference', id }, user('And?')];
      const answer = await post({ model, input });
      expect([answer.status, answer.body.error], answer.text).toMatchObject([
        404,
        { code: 'item_not_found', param: 'input[1].id' },
      ]);
    }
    expect((await tenant.owner.get(`${agent.path}/run`)).body.results).toHaveLength(3);
  });
});

describe('the history that an SDK repeats', () => {
  it('has fields of messages in its parts, and phases without a value', async () => {
    const { message } = await play(world, [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }], { by: 'call' });
    const agent = await makeAgent(tenant);
    const model = `agent/${agent.id}`;
    const part = { type: 'text', text: 'One.', role: 'assistant', refusal: null };
    const messages = [user(message), { role: 'assistant', content: [part] }, user('And?')];
    await tenant.owner.post('/v1/chat/completions', { model, messages: messages.slice(0, 1) });
    await tenant.owner.post('/v1/chat/completions', { model, messages });
    const first = await create({ model, input: [user(message)] });
    await create({
      model,
      input: [user(message), ...first.output.map((item: Json) => ({ ...item, phase: null })), user('And?')],
    });
    const { results } = (await tenant.owner.get(`${agent.path}/run`)).body;
    const sessions = results.map(({ session_id }: Json) => session_id);
    expect(sessions).toEqual([sessions[0], sessions[0], sessions[2], sessions[2]]);
    const wrong = [{ role: 'user', content: [{ ...part, refusal: undefined }] }];
    const refused = await tenant.owner.post('/v1/chat/completions', { model, messages: wrong });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'messages[0].content[0].role']);
  });
});

describe('the hosted MCP tool of an SDK', () => {
  it('is that of approval requests, and adds no tools', async () => {
    const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'It is 42.' }]);
    const model = `agent/${agent.id}`;
    const server_url = `${getPublicUrl(world.stack)}/mcp/${tenant.projectId}`;
    const tool = { type: 'mcp', server_label: 'holdfast', server_url, require_approval: 'always' };
    const asked = await create({ model, input: message, tools: [tool] });
    const [request] = asked.output;
    expect(request).toMatchObject({ type: 'mcp_approval_request', server_label: tool.server_label });
    const done = await create({ model, input: [user(message), request, approve(request)], tools: [tool] });
    expect(done.output).toMatchObject([{ content: [{ text: 'It is 42.' }] }]);
    const other = await world.tenant();
    for (const [change, param] of [
      [{ server_url: server_url.replace(tenant.projectId, other.projectId) }, 'tools[0].server_url'],
      [{ server_url: 'https://example.com/mcp' }, 'tools[0].server_url'],
      [{ server_label: 'shop' }, 'tools'],
      [{ require_approval: 'never' }, 'tools'],
      [{ authorization: 'x' }, 'tools'],
    ] as const) {
      const answer = await post({ model, input: message, tools: [{ ...tool, ...change }] });
      expect([answer.status, answer.body.error.param], answer.text).toEqual([400, param]);
    }
  });
});

describe('what the OpenAI API has and this one does not', () => {
  it('is a model of that name, in every form of request', async () => {
    for (const model of ['gpt-4o', 'agent/nobody', 'task/', `task/${tenant.projectId}`])
      for (const stream of [false, true])
        for (const [path, body] of [
          ['chat/completions', { messages: [user('Hello.')] }],
          ['responses', { input: 'Hello.' }],
        ] as const) {
          const answer = await tenant.owner.post(`/v1/${path}`, { ...body, model, stream });
          const error = { type: 'invalid_request_error', param: 'model', code: 'model_not_found' };
          expect([answer.status, answer.body.error]).toMatchObject([404, error]);
        }
  });

  it('is refused with what to do instead', async () => {
    const model = `task/${(await makeTask(tenant, { file_input_mode: 'any' })).id}`;
    for (const [method, path] of [
      ['POST', '/v1/conversations'],
      ['GET', '/v1/files'],
      ['POST', '/v1/responses/input_tokens'],
    ] as const) {
      const { status, body } = await tenant.owner.request(method, path, method === 'POST' ? {} : undefined);
      expect([404, 405]).toContain(status);
      expect(body.error).toMatchObject({ message: expect.stringContaining('this API has models, chat/completions') });
    }
    const part = (fields: object) => ({ model, input: [{ role: 'user', content: [fields] }] });
    for (const [request, param, words] of [
      [part({ type: 'input_file', file_id: 'file-1' }), 'input[0].content[0].file_id', 'data URL'],
      [part({ type: 'input_file', file_url: 'https://example.com/a.pdf' }), 'input[0].content[0].file_url', 'data URL'],
      [{ model, input: 'x', truncation: 'auto' }, 'truncation', 'memory'],
      [
        { model, input: 'x', tool_choice: 'auto', tools: [{ type: 'function', name: 'f' }] },
        'tool_choice',
        'tools is not supported',
      ],
      [{ model, input: 'x', nonsense: 1 }, 'nonsense', 'nonsense is an unknown parameter'],
    ] as const) {
      const { status, body } = await post(request);
      expect([status, body.error.param, body.error.message]).toEqual([400, param, expect.stringContaining(words)]);
    }
  });
});
