import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listConversations, makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;
let sdk: OpenAI;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  sdk = connect(tenant.key);
});
afterAll(() => world.close());

const connect = (apiKey: string, options: object = {}) =>
  new OpenAI({ apiKey, baseURL: `${world.stack.baseUrl}/v1`, maxRetries: 0, ...options });
const sum = { name: 'calculator', arguments: { expression: '6*7' } };
const user = (content: string) => ({ role: 'user' as const, content });
const assistant = (content: string) => ({ role: 'assistant' as const, content });
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const named = () => `Agent ${randomUUID().slice(0, 8)}`;
/** Starts a server that reads each request and disconnects. */
async function startBreakingServer(onRequest: (path: string) => void) {
  const server = createServer((request) => {
    onRequest(request.url ?? '');
    request.resume().on('end', () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
const runsOf = async (agent: { path: string }) => (await tenant.owner.get(`${agent.path}/run`)).body.results;

describe('models of the OpenAI API', () => {
  it('are the agents and tasks that the credential may run', async () => {
    const { name, id } = (await makeAgent(tenant, { name: named() })).record;
    const task = await makeTask(tenant);
    const ids = (await sdk.models.list()).data.map((model) => model.id);
    expect(ids).toEqual(expect.arrayContaining([`agent/${name}`, `task/${task.name}`]));
    expect(await sdk.models.retrieve(`agent/${name}`)).toMatchObject({ id: `agent/${name}`, object: 'model' });
    expect(await sdk.models.retrieve(`agent/${id}`)).toMatchObject({ owned_by: tenant.projectId });
    const creator = await tenant.member({ project: 'task_creator' });
    const visible = (await connect(creator.key ?? '').models.list()).data.map((model) => model.id);
    expect(visible.filter((id) => id.startsWith('agent/'))).toEqual([]);
    const nobody = await tenant.member({ org: 'member' });
    expect((await connect(nobody.key ?? '').models.list()).data).toEqual([]);
  });

  it('that are missing, hidden or of another tenant are errors in the form of OpenAI', async () => {
    const other = await world.tenant();
    const agent = await makeAgent(other, { name: named() });
    await expect(sdk.models.retrieve('agent/nobody')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    await expect(sdk.models.retrieve('gpt-4o')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    await expect(sdk.models.retrieve(`agent/${agent.id}`)).rejects.toMatchObject({ status: 404 });
    const foreign = connect(tenant.key, { project: other.projectId });
    await expect(foreign.models.retrieve(`agent/${agent.id}`)).rejects.toMatchObject({ status: 403 });
    expect((await foreign.models.list()).data).toEqual([]);
    await expect(connect('hf_unknown').models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  });
});

describe('a chat completion', () => {
  it('returns the answer of an agent with the usage of its run, and continues its session', async () => {
    const { message, key } = await play(
      world,
      [{ text: 'Good day.', usage: { prompt_tokens: 30, completion_tokens: 20 } }, { text: 'Still here.' }],
      { by: 'call' },
    );
    const agent = await makeAgent(tenant, { name: named() });
    const model = `agent/${agent.record.name}`;
    const first = await sdk.chat.completions.create({ model, messages: [user(message)] });
    expect(first).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 30, completion_tokens: 20, total_tokens: 50 },
    });
    const messages = [user(message), assistant('Good day.'), user('And now?')];
    const second = await sdk.chat.completions.create({ model, messages });
    expect(second.choices[0]?.message.content).toBe('Still here.');
    const runs = await runsOf(agent);
    expect(new Set(runs.map((run: { session_id: string }) => run.session_id)).size).toBe(1);
    expect(runs[0].message).toBe('And now?');
    const sent = (await listConversations(world, key)).at(-1) ?? [];
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('starts a new session with the conversation as context when the history does not match', async () => {
    const { message } = await play(world, [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }], { by: 'call' });
    const agent = await makeAgent(tenant, { name: named() });
    const model = `agent/${agent.id}`;
    await sdk.chat.completions.create({ model, messages: [user(message)] });
    const edited = [user(message), assistant('Eleven.'), user('Go on.')];
    await sdk.chat.completions.create({ model, messages: edited });
    const [run, first] = await runsOf(agent);
    expect(run.session_id).not.toBe(first.session_id);
    expect(run.message).toContain(JSON.stringify({ role: 'assistant', content: 'Eleven.' }));
    // Both continue the first answer, and a session has only one next message.
    const next = [user(message), assistant('One.'), user('Next.')];
    await Promise.all([1, 2].map(() => sdk.chat.completions.create({ model, messages: next })));
    const sessions = (await runsOf(agent)).slice(0, 2).map((one: { session_id: string }) => one.session_id);
    expect(sessions).toContain(first.session_id);
    expect(new Set(sessions).size).toBe(2);
  });

  it('streams text and usage', async () => {
    const { message } = await play(world, [{ text: 'I look it up.', tool_calls: [sum] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, { name: named() });
    const stream = await sdk.chat.completions.create({
      model: `agent/${agent.id}`,
      messages: [user(message)],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe('I look it up.\n\nIt is 42.');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    const plain = await sdk.chat.completions.create({ model: `agent/${agent.id}`, messages: [user(message)] });
    expect(plain.choices[0]?.message.content).toBe(text);
  });

  it('waits for an approval, and gives the real answer to the next request', async () => {
    const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'It is 42.' }, { text: 'Bye.' }]);
    const agent = await makeAgent(tenant, { name: named(), approval_policy: { default: 'always' } });
    const model = `agent/${agent.id}`;
    const ask = async (...messages: OpenAI.ChatCompletionMessageParam[]) => {
      const answer = await sdk.chat.completions.create({ model, messages: [user(message), ...messages] });
      expect(answer.choices[0]?.finish_reason).toBe('stop');
      return answer.choices[0]?.message.content ?? '';
    };
    const notice = await ask();
    const [request] = await agent.requests((await runsOf(agent))[0].id);
    expect(notice).toContain(`/approvals/${request.id}`);
    expect(await ask(assistant(notice), user('And?'))).toContain(`/approvals/${request.id}`);
    await agent.approve(request.id);
    const history = [assistant(notice), user('And?'), assistant(notice), user('Now?')];
    expect(await ask(...history)).toBe('It is 42.');
    expect(await ask(assistant(notice))).toBe('It is 42.');
    expect((await runsOf(agent)).length).toBe(1);
    await ask(...history, assistant('It is 42.'), user(message));
    const runs = await runsOf(agent);
    expect([runs.length, runs[0].session_id]).toEqual([2, runs[1].session_id]);
  });

  it('runs a task on a text, on several variables, and on files', async () => {
    const { message } = await play(world, [{ text: 'Short.' }], { by: 'call' });
    const task = await makeTask(tenant, { file_input_mode: 'image' });
    const model = `task/${task.name}`;
    const url = `data:image/png;base64,${PIXEL}`;
    const content = [
      { type: 'text' as const, text: message },
      { type: 'image_url' as const, image_url: { url } },
    ];
    const answer = await sdk.chat.completions.create({ model, messages: [{ role: 'user', content }] });
    expect(answer.choices[0]?.message.content).toBe('Short.');
    const runs = await tenant.owner.get(`${tenant.project}/task/${task.id}/run`);
    expect(runs.body.results[0]).toMatchObject({
      run_data: { submitted: { text: message } },
      files: [{ media_type: 'image/png' }],
    });
    const two = await makeTask(tenant, { user_prompt: '{name} {place}' });
    const input = JSON.stringify({ name: message, place: 'Bern' });
    await sdk.chat.completions.create({ model: `task/${two.name}`, messages: [user(input)] });
    await expect(
      sdk.chat.completions.create({ model: `task/${two.name}`, messages: [user('Hello')] }),
    ).rejects.toMatchObject({ status: 400, param: 'messages' });
  });

  it('starts one run for the same Idempotency-Key', async () => {
    const { message } = await play(world, [{ text: 'Once.' }]);
    const agent = await makeAgent(tenant, { name: named() });
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const body = { model: `agent/${agent.id}`, messages: [user(message)] };
    const answers = await Promise.all([1, 2].map(() => sdk.chat.completions.create(body, options)));
    expect(answers[0]?.id).toBe(answers[1]?.id);
    expect((await runsOf(agent)).length).toBe(1);
    await expect(sdk.chat.completions.create({ ...body, messages: [user('Other.')] }, options)).rejects.toMatchObject({
      status: 409,
    });
  });

  it('refuses what it does not support, with the parameter', async () => {
    const agent = await makeAgent(tenant, { name: named(), llm_config: { temperature: 0.5 } });
    const good = { model: `agent/${agent.id}`, messages: [user('Hello.')] };
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{' } };
    for (const [change, param] of [
      [{ tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools'],
      [{ n: 2 }, 'n'],
      [{ logprobs: true }, 'logprobs'],
      [{ temperature: 0.7 }, 'temperature'],
      [{ top_p: 0.9 }, 'top_p'],
      [{ nonsense: 1 }, 'nonsense'],
      [{ messages: [] }, 'messages'],
      [{ messages: 'Hello.' }, 'messages'],
      [{ messages: [user('Hello.'), assistant('Hi.')] }, 'messages[1]'],
      [{ messages: [{ role: 'assistant', tool_calls: [call] }, user('x')] }, 'messages[0].tool_calls'],
      [{ messages: [{ role: 'tool', content: 'x', tool_call_id: 'b' }] }, 'messages[0].tool_call_id'],
      [
        {
          messages: [
            { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
          ],
        },
        'messages[0].content[0].image_url.url',
      ],
      [{ response_format: { type: 'json_object' } }, 'response_format'],
      [{ model: undefined }, 'model'],
    ] as const) {
      const answer = await tenant.owner.post('/v1/chat/completions', { ...good, ...change });
      expect([answer.status, answer.body.error.param], answer.text).toEqual([400, param]);
      expect(answer.body.error).toMatchObject({
        type: 'invalid_request_error',
        message: expect.any(String),
        code: expect.any(String),
      });
    }
    expect((await tenant.owner.post('/v1/chat/completions', '{')).body.error.code).toBe('malformed_body');
    expect((await tenant.owner.get('/v1/nothing')).body.error.code).toBe('route_not_found');
    expect(await runsOf(agent)).toEqual([]);
    const long = Array.from({ length: 10_001 }, (_, index) => (index % 2 === 0 ? user('a') : assistant('b')));
    expect((await tenant.owner.post('/v1/chat/completions', { ...good, messages: long })).status).toBe(200);
    const longer = [user('a'.repeat(1_000_001))];
    const refused = await tenant.owner.post('/v1/chat/completions', { ...good, messages: longer });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'context_length_exceeded']);
  });

  it('has the format of the revision, which a requested schema must accept', async () => {
    const { message } = await play(world, [{ text: '{"total": 7}' }], { by: 'call' });
    const task = await makeTask(tenant, { output_format: { total: 'integer' } });
    const ask = (schema: Record<string, unknown>) =>
      sdk.chat.completions.create({
        model: `task/${task.name}`,
        messages: [user(message)],
        response_format: { type: 'json_schema', json_schema: { name: 'total', schema, strict: true } },
      });
    const schema = {
      type: 'object',
      properties: { total: { type: 'number' } },
      required: ['total'],
      additionalProperties: false,
    };
    expect((await ask(schema)).choices[0]?.message.content).toBe('{"total":7}');
    await expect(ask({ ...schema, required: ['sum'] })).rejects.toMatchObject({
      status: 400,
      param: 'response_format.schema',
    });
  });

  it('goes on durably when the client disconnects', async () => {
    const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { name: named() });
    const stream = await sdk.chat.completions.create({
      model: `agent/${agent.id}`,
      messages: [user(message)],
      stream: true,
    });
    for await (const _ of stream) break;
    const runs = await eventually(
      () => runsOf(agent),
      ([run]) => run?.status === 'completed',
    );
    expect(runs[0].output).toBe('Done.');
  });

  it('reports a failed run and missing credits', async () => {
    const { message } = await play(world, [{ status: 400 }]);
    const agent = await makeAgent(tenant, { name: named() });
    const body = { model: `agent/${agent.id}`, messages: [user(message)] };
    await expect(sdk.chat.completions.create(body)).rejects.toMatchObject({ status: 502, type: 'server_error' });
  });
});

describe('a response', () => {
  const create = (body: object) => sdk.responses.create(body as OpenAI.Responses.ResponseCreateParamsNonStreaming);

  it('continues by previous_response_id, and can be read', async () => {
    const { message } = await play(world, [{ text: 'Good day.' }, { text: 'Still here.' }], { by: 'call' });
    const agent = await makeAgent(tenant, { name: named() });
    const model = `agent/${agent.id}`;
    const first = await create({ model, input: message, metadata: { order: '7' } });
    expect(first).toMatchObject({
      status: 'completed',
      output_text: 'Good day.',
      metadata: { order: '7' },
      usage: { total_tokens: expect.any(Number) },
    });
    const second = await create({ model, input: 'And now?', previous_response_id: first.id });
    expect(second.output_text).toBe('Still here.');
    const runs = await runsOf(agent);
    expect(runs[0]).toMatchObject({ message: 'And now?', session_id: runs[1].session_id });
    expect((await sdk.responses.retrieve(first.id)).output).toEqual(first.output);
    await expect(create({ model, input: 'x', previous_response_id: first.id })).rejects.toMatchObject({
      status: 409,
      code: 'response_superseded',
    });
    const other = connect((await world.tenant()).key);
    await expect(other.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404, code: 'response_not_found' });
    await expect(other.responses.cancel(first.id)).rejects.toMatchObject({ status: 404 });
    await expect(sdk.responses.retrieve('resp_x')).rejects.toMatchObject({ status: 404 });
    const unstored = await create({ model, input: message, store: false });
    await expect(sdk.responses.retrieve(unstored.id)).rejects.toMatchObject({ status: 404 });
  });

  it('continues the session of a client that sends its whole history', async () => {
    const { message } = await play(world, [{ text: 'One.' }, { text: 'Two.' }], { by: 'call' });
    const agent = await makeAgent(tenant, { name: named() });
    const model = `agent/${agent.id}`;
    const instructions = 'Be brief.';
    const first = await create({ model, instructions, input: [user(message)] });
    await create({ model, instructions, input: [user(message), ...first.output, user('Well?')] });
    const runs = await runsOf(agent);
    expect(runs[0]).toMatchObject({ message: 'Well?', session_id: runs[1].session_id });
  });

  it('streams its events in order', async () => {
    const { message } = await play(world, [{ text: 'I look it up.', tool_calls: [sum] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, { name: named() });
    const stream = await sdk.responses.create({ model: `agent/${agent.id}`, input: message, stream: true });
    const events = [];
    for await (const event of stream) events.push(event);
    const numbers = events.map((event) => event.sequence_number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const types = events.map(({ type }) => type.replace('response.', ''));
    const item = [
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
    ];
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
      'created',
      'in_progress',
      ...item,
      ...item,
      'completed',
    ]);
    const last = events.at(-1);
    expect(last).toMatchObject({
      response: { status: 'completed', output: [{ type: 'message' }, { type: 'message' }] },
    });
  });

  it('streams again what a stored response sent, from any event', async () => {
    const { message } = await play(world, [{ text: 'I look it up.', tool_calls: [sum] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, { name: named() });
    const collect = async (stream: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>) => {
      const events: Json[] = [];
      for await (const event of stream) events.push(event);
      return events;
    };
    const first = await collect(
      await sdk.responses.create({ model: `agent/${agent.id}`, input: message, stream: true }),
    );
    const { id } = first[0]?.response ?? {};
    const again = await collect(await sdk.responses.retrieve(id, { stream: true }));
    const withoutDeltas = (events: readonly Json[]) => events.filter(({ delta }) => delta === undefined);
    expect(withoutDeltas(again)).toEqual(withoutDeltas(first));
    const textOf = (events: readonly Json[]) => events.map(({ delta = '' }) => delta).join('');
    expect(textOf(again)).toBe('I look it up.It is 42.');
    // In the middle of a delta, too: the pieces of two streams differ.
    for (let after = 0; after <= again.at(-1)?.sequence_number; after++) {
      const rest = await collect(await sdk.responses.retrieve(id, { stream: true, starting_after: after }));
      const expected = again.filter(({ sequence_number: number }) => number > after);
      expect(rest.map(({ sequence_number: number }) => number)).toEqual(expected.map((one) => one.sequence_number));
      const seen = textOf(again.filter(({ sequence_number: number }) => number <= after));
      expect('I look it up.It is 42.'.endsWith(textOf(rest))).toBe(true);
      expect(textOf(rest).length).toBeLessThanOrEqual('I look it up.It is 42.'.length - seen.length);
    }
    const gone = connect((await world.tenant()).key).responses.retrieve(id, { stream: true });
    await expect(gone).rejects.toMatchObject({ status: 404, code: 'response_not_found' });
  });

  it('lists its input items, and is read with parameters that have an effect only', async () => {
    const { message } = await play(world, [{ text: 'Good day.' }], { by: 'call' });
    const task = await makeTask(tenant, { file_input_mode: 'image' });
    const image_url = `data:image/png;base64,${PIXEL}`;
    const content = [
      { type: 'input_text', text: message },
      { type: 'input_image', image_url },
    ];
    const { id } = await create({ model: `task/${task.id}`, input: [{ role: 'user', content }] });
    const [item] = (await sdk.responses.inputItems.list(id)).data;
    expect(item).toMatchObject({
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: message },
        { type: 'input_image', detail: 'auto', image_url: null },
      ],
    });
    const agent = await makeAgent(tenant, { name: named() });
    const input = [user('One.'), assistant('Two.'), user('Three.')];
    const long = await create({ model: `agent/${agent.id}`, input });
    const texts: Json[] = [];
    const firstPage = await sdk.responses.inputItems.list(long.id, { order: 'asc', limit: 2 });
    expect([firstPage.data.length, firstPage.has_more]).toEqual([2, true]);
    for await (const one of sdk.responses.inputItems.list(long.id, { order: 'asc', limit: 2 })) texts.push(one);
    expect(texts.map((one) => one.content[0])).toMatchObject([
      { type: 'input_text', text: 'One.' },
      { type: 'output_text', text: 'Two.' },
      { type: 'input_text', text: 'Three.' },
    ]);
    const newest = (await sdk.responses.inputItems.list(long.id, { limit: 1 })).data;
    expect(newest).toEqual([texts[2]]);
    const include = ['reasoning.encrypted_content'];
    for (const [path, param] of [
      ['?starting_after=3', 'starting_after'],
      ['?stream=true&starting_after=-1', 'starting_after'],
      [`?include[]=${include}`, 'include'],
      ['?include_obfuscation=true', 'include_obfuscation'],
      ['/input_items?after=in_x', 'after'],
      ['/input_items?limit=101', 'limit'],
      ['/input_items?order=up', 'order'],
      [`/input_items?include=${include}`, 'include'],
    ]) {
      const { status, body } = await tenant.owner.get(`/v1/responses/${long.id}${path}`);
      expect([status, body.error?.param], path).toEqual([400, param]);
    }
    const other = connect((await world.tenant()).key);
    await expect(other.responses.inputItems.list(long.id)).rejects.toMatchObject({ status: 404 });
  });

  it('is deleted for the OpenAI API, while its run stays', async () => {
    const { message } = await play(world, [{ text: 'Good day.' }], { by: 'call' });
    const agent = await makeAgent(tenant, { name: named() });
    const model = `agent/${agent.id}`;
    const { id } = await create({ model, input: message, instructions: 'Be brief.', metadata: { order: '7' } });
    await expect(connect((await world.tenant()).key).responses.delete(id)).rejects.toMatchObject({ status: 404 });
    const answers = await Promise.all([1, 2].map(() => tenant.owner.delete(`/v1/responses/${id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(answers.map(({ body }) => body)).toContainEqual({ id, object: 'response', deleted: true });
    const missing = { status: 404, code: 'response_not_found' };
    await expect(sdk.responses.delete(id)).rejects.toMatchObject(missing);
    await expect(sdk.responses.retrieve(id)).rejects.toMatchObject(missing);
    await expect(sdk.responses.inputItems.list(id)).rejects.toMatchObject(missing);
    await expect(sdk.responses.cancel(id)).rejects.toMatchObject(missing);
    await expect(create({ model, input: 'x', previous_response_id: id })).rejects.toMatchObject(missing);
    const [run] = await runsOf(agent);
    expect(run).toMatchObject({ status: 'completed', output: 'Good day.' });
    const row = await world.db
      .selectFrom('run_responses')
      .select(['stored', 'request', 'input'])
      .where('agent_run_id', '=', run.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ stored: false, request: {}, input: null });
    const audit = await tenant.owner.get(`${tenant.project}/audit_event?event_type=openai_response.deleted`);
    expect(audit.body.results).toMatchObject([{ resource_id: run.id }]);
  });

  it('runs in the background, and is cancelled', async () => {
    const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { name: named(), approval_policy: { default: 'always' } });
    const begun = await create({ model: `agent/${agent.id}`, input: message, background: true });
    expect(begun.background).toBe(true);
    const waiting = await eventually(
      () => sdk.responses.retrieve(begun.id),
      ({ output }) => output.length > 0,
    );
    expect(waiting.output[0]).toMatchObject({ type: 'mcp_approval_request', name: 'calculator' });
    expect((await sdk.responses.cancel(begun.id)).status).toBe('cancelled');
    expect((await sdk.responses.cancel(begun.id)).status).toBe('cancelled');
    expect((await runsOf(agent))[0].status).toBe('cancelled');
  });

  it('whose approval expires ends with the answer of the model, in the background and as a completion', async () => {
    const rules = [{ tool: '*', mode: 'always', expires_in: 'PT1S' }];
    const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'Nobody decided.' }]);
    const agent = await makeAgent(tenant, { name: named(), approval_policy: { default: 'always', rules } });
    const model = `agent/${agent.id}`;
    const begun = await create({ model, input: message, background: true });
    const done = await eventually(
      () => sdk.responses.retrieve(begun.id),
      ({ status, output_text }) => status === 'completed' && output_text !== '',
    );
    expect(done.output_text).toBe('Nobody decided.');
    const notice = await sdk.chat.completions.create({ model, messages: [user(message)] });
    const text = notice.choices[0]?.message.content ?? '';
    await eventually(
      () => runsOf(agent),
      (runs) => runs.every(({ completed }: { completed: string | null }) => completed !== null),
    );
    const next = await sdk.chat.completions.create({ model, messages: [user(message), assistant(text)] });
    expect(next.choices[0]?.message.content).toBe('Nobody decided.');
    const runs = await runsOf(agent);
    expect(runs).toHaveLength(2);
    for (const run of runs) {
      const [request] = await agent.requests(run.id);
      expect(request).toMatchObject({ status: 'expired' });
      expect((await agent.approve(request.id)).status).toBe(409);
    }
  });

  it('asks for approvals, which the next input decides by the right of the caller', async () => {
    const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, { name: named(), approval_policy: { default: 'always' } });
    const model = `agent/${agent.id}`;
    const asked = await create({ model, input: message });
    const [request] = asked.output;
    expect(request).toMatchObject({ type: 'mcp_approval_request', arguments: '{"expression":"6*7"}' });
    const decision = {
      type: 'mcp_approval_response',
      approval_request_id: request?.id,
      approve: true,
      reason: 'checked',
    };
    const body = { model, input: [decision] as object[], previous_response_id: asked.id };
    // A client of the project runs the agent and decides nothing.
    const viewer = await tenant.member({ project: 'viewer' });
    await expect(connect(viewer.key ?? '').responses.create(body as never)).rejects.toMatchObject({ status: 403 });
    const forged = {
      ...decision,
      approval_request_id: request?.id?.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    };
    await expect(create({ ...body, input: [forged] })).rejects.toMatchObject({
      status: 409,
      code: 'arguments_digest_mismatch',
    });
    const options = { headers: { 'idempotency-key': randomUUID() } };
    expect(request).toMatchObject({ server_label: 'holdfast' });
    body.input.unshift(request as never);
    const runId = (await runsOf(agent))[0].id;
    // Both decide before either stores its response.
    const responses = await world.db.transaction().execute(async (trx) => {
      const lock = sql`pg_advisory_xact_lock(hashtextextended(${runId}, 3))`;
      await sql`select ${lock}`.execute(trx);
      const both = [1, 2].map(() => sdk.responses.create(body as never, options));
      await eventually(
        async () =>
          (
            await sql`select from pg_locks w join pg_locks h using (locktype, database, classid, objid, objsubid)
            where w.locktype = 'advisory' and not w.granted and h.granted and h.pid = pg_backend_pid()`.execute(trx)
          ).rows,
        (waiting) => waiting.length === 2,
      );
      return both;
    });
    const [one, two] = await Promise.all(responses);
    expect(one).toMatchObject({ id: (two as { id: string }).id, output_text: 'It is 42.' });
    await expect(create(body)).rejects.toMatchObject({ status: 409, code: 'approval_request_not_pending' });
    const [decided] = await agent.requests((await runsOf(agent))[0].id);
    expect(decided).toMatchObject({
      status: 'approved',
      decision_note: 'checked',
      decided_by: `user:${tenant.userId}`,
    });
    const audit = await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${decided.id}`);
    expect(audit.body.results.map((event: { event_type: string }) => event.event_type)).toContain(
      'approval_request.approved',
    );
  });

  it('whose run others cannot see is decided by nobody else here, nor with the request of another run', async () => {
    const steps = [{ tool_calls: [sum] }, { text: 'It is 42.' }];
    const policy = { default: 'always' };
    const agent = await makeAgent(tenant, { task_agent_run_visibility: 'owner_only', approval_policy: policy });
    const model = `agent/${agent.id}`;
    const ask = async (who: OpenAI) => {
      const response = await who.responses.create({ model, input: (await play(world, steps)).message });
      return response.output[0]?.id ?? '';
    };
    const approver = connect((await tenant.member({ project: 'editor' })).key ?? '');
    const [hidden, own] = [await ask(sdk), await ask(approver)];
    const approve = (id: string) =>
      approver.responses.create({
        model,
        input: [{ type: 'mcp_approval_response', approval_request_id: id, approve: true }],
      });
    const mixed = own.slice(0, 37) + hidden.slice(37, 69) + own.slice(69);
    const swapped = hidden.slice(0, 37) + own.slice(37, 69) + hidden.slice(69);
    for (const id of [hidden, mixed, swapped])
      await expect(approve(id)).rejects.toMatchObject({ status: 404, code: 'approval_request_not_found' });
    const runs = await runsOf(agent);
    expect(runs.map(({ status }: { status: string }) => status)).toEqual(['waiting_for_human', 'waiting_for_human']);
    expect(await approve(own)).toMatchObject({ output_text: 'It is 42.' });
  });

  it('links to the page for the question whether a call happened, which no approval response decides', async () => {
    const paths: string[] = [];
    await using server = await startBreakingServer((path) => paths.push(path));
    const call = { name: 'http_request', arguments: { method: 'POST', url: `${server.url}/pay`, body: 'x' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Said.' }]);
    const agent = await makeAgent(tenant, {
      builtin_tools: ['http_request'],
      approval_policy: { default: 'never', rules: [] },
    });
    const model = `agent/${agent.id}`;
    const asked = await create({ model, input: message });
    const [run] = await runsOf(agent);
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ kind: 'confirm_effect', status: 'pending' });
    expect(asked.output).toMatchObject([{ type: 'message' }]);
    expect(asked.output_text).toContain(`/approvals/${request.id}`);
    const toHex = (id: string) => id.replaceAll('-', '');
    const id = `mcpr_${toHex(request.id)}${asked.id.slice(-32)}${request.arguments_digest}`;
    const rejection = { type: 'mcp_approval_response', approval_request_id: id, approve: false };
    await expect(create({ model, input: [rejection] })).rejects.toMatchObject({
      status: 404,
      code: 'approval_request_not_found',
    });
    expect(paths).toEqual(['/pay']);
    expect((await agent.approve(request.id)).status).toBe(200);
    const done = await eventually(
      () => sdk.responses.retrieve(asked.id),
      ({ status, output_text }) => status === 'completed' && output_text.includes('Said.'),
    );
    expect([done.output_text, paths]).toEqual(['Said.', ['/pay']]);
  });

  it('refuses what it does not support, with the parameter', async () => {
    const agent = await makeAgent(tenant, { name: named() });
    const good = { model: `agent/${agent.id}`, input: 'Hello.' };
    for (const [change, param] of [
      [{ tools: [{ type: 'web_search' }] }, 'tools'],
      [{ conversation: 'conv_1' }, 'conversation'],
      [{ background: true, store: false }, 'store'],
      [{ max_output_tokens: 7 }, 'max_output_tokens'],
      [{ reasoning: { effort: 'high' } }, 'reasoning.effort'],
      [{ input: [] }, 'input'],
      [{ input: [{ role: 'assistant', content: 'Hi.' }] }, 'input[0]'],
      [{ input: [{ type: 'function_call', call_id: 'a', name: 'f', arguments: '{' }] }, 'input[0].tool_calls'],
      [{ text: { format: { type: 'json_object' } } }, 'text.format'],
    ] as const) {
      const answer = await tenant.owner.post('/v1/responses', { ...good, ...change });
      expect([answer.status, answer.body.error.param], answer.text).toEqual([400, param]);
    }
    expect(await runsOf(agent)).toEqual([]);
  });
});
