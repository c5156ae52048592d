import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import type { Step } from '../../support/model-server.ts';
import { anthropicStream, chatStream, googleStream, openaiStream } from '../../support/provider-answers.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

type End = { readonly usage?: null; readonly stop?: string; readonly events?: readonly object[] };

/** The same response in the format of each kind of provider. */
interface Kind {
  readonly model: string;
  readonly says: (text: string, end?: End) => Step;
  readonly refuses: Step;
  /** Its finish reasons for a filtered and for a truncated response. */
  readonly filtered?: string;
  readonly cut: string;
  /** A part that no adapter knows. */
  readonly news: object;
  /** Whether the run has a warning about it. */
  readonly warnsOfUnknownParts: boolean;
}

const message = (content: object) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [content],
});
const toOutputMessage = (text: string) => message({ type: 'output_text', text, annotations: [] });

const KINDS: readonly Kind[] = [
  {
    model: 'claude',
    says: (text, end) => anthropicStream(text === '' ? [] : [{ type: 'text', text }], end),
    refuses: anthropicStream([], {
      stop: 'refusal',
      details: { type: 'refusal', category: 'cyber', explanation: 'This is not answered.' },
    }),
    cut: 'max_tokens',
    news: { type: 'content_block_start', index: 7, content_block: { type: 'dream', dream: 'x' } },
    warnsOfUnknownParts: true,
  },
  {
    model: 'gpt',
    says: (text, end) => openaiStream(text === '' ? [] : [toOutputMessage(text)], end),
    refuses: openaiStream([message({ type: 'refusal', refusal: 'I can not help with that.' })]),
    filtered: 'content_filter',
    cut: 'max_output_tokens',
    news: { type: 'dream.delta', delta: 'x' },
    warnsOfUnknownParts: false,
  },
  {
    model: 'gemini',
    says: (text, end) => googleStream([text === '' ? [] : [{ text }]], end),
    refuses: googleStream([[]], { stop: 'SAFETY' }),
    filtered: 'PROHIBITED_CONTENT',
    cut: 'MAX_TOKENS',
    news: { dream: 'x' },
    warnsOfUnknownParts: false,
  },
  {
    model: 'scripted',
    says: (text, end) => chatStream(text === '' ? [] : [{ content: text }], end),
    refuses: chatStream([{ refusal: 'I can not help with that.' }]),
    filtered: 'content_filter',
    cut: 'length',
    news: { type: 'dream', dream: 'x' },
    warnsOfUnknownParts: true,
  },
];

async function runTask(fields: object, steps: readonly Step[]): Promise<{ run: Json; sent: Json[] }> {
  const task = await makeTask(tenant, fields);
  const { key, message } = await play(world, steps, { by: 'call' });
  const { body: run } = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
    task_input: { text: message },
  });
  return { run, sent: (await world.model.requests(key)).map((request) => request.body as Json) };
}

const COUNTED = { input_tokens: 10, output_tokens: 5, usage_estimated: false };

