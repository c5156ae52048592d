import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import type { Step } from '../support/model-server.ts';
import { anthropicStream, googleStream, openaiStream } from '../support/provider-answers.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const inOrder = (steps: readonly Step[]) => play(world, steps, { by: 'call' });
const sentFor = async (key: string) => (await world.model.requests(key)).map((request) => request.body as Json);

async function runTask(fields: object, steps: readonly Step[], of = tenant): Promise<{ run: Json; sent: Json[] }> {
  const task = await makeTask(of, { llm_model_id: 'claude', ...fields });
  const { key, message } = await inOrder(steps);
  const { body: run } = await of.owner.post(`${of.project}/task/${task.id}/run`, { task_input: { text: message } });
  return { run, sent: await sentFor(key) };
}

describe('tokens from a provider cache', () => {
  it('have their own price for reads and writes; reasoning tokens are counted separately', async () => {
    const payer = await world.tenant();
    const usage = {
      input_tokens: 100,
      cache_read_input_tokens: 800,
      cache_creation_input_tokens: 50,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 15 },
    };
    const fields = { llm_config: { prompt_caching: true, max_tokens: 500 } };
    const { run, sent } = await runTask(
      fields,
      [anthropicStream([{ type: 'text', text: 'Hello.' }], { usage })],
      payer,
    );
    expect(run).toMatchObject({
      response: 'Hello.',
      input_tokens: 950,
      output_tokens: 20,
      total_tokens: 970,
      cached_input_tokens: 800,
      cache_write_tokens: 50,
      reasoning_tokens: 15,
      // 100 at 100, 800 at 10, 50 at 125 and 20 at 200 credits per million.
      charged_credits: '0.02825',
      warnings: [],
    });
    expect(sent[0]).toMatchObject({ cache_control: { type: 'ephemeral' }, max_tokens: 500 });
    const account = await world.db
      .selectFrom('organization_accounts')
      .select(['credits', 'reserved'])
      .where('org_id', '=', payer.orgId)
      .executeTakeFirstOrThrow();
    expect(Number(account.credits)).toBe(1000 - 0.02825);
    expect(Number(account.reserved)).toBe(0);
  });

  it('are never more than the total, whatever a server reports', async () => {
    const usage = { input_tokens: -5, cache_read_input_tokens: 20, output_tokens: 2.5 };
    const { run } = await runTask({}, [anthropicStream([{ type: 'text', text: 'Odd.' }], { usage })]);
    expect(run).toMatchObject({ response: 'Odd.', input_tokens: 15, cached_input_tokens: 15, output_tokens: 3 });
  });
});

describe('structured model output', () => {
  const mismatch = anthropicStream([{ type: 'text', text: '{"mood":"so-so"}' }]);
  const fit = anthropicStream([{ type: 'text', text: '{"mood":"good"}' }]);
  const closed = { output_format: { mood: { type: 'str', options: ['good', 'bad'] } } };

  it('is requested by the provider’s own method, and again with the error', async () => {
    const { run, sent } = await runTask(closed, [mismatch, fit]);
    expect(run).toMatchObject({ response: { mood: 'good' }, llm_retries: 1, charged_credits: '0.004' });
    for (const request of sent) {
      expect(request.output_config.format.schema.properties.mood.enum).toEqual(['good', 'bad']);
      expect(JSON.stringify(request.system ?? '')).not.toContain('JSON schema');
    }
    const [, asked, retry] = sent[1].messages;
    expect(asked).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: '{"mood":"so-so"}' }] });
    expect(retry.content[0].text).toContain('The response is invalid');
  });

  it('that may be anything is also described in text, because no schema can enforce it', async () => {
    const response = anthropicStream([{ type: 'text', text: '{"facts":{"a":1}}' }]);
    const { run, sent } = await runTask({ output_format: { facts: 'object' } }, [response]);
    expect(run).toMatchObject({ response: { facts: { a: 1 } }, llm_retries: 0 });
    expect(JSON.stringify(sent[0].system)).toContain('fits this JSON schema');
  });

  it('is also requested from the fallback model, with its own settings and price', async () => {
    const fields = {
      ...closed,
      llm_model_id: 'scripted',
      llm_config: { temperature: 0.5, reasoning_effort: 'high', min_p: 0.5 },
      fallback_llm_model_id: 'claude',
    };
    const { run, sent } = await runTask(fields, [{ status: 400 }, mismatch, fit]);
    expect(run).toMatchObject({
      response: { mood: 'good' },
      llm_retries: 1,
      used_fallback_model: true,
      charged_credits: '0.004',
    });
    expect(sent[0]).toMatchObject({ temperature: 0.5, reasoning_effort: 'high', min_p: 0.5 });
    expect(sent[1]).toMatchObject({ temperature: 0.5, model: 'claude-opus-4-5' });
    expect(sent[1]).not.toHaveProperty('thinking');
    expect(sent[1].output_config).not.toHaveProperty('effort');
  });
});

