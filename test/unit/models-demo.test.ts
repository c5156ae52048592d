import type { ModelMessage } from '@ai-sdk/provider-utils';
import { Ajv } from 'ajv';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadModelCatalog } from '../../src/platform/models/catalog.ts';
import { createModelGateway, type ModelRequest, type ModelTool } from '../../src/platform/models/gateway.ts';

const gateway = createModelGateway({ env: {}, idleTimeoutMs: 1000 });
const unabortedSignal = new AbortController().signal;
const catalog = await loadModelCatalog({
  defaultFile: '/does/not/exist.yaml',
  env: {},
  shouldFindLocalModels: false,
});
const model = catalog.find('demo') ?? expect.fail('the demo model is missing');

afterEach(() => {
  vi.useRealTimers();
});

const calculator: ModelTool = {
  name: 'calculator',
  description: 'Computes',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
};
const http: ModelTool = {
  name: 'http_request',
  description: 'Sends a request',
  parameters: {
    type: 'object',
    properties: {
      method: { enum: ['GET', 'POST'] },
      url: { type: 'string' },
      body: { type: 'string' },
      retries: { type: 'integer', minimum: 2 },
    },
    required: ['method', 'url', 'retries'],
  },
};

const user = (content: string): ModelMessage => ({ role: 'user', content });

function answer(messages: ModelMessage[] | string, more: Partial<ModelRequest> = {}) {
  const list = typeof messages === 'string' ? [user(messages)] : messages;
  return gateway.generate({ model, messages: list, settings: {}, ...more }, { signal: unabortedSignal });
}

const listToolCalls = async (message: string, more: Partial<ModelRequest> = {}) =>
  (await answer(message, { tools: [calculator, http], ...more })).toolCalls.map(({ name, arguments: args }) => ({
    name,
    args,
  }));

type Output = Extract<Extract<ModelMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>['output'];

const result = (toolName: string, output: Output): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: toolName, toolName, output }],
});

describe('the demo model without tools', () => {
  test('echoes the last user message and counts words as tokens', async () => {
    const messages: ModelMessage[] = [user('first'), { role: 'assistant', content: 'said' }, user('hello there')];
    expect(await answer(messages, { system: 'Be brief.' })).toMatchObject({
      text: 'You said: hello there',
      toolCalls: [],
      finish: { reason: 'stop', detail: null },
      inputTokens: 6,
      outputTokens: 4,
    });
  });

  test('counts the attached files', async () => {
    const file = { type: 'file' as const, mediaType: 'image/png', data: 'iVBORw0KGgo=' };
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'see' }, file] }];
    expect((await answer(messages)).text).toBe('You said: see (with 1 file)');
  });

  test('ignores the name of a tool that is not offered', async () => {
    expect((await answer('use calculator')).toolCalls).toEqual([]);
  });
});

describe('the demo model with tools', () => {
  test('calls the named tool with the JSON after its name', async () => {
    const written = '{"expression": "6*7 }", "note": "call \\"http_request\\""}';
    for (const joint of [' ', ': ', ' with ', ' with arguments ', '(']) {
      expect(await listToolCalls(`Please use calculator${joint}${written}`)).toEqual([
        { name: 'calculator', args: { expression: '6*7 }', note: 'call "http_request"' } },
      ]);
    }
  });

  test('calls every named tool, in that order, in parallel', async () => {
    const asked =
      'http_request {"url":"https://example.org"}, calculator {"expression":"1"} and Calculator {"expression":"2"}';
    const made = await answer(asked, { tools: [calculator, http] });
    expect(made.toolCalls.map((call) => [call.name, call.arguments])).toEqual([
      ['http_request', { url: 'https://example.org' }],
      ['calculator', { expression: '1' }],
      ['calculator', { expression: '2' }],
    ]);
    expect(new Set(made.toolCalls.map((call) => call.id)).size).toBe(3);
    expect(made.finish.reason).toBe('tool-calls');
  });

  test('derives required arguments from the words of the user', async () => {
    expect(await listToolCalls('what does the calculator make of (2 + 3) * 4 please?')).toEqual([
      { name: 'calculator', args: { expression: '(2 + 3) * 4' } },
    ]);
    expect(await listToolCalls('send an http_request to https://example.org/a?b=1')).toEqual([
      { name: 'http_request', args: { method: 'GET', url: 'https://example.org/a?b=1', retries: 2 } },
    ]);
    expect(await listToolCalls('calculator {"expression": 6 * 7')).toEqual([
      { name: 'calculator', args: { expression: '6 * 7' } },
    ]);
  });

  test('matches a tool name only as a whole word', async () => {
    expect(await listToolCalls('calculators and http_requests')).toEqual([]);
  });

  test('respects the tool choice', async () => {
    expect(await listToolCalls('calculator', { toolChoice: 'none' })).toEqual([]);
    expect(await listToolCalls('hello', { toolChoice: 'required' })).toMatchObject([{ name: 'calculator' }]);
    expect(await listToolCalls('calculator', { toolChoice: { tool: 'http_request' } })).toMatchObject([
      { name: 'http_request' },
    ]);
  });

  test('lists what each tool returned, and calls none again', async () => {
    const messages = [
      user('use calculator and http_request and wait 5 minutes'),
      result('calculator', { type: 'json', value: { result: 42 } }),
      result('http_request', { type: 'execution-denied', reason: 'a person said no' }),
      result('calculator', { type: 'error-text', value: 'division by zero' }),
    ];
    const made = await answer(messages, { tools: [calculator, http] });
    expect(made.text).toBe(
      'calculator returned: {"result":42} http_request was not run: a person said no calculator failed: division by zero',
    );
    expect(made.toolCalls).toEqual([]);
  });
});