describe.each(KINDS)(
  'a response of $model',
  ({ model: llm_model_id, says, refuses, filtered, cut, news, warnsOfUnknownParts }) => {
    it('is requested as a stream and has a finish reason', async () => {
      const { run, sent } = await runTask({ llm_model_id }, [says('Hello.')]);
      expect(run).toMatchObject({ response: 'Hello.', finish_reason: 'stop', warnings: [], sources: [], ...COUNTED });
      // Google selects streaming by the URL.
      if (llm_model_id !== 'gemini') expect(sent[0]?.stream).toBe(true);
    });

    it('without token counts is charged by an estimate, and the run says so', async () => {
      const { run } = await runTask({ llm_model_id }, [says('Hello.', { usage: null })]);
      expect(run).toMatchObject({ response: 'Hello.', usage_estimated: true, output_tokens: 2 });
      expect(run.input_tokens).toBeGreaterThan(0);
      expect(Number(run.charged_credits)).toBeGreaterThan(0);
    });

    it('that is refused or filtered is charged once and ends the run with its own reason', async () => {
      const refused = await runTask({ llm_model_id }, [refuses, says('Hello.')]);
      expect(refused.sent).toHaveLength(1);
      const isFilter = llm_model_id === 'gemini';
      expect(refused.run).toMatchObject({
        status: 'failed',
        response: null,
        error: { reason: isFilter ? 'MODEL_FILTERED' : 'MODEL_REFUSED' },
        finish_reason: isFilter ? 'content-filter' : 'refusal',
        llm_retries: 0,
        ...COUNTED,
      });
      if (llm_model_id === 'claude') expect(refused.run.finish_detail).toBe('refusal: cyber, This is not answered.');
      if (filtered === undefined) return;
      const half = await runTask({ llm_model_id }, [says('Hel', { stop: filtered }), says('Hello.')]);
      expect(half.sent).toHaveLength(1);
      expect(half.run).toMatchObject({
        error: { reason: 'MODEL_FILTERED' },
        finish_reason: 'content-filter',
        finish_detail: filtered,
        ...COUNTED,
      });
    });

    it('that is truncated is kept as text, and is not requested again if it must be complete', async () => {
      const text = await runTask({ llm_model_id }, [says('Once upon a', { stop: cut })]);
      expect(text.run).toMatchObject({ response: 'Once upon a', finish_reason: 'length', finish_detail: cut });
      expect(text.run.warnings).toMatchObject([{ type: 'cut_off' }]);
      for (const form of [{ output_format: { mood: 'str' } }, { output_modality: 'csv' }]) {
        const { run, sent } = await runTask({ llm_model_id, ...form }, [
          says('{"mood":"go', { stop: cut }),
          says('Hello.'),
        ]);
        expect(sent).toHaveLength(1);
        expect(run).toMatchObject({ error: { reason: 'MODEL_CUT_OFF' }, finish_reason: 'length', ...COUNTED });
      }
      const nothing = await runTask({ llm_model_id }, [says('', { stop: cut }), says('Hello.')]);
      expect([nothing.run.error.reason, nothing.sent.length]).toEqual(['MODEL_CUT_OFF', 1]);
    });

    it('that is empty is requested once more and no further', async () => {
      const { run, sent } = await runTask({ llm_model_id }, [says('')]);
      expect(sent).toHaveLength(2);
      expect(run).toMatchObject({ error: { reason: 'MODEL_INVALID_ANSWER' }, input_tokens: 20, finish_reason: 'stop' });
    });

    it('can contain unknown parts, which are ignored', async () => {
      const { run } = await runTask({ llm_model_id }, [says('Hello.', { events: [news] })]);
      expect(run).toMatchObject({ response: 'Hello.', finish_reason: 'stop', ...COUNTED });
      const warning = expect.objectContaining({ type: 'other', message: expect.stringContaining('dream') });
      expect(run.warnings).toEqual(warnsOfUnknownParts ? [warning] : []);
    });
  },
);

it('a response of OpenAI is complete at its end event, whatever follows', async () => {
  const after = [{ usage: {} }, { type: 'error', error: { message: 'too late' } }, '{not json'];
  const { run, sent } = await runTask({ llm_model_id: 'gpt' }, [openaiStream([toOutputMessage('Hello.')], { after })]);
  expect(sent).toHaveLength(1);
  expect(run).toMatchObject({ response: 'Hello.', input_tokens: 10, output_tokens: 5, warnings: [] });
});

