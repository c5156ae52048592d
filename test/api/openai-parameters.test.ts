import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listConversations, makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const user = (content: unknown) => ({ role: 'user', content });

/** Sends a request that must succeed. */
async function send(path: string, body: object): Promise<Json> {
  const answer = await tenant.owner.post(`/v1/${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function newestRun(path: string): Promise<Json> {
  return (await tenant.owner.get(`${path}/run`)).body.results[0];
}

describe('parameters of the OpenAI API', () => {
  it('with settings must equal those of the revision', async () => {
    const settings = {
      temperature: 0.5,
      top_p: 0.25,
      presence_penalty: 0.125,
      frequency_penalty: -0.5,
      seed: 4711,
      stop: ['END'],
      reasoning_effort: 'low',
      verbosity: 'high',
    };
    const { message, key } = await play(world, [{ text: 'Done.' }]);
    const agent = await makeAgent(tenant, { llm_config: { ...settings, max_tokens: 77 } });
    const model = `agent/${agent.id}`;
    const messages = [user(message)];
    await send('chat/completions', { model, messages, ...settings, stop: 'END', max_tokens: 77 });
    await send('chat/completions', { model, messages, max_completion_tokens: 77 });
    const { temperature, top_p } = settings;
    const response = { temperature, top_p, max_output_tokens: 77, reasoning: { effort: 'low' } };
    const made = await send('responses', { model, input: message, ...response, text: { verbosity: 'high' } });
    expect(made).toMatchObject({ ...response, reasoning: { effort: 'low', summary: null } });
    const sent = (await world.model.requests(key)).map((request) => request.body);
    expect(sent).toMatchObject(Array.from({ length: 3 }, () => ({ ...settings, max_tokens: 77 })));
    const other = await tenant.owner.post('/v1/chat/completions', { model, messages, seed: 1 });
    expect([other.status, other.body.error.param]).toEqual([400, 'seed']);
  });

  it('with 10,000 messages of history beyond the limit of a run are refused, and start none', async () => {
    const agent = await makeAgent(tenant);
    const history = Array.from({ length: 10_000 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `${index} `.repeat(40),
    }));
    const body = { model: `agent/${agent.id}`, messages: [...history, user('And now?')] };
    const { status, body: refused } = await tenant.owner.post('/v1/chat/completions', body);
    expect([status, refused.error.code]).toEqual([400, 'context_length_exceeded']);
    expect((await tenant.owner.get(`${agent.path}/run`)).body.results).toEqual([]);
  });

  it('with the history of another model become text', async () => {
    const { message, key } = await play(world, [{ text: 'Done.' }]);
    const agent = await makeAgent(tenant);
    const model = `agent/${agent.id}`;
    const call = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"order":7}' } };
    const messages = [
      { role: 'developer', content: 'Be brief.', name: 'shop' },
      { role: 'assistant', content: null, refusal: 'I cannot.', annotations: [], tool_calls: [call] },
      { role: 'tool', content: 'shipped', tool_call_id: 'call_1' },
      user(message),
    ];
    await send('chat/completions', { model, messages });
    const chat = (await newestRun(agent.path)).message;
    for (const text of ['Be brief.', 'shop', 'I cannot.', 'look_up', 'shipped']) expect(chat).toContain(text);
    const output = { type: 'output_text', text: 'Hello.', annotations: [], logprobs: [] };
    const input = [
      { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content: [output] },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'I cannot.' }] },
      { type: 'function_call', call_id: 'a', name: 'look_up', arguments: '{"order":7}' },
      { type: 'function_call_output', call_id: 'a', output: 'shipped' },
      user([{ type: 'input_text', text: message }]),
    ];
    await send('responses', { model, input, instructions: 'Be brief.', include: [], tools: [] });
    const response = (await newestRun(agent.path)).message;
    for (const text of ['Be brief.', 'Hello.', 'I cannot.', 'look_up', 'shipped']) expect(response).toContain(text);
    expect((await listConversations(world, key)).length).toBe(2);
  });

  it('with files are files of a task run', async () => {
    const { message } = await play(world, [{ text: 'Seen.' }], { by: 'call' });
    const task = await makeTask(tenant, { file_input_mode: 'any' });
    const model = `task/${task.id}`;
    const path = `${tenant.project}/task/${task.id}`;
    const image = { type: 'image_url', image_url: { url: PIXEL, detail: 'auto' } };
    const file = { type: 'file', file: { filename: 'dot.png', file_data: PIXEL } };
    await send('chat/completions', { model, messages: [user([{ type: 'text', text: message }, image, file])] });
    expect((await newestRun(path)).files.map(({ name }: Json) => name)).toEqual(['file-1.png', 'dot.png']);
    const parts = [
      { type: 'input_text', text: message },
      { type: 'input_image', image_url: PIXEL, detail: 'auto' },
      { type: 'input_file', filename: 'dot.png', file_data: PIXEL },
    ];
    await send('responses', { model, input: [user(parts)] });
    expect((await newestRun(path)).files).toHaveLength(2);
    const agent = await makeAgent(tenant);
    const body = { model: `agent/${agent.id}`, messages: [user([image])] };
    const refused = await tenant.owner.post('/v1/chat/completions', body);
    expect([refused.status, refused.body.error.param]).toEqual([400, 'messages']);
  });

  it('with an end user separate conversations, and are the reference of a task run', async () => {
    const { message } = await play(world, [{ text: 'One.' }, { text: 'Two.' }], { by: 'call' });
    const agent = await makeAgent(tenant);
    const model = `agent/${agent.id}`;
    await send('chat/completions', { model, messages: [user(message)], user: 'ada' });
    const next = [user(message), { role: 'assistant', content: 'One.' }, user('Next.')];
    await send('chat/completions', { model, messages: next, user: 'bob' });
    const { results } = (await tenant.owner.get(`${agent.path}/run`)).body;
    expect(results[0].session_id).not.toBe(results[1].session_id);
    const task = await makeTask(tenant);
    await send('responses', { model: `task/${task.id}`, input: 'Hello.', user: 'ada' });
    expect((await newestRun(`${tenant.project}/task/${task.id}`)).reference).toBe('ada');
  });

  it('with a format are checked, and repeated by a response', async () => {
    const { message } = await play(world, [{ text: '{"total": 7}' }], { by: 'call' });
    const task = await makeTask(tenant, { output_format: { total: 'integer' } });
    const model = `task/${task.id}`;
    const schema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
    const named = { name: 'total', description: 'A sum', strict: true, schema };
    const format = { type: 'json_schema', ...named };
    const made = await send('responses', { model, input: message, text: { format } });
    expect(made).toMatchObject({ output: [{ content: [{ text: '{"total":7}' }] }], text: { format } });
    const response_format = { type: 'json_schema', json_schema: named };
    await send('chat/completions', { model, messages: [user(message)], response_format });
    await send('chat/completions', { model, messages: [user(message)], response_format: { type: 'json_object' } });
  });

  it('without effect are accepted only with the value that they have anyway', async () => {
    const agent = await makeAgent(tenant, { name: `Agent ${randomUUID().slice(0, 8)}` });
    const chat = { model: `agent/${agent.id}`, messages: [user('Hello.')] };
    const neutral = { n: 1, logprobs: false, store: false, stream: false, tools: [], presence_penalty: 0 };
    const stream_options = { include_obfuscation: false };
    await send('chat/completions', { ...chat, ...neutral, stream_options });
    for (const [change, param] of [
      [{ n: 2 }, 'n'],
      [{ logprobs: true }, 'logprobs'],
      [{ store: true }, 'store'],
      [{ stream_options: { include_obfuscation: true } }, 'stream_options.include_obfuscation'],
    ] as const) {
      const answer = await tenant.owner.post('/v1/chat/completions', { ...chat, ...change });
      expect([answer.status, answer.body.error.param], answer.text).toEqual([400, param]);
    }
  });
});