describe('the demo model with an output schema', () => {
  const schema = {
    type: 'object' as const,
    properties: {
      title: { type: 'string' as const, maxLength: 12 },
      kind: { type: 'string' as const, enum: ['b', 'a'] },
      count: { type: 'integer' as const, minimum: 1, maximum: 10 },
      share: { type: 'number' as const, exclusiveMinimum: 0, exclusiveMaximum: 1 },
      ok: { type: 'boolean' as const },
      tags: { type: 'array' as const, items: { type: 'string' as const }, minItems: 2 },
      when: { type: 'string' as const, format: 'date' },
      maybe: { anyOf: [{ type: 'null' as const }, { type: 'integer' as const }] },
      none: { type: ['null' as const, 'string' as const] },
      place: { $ref: '#/$defs/place' },
      both: {
        allOf: [
          { type: 'object' as const, properties: { x: { type: 'integer' as const } }, required: ['x'] },
          { type: 'object' as const },
        ],
      },
    },
    required: ['title', 'kind', 'count', 'share', 'ok', 'tags', 'when', 'maybe', 'none', 'place', 'both'],
    additionalProperties: false,
    $defs: {
      place: {
        type: 'object' as const,
        properties: { name: { type: 'string' as const, minLength: 30 }, inner: { $ref: '#/$defs/place' } },
        required: ['name'],
      },
    },
  };

  test('responds with a valid value derived from the words of the user', async () => {
    const fits = new Ajv({ formats: { date: true } }).compile(schema);
    for (const said of ['a report with 7 pages', 'minus -500', '']) {
      const value: unknown = JSON.parse((await answer(said, { output: { name: 'out', schema } })).text);
      fits(value);
      expect(fits.errors).toBeNull();
    }
    const { text } = await answer('a report with 7 pages', { output: { name: 'out', schema } });
    expect(JSON.parse(text)).toMatchObject({
      title: 'a report wit',
      kind: 'b',
      count: 7,
      tags: ['a report with 7 pages', 'a report with 7 pages'],
    });
  });

  test('calls a named tool first and fills the schema after its result', async () => {
    const more = { tools: [calculator], output: { name: 'out', schema } };
    expect((await answer('calculator 1+1', more)).toolCalls).toHaveLength(1);
    const messages = [user('calculator 1+1'), result('calculator', { type: 'text', value: '2' })];
    expect(JSON.parse((await answer(messages, more)).text)).toMatchObject({ title: 'calculator 1' });
  });
});

describe('the stream of the demo model', () => {
  test('arrives word by word and equals the complete response', async () => {
    const deltas: string[] = [];
    const request = { model, messages: [user('one two  three')], settings: {} };
    const made = await gateway.stream(request, { signal: unabortedSignal, onDelta: (text) => deltas.push(text) });
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join('')).toBe('You said: one two  three');
    expect(made).toMatchObject({
      text: 'You said: one two  three',
      finish: { reason: 'stop', detail: null },
      outputTokens: 5,
    });
  });

  test('waits after the tools if the wait comes then', async () => {
    const text = 'calculator 1+1, then wait 20 seconds';
    const first = await answer(text, { tools: [calculator] });
    expect(first.toolCalls).toHaveLength(1);
    const abort = new AbortController();
    const deltas: string[] = [];
    const messages = [user(text), result('calculator', { type: 'text', value: '2' })];
    const onDelta = (delta: string) => {
      deltas.push(delta);
      abort.abort();
    };
    const request = { model, messages, settings: {}, tools: [calculator] };
    await expect(gateway.stream(request, { signal: abort.signal, onDelta })).rejects.toMatchObject({
      reason: 'aborted',
    });
    expect(deltas).toEqual(['Waiting 20 s: ']);
  });

  test('counts the seconds of a wait, and is ended by an abort at once', async () => {
    const abort = new AbortController();
    const deltas: string[] = [];
    const request = { model, messages: [user('wait 20 seconds')], settings: {} };
    const onDelta = (text: string) => {
      deltas.push(text);
      if (deltas.length === 2) abort.abort();
    };
    await expect(gateway.stream(request, { signal: abort.signal, onDelta })).rejects.toMatchObject({
      reason: 'aborted',
    });
    expect(deltas).toEqual(['Waiting 20 s: ', '1 ']);
  });

  test('stays valid JSON while it waits', async () => {
    const output = { name: 'out', schema: { type: 'object' as const, properties: { a: { type: 'string' as const } } } };
    const request = { model, messages: [user('wait 0.01 seconds')], settings: {}, output };
    const made = await gateway.stream(request, { signal: unabortedSignal, onDelta: () => undefined });
    expect(JSON.parse(made.text)).toEqual({ a: 'wait 0.01 seconds' });
  });
});