describe('a server compatible with OpenAI', () => {
  const usage = { prompt_tokens: 20, completion_tokens: 7 };

  it.each([
    ['usage without choices', [{ id: 'c', usage }], null, []],
    ['usage with null in the place of choices', [{ choices: null, usage, system: {} }], null, []],
    ['an unknown kind', [{ type: 'x.metrics' }, { id: 'c', usage }], null, ['x.metrics']],
    ['null in the place of choices', [{ id: 'c', choices: null }], usage, ['an event without a type']],
    ['invalid JSON', ['{not json', '7'], usage, ['no object']],
    ['an error', [{ error: { message: 'too late' } }], usage, ['error']],
    ['choices of another form', [{ choices: [{ delta: { content: 7 } }] }], usage, ['choices']],
    ['usage that counts nothing', [{ usage: { prompt_tokens: 'many' } }], usage, ['an event without a type']],
  ])('can send %s after the end of its response, of which only usage is read', async (_, after, counted, ignored) => {
    const says = chatStream([{ content: 'Hello.' }], { after, usage: counted });
    const { run, sent } = await runTask({}, [says, { text: 'Bought twice.' }]);
    expect(sent).toHaveLength(1);
    expect(run).toMatchObject({ response: 'Hello.', input_tokens: 20, output_tokens: 7, usage_estimated: false });
    expect(run.warnings).toEqual(
      ignored.map((kind) => ({ type: 'other', setting: null, message: expect.stringMatching(`: ${kind}$`) })),
    );
  });

  it('can send usage without choices before the end, and a finish reason in every chunk', async () => {
    const early = chatStream([{ content: 'Hello.' }], { events: [{ id: 'c', usage }], usage: null });
    expect((await runTask({}, [early])).run).toMatchObject({ response: 'Hello.', input_tokens: 20, warnings: [] });
    const piece = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] });
    const named = chatStream([], { events: ['It ', 'is ', 'so.'].map(piece) });
    expect((await runTask({}, [named])).run).toMatchObject({ response: 'It is so.', warnings: [] });
  });

  it('without capacity is retried unless output was produced, and then once', async () => {
    const stop = 'insufficient_system_resource';
    const empty = await runTask({}, [chatStream([], { stop, usage: null }), { text: 'Here.' }]);
    expect(empty.run).toMatchObject({
      status: 'completed',
      response: 'Here.',
      llm_retries: 1,
      charged_credits: '0.002',
    });
    const half = await runTask({}, [chatStream([{ content: 'Once upon' }], { stop })]);
    expect(half.sent).toHaveLength(2);
    expect(half.run).toMatchObject({ is_error: true, response: null, error: { reason: 'MODEL_INVALID_ANSWER' } });
    expect(half.run).toMatchObject({ finish_reason: 'error', finish_detail: stop });
  });

  it('is not charged for a response that broke off before its first output', async () => {
    const { run, sent } = await runTask({}, [{ text: 'x', cut_after_chunks: 0 }, { text: 'Here.' }]);
    expect(sent).toHaveLength(2);
    expect(run).toMatchObject({ response: 'Here.', charged_credits: '0.002', usage_estimated: false });
  });

  it('can leave reasoning in the text that only a closing tag ends', async () => {
    const pieces = ['They want a number. ', 'Say it.</th', 'ink>\n\n', 'Forty-', 'two.'];
    const says = chatStream(pieces.map((content) => ({ content })));
    const task = await makeTask(tenant);
    const { message } = await play(world, [says]);
    const body = { task_input: { text: message } };
    const stream = await tenant.owner.stream(`${tenant.project}/task/${task.id}/run`, { body });
    const events = await stream.end();
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'completed', output: 'Forty-two.' } });
    const since = events.findLastIndex(({ event }) => event === 'text_restarted');
    const text = events.slice(since + 1).flatMap(({ event, data }) => (event === 'text' ? data.text : []));
    expect(text.join('')).toBe('Forty-two.');
    const about = await runTask({}, [{ text: 'Write <think> and then </think>.' }]);
    expect(about.run.response).toBe('Write <think> and then </think>.');
    const agent = await makeAgent(tenant);
    expect(await agent.run((await play(world, [says])).message)).toMatchObject({ output: 'Forty-two.' });
  });
});