describe('model call metadata', () => {
  it('is on the run: a truncated output is marked as incomplete', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Once upon a' }, finish_reason: 'length' }];
    const usage = { prompt_tokens: 10, completion_tokens: 5 };
    const cut = { id: 'c', object: 'chat.completion', created: 1, model: 'scripted', choices, usage };
    const { run } = await runTask({ llm_model_id: 'scripted', llm_config: { max_tokens: 5 } }, [{ body: cut }]);
    expect(run).toMatchObject({
      status: 'completed',
      response: 'Once upon a',
      warnings: [{ type: 'cut_off', setting: 'max_tokens', message: expect.stringContaining('cut off') }],
    });
  });

  it('is on the agent run: parts of its conversation that another model cannot read', async () => {
    const { key, message } = await inOrder([
      anthropicStream([
        { type: 'thinking', thinking: 'Let me see.', signature: 'c2lnbmVk' },
        { type: 'tool_use', id: 'toolu_1', name: 'calculator', input: { expression: '6*7' } },
      ]),
      { status: 400, body: { error: { type: 'invalid_request_error', message: 'no more' } } },
      openaiStream([{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [text('42.')] }]),
    ]);
    const agent = await makeAgent(tenant, { llm_model_id: 'claude', fallback_llm_model_id: 'gpt' });
    const run = await agent.run(message);
    expect(run).toMatchObject({ output: '42.', warnings: [{ type: 'other', setting: null }] });
    expect(await agent.read(run.id)).toEqual(run);
    expect(await sentFor(key)).toHaveLength(3);
  });
});

const text = (value: string) => ({ type: 'output_text', text: value, annotations: [] });

/** An agent whose every call requires approval. Its run then continues, also after a failed call and in its session. */
async function conversation(model: string, steps: readonly [Step, Step]): Promise<Json[]> {
  const [asks, responses] = steps;
  const broken = { status: 503, headers: { 'retry-after': '0' } };
  const { key, message } = await inOrder([asks, broken, responses, responses]);
  const agent = await makeAgent(tenant, { llm_model_id: model, approval_policy: { default: 'always', rules: [] } });
  const run = await approved(agent, message);
  expect(run).toMatchObject({ status: 'completed', output: 'It is 42.' });
  expect(await agent.run('And now?', { session_id: run.session_id })).toMatchObject({ output: 'It is 42.' });
  const sent = await sentFor(key);
  expect(sent).toHaveLength(4);
  return sent.slice(1);
}

async function approved(agent: TestAgent, message: string): Promise<Json> {
  const waiting = await agent.run(message);
  expect(waiting.status).toBe('waiting_for_human');
  const [request] = await agent.requests(waiting.id);
  await agent.approve(request.id);
  await agent.resume(request.id);
  return agent.read(waiting.id);
}

describe('signed content of a provider is returned to it unchanged after an approval, a failed call and in the next run', () => {
  it('for Anthropic thinking, plain and redacted', async () => {
    const said = [
      { type: 'thinking', thinking: 'Six times seven …', signature: 'RXJvbmc+PT0=' },
      { type: 'redacted_thinking', data: 'ZW5jcnlwdGVk' },
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'toolu_1', name: 'calculator', input: { expression: '6*7' } },
    ];
    const end = [
      { type: 'thinking', thinking: '', signature: 'b21pdHRlZA==' },
      { type: 'text', text: 'It is 42.' },
    ];
    const sent = await conversation('claude', [anthropicStream(said), anthropicStream(end)]);
    for (const { messages } of sent) {
      expect(messages[1]).toMatchObject({ role: 'assistant', content: said });
      expect(messages[1].content).toHaveLength(said.length);
      expect(messages[2].content[0]).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_1' });
    }
    expect(sent[2]?.messages[3]).toMatchObject({ role: 'assistant', content: end });
  });

  it('for Gemini thoughts, calls and texts, including empty ones', async () => {
    const call = { functionCall: { id: 'call_1', name: 'calculator', args: { expression: '6*7' } } };
    const sent = await conversation('gemini', [
      googleStream([
        [{ text: 'Hm.', thought: true }],
        [{ text: '', thought: true, thoughtSignature: 'dGhvdWdodA==' }],
        [{ text: 'Let me see.' }],
        [{ ...call, thoughtSignature: 'Y2FsbA==' }],
        [{ text: '', thoughtSignature: 'bGF0ZQ==' }],
      ]),
      googleStream([[{ text: 'It is ' }], [{ text: '42.' }], [{ text: '', thoughtSignature: 'ZW5k' }]]),
    ]);
    for (const { contents } of sent) {
      const { parts } = contents[1];
      expect(parts.find((part: Json) => part.functionCall)).toMatchObject({ ...call, thoughtSignature: 'Y2FsbA==' });
      expect(parts).toContainEqual({ text: '', thoughtSignature: 'bGF0ZQ==' });
      expect(parts).toContainEqual({ text: '', thought: true, thoughtSignature: 'dGhvdWdodA==' });
      expect(contents[2].parts[0].functionResponse).toMatchObject({ name: 'calculator' });
    }
    const signed = sent[2]?.contents[3].parts.filter((part: Json) => part.thoughtSignature !== undefined);
    expect(signed).toMatchObject([{ thoughtSignature: 'ZW5k' }]);
  });

  it('for encrypted OpenAI reasoning', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'Z0FBQUFB' };
    const call = {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'calculator',
      arguments: '{"expression":"6*7"}',
      status: 'completed',
    };
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [text('It is 42.')],
    };
    const sent = await conversation('gpt', [openaiStream([reasoning, call]), openaiStream([message])]);
    for (const { input, include } of sent) {
      expect(include).toContain('reasoning.encrypted_content');
      expect(input.find((item: Json) => item.type === 'reasoning')).toMatchObject(reasoning);
      expect(input.find((item: Json) => item.type === 'function_call')).toMatchObject({ call_id: 'call_1' });
      expect(input.find((item: Json) => item.type === 'function_call_output')).toMatchObject({ call_id: 'call_1' });
    }
  });
});