describe('an agent', () => {
  it('whose model refuses ends with that reason, and its record explains it', async () => {
    const { key, message } = await play(world, [KINDS[0]?.refuses ?? {}], { by: 'call' });
    const agent = await makeAgent(tenant, { llm_model_id: 'claude' });
    const run = await agent.run(message);
    expect(run).toMatchObject({
      status: 'failed',
      error: { reason: 'MODEL_REFUSED' },
      finish_reason: 'refusal',
      ...COUNTED,
    });
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('marks failed calls in the history for Anthropic', async () => {
    const { key, message } = await play(
      world,
      [
        anthropicStream([
          { type: 'tool_use', id: 'toolu_1', name: 'calculator', input: { expression: '6*7' } },
          { type: 'tool_use', id: 'toolu_2', name: 'calculator', input: { expression: '6*' } },
        ]),
        anthropicStream([{ type: 'text', text: 'It is 42.' }], { usage: null }),
      ],
      { by: 'call' },
    );
    const agent = await makeAgent(tenant, { llm_model_id: 'claude' });
    const run = await agent.run(message);
    expect(run).toMatchObject({ output: 'It is 42.', finish_reason: 'stop', usage_estimated: true });
    const [, second] = await world.model.requests(key);
    const [good, bad] = ((second as { body: unknown }).body as Json).messages[2].content;
    expect([good.is_error ?? false, bad.is_error]).toEqual([false, true]);
    const { body: turns } = await tenant.owner.get(`${agent.path}/run/${run.id}/turns`);
    expect(turns.results).toMatchObject([
      { finish_reason: 'tool-calls', finish_detail: 'tool_use', usage_estimated: false, first_token_ms: null },
      { finish_reason: 'stop', finish_detail: 'end_turn', usage_estimated: true },
    ]);
    expect(turns.results[1].first_token_ms).toBeLessThanOrEqual(turns.results[1].model_ms);
  });

  it('stores what OpenAI-compatible servers send besides text: reasoning, citations, cached tokens', async () => {
    const thought = (fields: object) => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...fields }] });
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'calculator', arguments: '{"expression":"6*7"}' },
    };
    const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 8 };
    const { key, message } = await play(
      world,
      [
        chatStream(
          [
            thought({ text: 'Let ' }),
            thought({ text: 'me see.', signature: 'c2ln' }),
            { tool_calls: [{ index: 0, ...call }] },
          ],
          {
            stop: 'tool_calls',
            usage,
          },
        ),
        chatStream(
          [
            { content: '<thi' },
            { content: 'nk>Six times' },
            { content: ' seven</th' },
            { content: 'ink>\n\nIt ' },
            { content: 'is 42.' },
          ],
          {
            events: [
              { choices: [], citations: ['https://numbers.test/42', 'https://numbers.test/42', 'javascript:alert(1)'] },
            ],
          },
        ),
      ],
      { by: 'call' },
    );
    const agent = await makeAgent(tenant, { llm_model_id: 'scripted' });
    expect(await agent.run(message)).toMatchObject({
      output: 'It is 42.',
      cached_input_tokens: 8,
      sources: [{ url: 'https://numbers.test/42', title: null }],
    });
    const [, second] = await world.model.requests(key);
    expect(
      ((second as { body: unknown }).body as Json).messages.find(({ role }: Json) => role === 'assistant'),
    ).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Let me see.', signature: 'c2ln' }],
      tool_calls: [call],
    });
  });
});

describe('a server without streaming support', () => {
  it('can respond with a complete message', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Whole.' }, finish_reason: 'stop' }];
    const body = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      choices,
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    };
    const { run } = await runTask({ llm_model_id: 'scripted' }, [{ body }]);
    expect(run).toMatchObject({ response: 'Whole.', finish_reason: 'stop', ...COUNTED });
  });
});
