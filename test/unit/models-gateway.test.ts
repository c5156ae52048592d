import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import {
  computeCredits,
  createModelGateway,
  ModelCallError,
  type ModelRequest,
} from '../../src/platform/models/gateway.ts';
import { createRerankingGateway } from '../../src/platform/models/reranking/gateway.ts';
import { findRetryHintMs } from '../../src/platform/models/retry-hints.ts';
import { createTransport } from '../../src/platform/models/transport.ts';
import {
  createModelControl,
  type ModelControl,
  type ModelServer,
  type Step,
  startModelServer,
} from '../support/model-server.ts';
import { anthropicStream, googleStream, openaiStream } from '../support/provider-answers.ts';

const KEY = 'test-key-4f1c9d2e7b';
const env = { SCRIPTED_KEY: KEY, ANTHROPIC_API_KEY: 'anthropic-value-1', GOOGLE_KEY: 'google-value-1', EMPTY_KEY: ' ' };
const unabortedSignal = new AbortController().signal;

let server: ModelServer;
let control: ModelControl;
let keys = 0;

beforeAll(async () => {
  server = await startModelServer();
  control = createModelControl(server.url);
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const generateKey = (): string => `gateway-${++keys}`;
const createGateway = (options: { idleTimeoutMs?: number; fetch?: typeof fetch } = {}) =>
  createModelGateway({ env, idleTimeoutMs: 30_000, ...options });
const gateway = createGateway();

function entry(fields: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id: '00000000-0000-5000-8000-000000000000',
    name: 'scripted',
    alias: null,
    provider: 'openai-compatible',
    vendor: 'test',
    description: '',
    supports_vision: true,
    supports_tools: true,
    output_modalities: ['text'],
    context_window: null,
    input_price: '0',
    output_price: '0',
    retired: false,
    providerModel: 'scripted-1',
    baseUrl: `${server.url}/v1`,
    apiKeyEnv: 'SCRIPTED_KEY',
    ...fields,
  };
}

function toRequest(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { model: entry(), messages: [{ role: 'user', content }], settings: {}, ...more };
}

/** A request that follows this script. */
async function toScriptedRequest(
  ...steps: Parameters<ModelControl['script']>[1]
): Promise<{ key: string; request: ModelRequest }> {
  const key = generateKey();
  await control.script(key, steps);
  return { key, request: toRequest(control.marker(key)) };
}

async function getError(call: Promise<unknown>): Promise<ModelCallError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ModelCallError);
  return outcome as ModelCallError;
}

function streamed(request: ModelRequest, signal = unabortedSignal, through = gateway) {
  const deltas: string[] = [];
  return { deltas, answer: through.stream(request, { signal, onDelta: (text) => deltas.push(text) }) };
}

/** Returns the error of the request, complete and streamed. */
function getErrors(request: ModelRequest, signal = unabortedSignal, through = gateway): Promise<ModelCallError[]> {
  const { answer } = streamed(request, signal, through);
  return Promise.all([getError(through.generate(request, { signal })), getError(answer)]);
}

const getSentBody = async (key: string, index = 0) =>
  (await control.requests(key))[index]?.body as Record<string, unknown>;

describe('a model response', () => {
  test('that is complete has text, usage and timing', async () => {
    const { request } = await toScriptedRequest({ text: 'hello', usage: { prompt_tokens: 7, completion_tokens: 3 } });
    const answer = await gateway.generate(request, { signal: unabortedSignal });
    expect(answer).toMatchObject({
      text: 'hello',
      toolCalls: [],
      finish: { reason: 'stop', detail: 'stop' },
      inputTokens: 7,
      outputTokens: 3,
      message: { role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
    });
    expect(answer.totalMs).toBeGreaterThan(0);
  });

  test('that is streamed delivers every chunk in order and counts its tokens', async () => {
    const { request } = await toScriptedRequest({
      chunks: ['one ', 'two ', 'three'],
      usage: { prompt_tokens: 4, completion_tokens: 9 },
    });
    const { deltas, answer } = streamed(request);
    expect(await answer).toMatchObject({
      text: 'one two three',
      inputTokens: 4,
      outputTokens: 9,
      finish: { reason: 'stop', detail: 'stop' },
    });
    expect(deltas).toEqual(['one ', 'two ', 'three']);
    expect((await answer).firstDeltaMs).toBeLessThanOrEqual((await answer).totalMs);
  });

  test('uses system prompt, settings, model and key of the request', async () => {
    const { key, request } = await toScriptedRequest({ text: 'ok' });
    await gateway.generate(
      {
        ...request,
        system: 'Be brief.',
        settings: {
          temperature: 0.5,
          max_tokens: 9,
          top_p: 0.9,
          presence_penalty: 0.1,
          frequency_penalty: 0.2,
          stop: ['END'],
          seed: 3,
        },
      },
      { signal: unabortedSignal },
    );
    const [record] = await control.requests(key);
    expect(record?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(record?.body).toMatchObject({
      model: 'scripted-1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: request.messages[0]?.content },
      ],
      temperature: 0.5,
      max_tokens: 9,
      top_p: 0.9,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
      stop: ['END'],
      seed: 3,
    });
  });

  test('continues a conversation with images, tool calls and tool results in the provider’s format', async () => {
    const { key, request } = await toScriptedRequest({ text: 'ok' });
    const [user] = request.messages;
    const messages: ModelMessage[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'text', text: '' },
          { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
          { type: 'image', image: 'data:image/gif;base64,R0lGODlh' },
          { type: 'image', image: new URL('https://example.com/a.png') },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look_up', input: { q: 1 } }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c1', toolName: 'look_up', output: { type: 'json', value: { a: 2 } } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c2', toolName: 'look_up', output: { type: 'error-text', value: 'no' } },
        ],
      },
      { role: 'assistant', content: '' },
    ];
    await gateway.generate(
      { ...request, messages: [...messages, ...(user ? [user] : [])] },
      { signal: unabortedSignal },
    );
    expect((await getSentBody(key)).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGODlh' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"q":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"a":2}' },
      { role: 'tool', tool_call_id: 'c2', content: 'no' },
      { role: 'user', content: user?.content },
    ]);
  });

  test('without its environment variable fails with its name before anything is sent', async () => {
    for (const apiKeyEnv of ['EMPTY_KEY', 'ABSENT_KEY']) {
      const failure = await getError(
        gateway.generate(toRequest('hi', { model: entry({ apiKeyEnv }) }), { signal: unabortedSignal }),
      );
      expect(failure).toMatchObject({ reason: 'not_configured', retryable: false });
      expect(failure.message).toContain(apiKeyEnv);
    }
  });

  test('passes on an error of the delta listener unchanged', async () => {
    const { request } = await toScriptedRequest({ chunks: ['a', 'b'] });
    const fault = new Error('listener');
    const onDelta = () => {
      throw fault;
    };
    await expect(gateway.stream(request, { signal: unabortedSignal, onDelta })).rejects.toBe(fault);
  });
});

describe('tool calls', () => {
  const tools = [
    {
      name: 'calculator',
      description: 'Computes',
      parameters: { type: 'object' as const, properties: { expression: { type: 'string' as const } } },
    },
  ];
  const both = (request: ModelRequest) => [
    gateway.generate(request, { signal: unabortedSignal }),
    streamed(request).answer,
  ];

  test('that run in parallel are parsed, complete and streamed in fragments alike', async () => {
    const { key, request } = await toScriptedRequest({
      text: 'Working.',
      tool_calls: [
        { id: 'a', name: 'calculator', arguments: { expression: '6*7' } },
        { id: 'b', name: 'calculator', arguments: { expression: 'a long expression, cut in the middle: "{}"' } },
      ],
    });
    for (const answer of await Promise.all(both({ ...request, tools, toolChoice: { tool: 'calculator' } }))) {
      expect(answer.text).toBe('Working.');
      expect(answer.finish.reason).toBe('tool-calls');
      expect(answer.toolCalls).toEqual([
        { id: 'a', name: 'calculator', arguments: { expression: '6*7' } },
        { id: 'b', name: 'calculator', arguments: { expression: 'a long expression, cut in the middle: "{}"' } },
      ]);
      expect(answer.message.content).toHaveLength(3);
    }
    expect(await getSentBody(key)).toMatchObject({
      tools: [
        {
          type: 'function',
          function: { name: 'calculator', description: 'Computes', parameters: tools[0]?.parameters },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'calculator' } },
    });
  });

  test('to an unknown tool or with malformed arguments are results, not errors', async () => {
    const { request } = await toScriptedRequest({
      tool_calls: [
        { id: 'a', name: 'no_such_tool', arguments: { x: 1 } },
        { id: 'b', name: 'calculator', arguments: '{"expression": "6*' },
        { id: 'c', name: 'calculator', arguments: '' },
      ],
    });
    for (const answer of await Promise.all(both({ ...request, tools }))) {
      expect(answer.toolCalls).toEqual([
        { id: 'a', name: 'no_such_tool', arguments: { x: 1 } },
        { id: 'b', name: 'calculator', arguments: {}, malformed: '{"expression": "6*' },
        { id: 'c', name: 'calculator', arguments: {} },
      ]);
    }
  });

  test('that share an id get different ones', async () => {
    const call = { id: 'same', name: 'calculator', arguments: {} };
    const { request } = await toScriptedRequest({ tool_calls: [call, call, call] });
    const answer = await gateway.generate({ ...request, tools }, { signal: unabortedSignal });
    const ids = answer.toolCalls.map((made) => made.id);
    expect([ids[0], new Set(ids).size]).toEqual(['same', 3]);
  });
});

describe('JSON output', () => {
  const closed = {
    type: 'object' as const,
    properties: { city: { type: 'string' as const } },
    required: ['city'],
    additionalProperties: false,
  };

  test('sends the schema to the provider, in strict mode only if it is closed', async () => {
    const { key, request } = await toScriptedRequest({ text: '{"city":"Oslo"}' });
    await gateway.generate({ ...request, output: { name: 'place', schema: closed } }, { signal: unabortedSignal });
    await gateway.generate(
      { ...request, output: { name: 'place', schema: { ...closed, required: [] } } },
      { signal: unabortedSignal },
    );
    expect((await getSentBody(key)).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'place', schema: closed, strict: true },
    });
    expect((await getSentBody(key, 1)).response_format).toMatchObject({ json_schema: { strict: false } });
  });

  test('puts the schema in the prompt for a server without schema support, at once from the second call on', async () => {
    const key = generateKey();
    const refusal = { status: 400, body: { error: { message: 'response_format json_schema is not supported' } } };
    await control.script(key, [refusal, { text: '{}' }], { by: 'call' });
    const request = toRequest(control.marker(key), {
      model: entry({ providerModel: 'schemaless' }),
      system: 'Be brief.',
      output: { name: 'place', schema: closed },
    });
    expect((await gateway.generate(request, { signal: unabortedSignal })).text).toBe('{}');
    expect((await streamed(request).answer).text).toBe('{}');
    const bodies = (await control.requests(key)).map(
      (record) => record.body as { response_format: unknown; messages: { content: string }[] },
    );
    expect(bodies.map((body) => body.response_format)).toMatchObject([
      { type: 'json_schema' },
      { type: 'json_object' },
      { type: 'json_object' },
    ]);
    const system = bodies[2]?.messages[0];
    expect(system?.content).toContain('Be brief.');
    expect(system?.content).toContain(JSON.stringify(closed));
  });
});

describe('an error of the provider', () => {
  const inTwoMinutes = 'Sun, 01 Nov 2026 12:02:00 GMT';
  const cases: { given: Step; want: Partial<ModelCallError> }[] = [
    {
      given: { status: 429, headers: { 'retry-after': '7' } },
      want: { reason: 'rate_limited', retryable: true, retryAfterMs: 7000 },
    },
    {
      given: { status: 429, headers: { 'retry-after': inTwoMinutes } },
      want: { reason: 'rate_limited', retryAfterMs: 120_000 },
    },
    { given: { status: 429, headers: { 'retry-after': '9', 'retry-after-ms': '1500' } }, want: { retryAfterMs: 1500 } },
    {
      given: { status: 429, headers: { 'retry-after': 'soon' } },
      want: { reason: 'rate_limited', retryAfterMs: undefined },
    },
    { given: { status: 500 }, want: { reason: 'unavailable', retryable: true, retryAfterMs: undefined } },
    {
      given: { status: 503, headers: { 'retry-after': '1' } },
      want: { reason: 'unavailable', retryable: true, retryAfterMs: 1000 },
    },
    { given: { status: 400 }, want: { reason: 'rejected', retryable: false } },
    { given: { status: 404 }, want: { reason: 'rejected', retryable: false } },
    { given: { status: 401 }, want: { reason: 'unauthorized', retryable: false } },
    { given: { status: 403 }, want: { reason: 'unauthorized', retryable: false } },
    {
      given: { status: 307, headers: { location: 'http://127.0.0.1:9/' } },
      want: { reason: 'rejected', retryable: false },
    },
    {
      given: {
        status: 400,
        body: {
          error: { message: "This model's maximum context length is 8192 tokens", code: 'context_length_exceeded' },
        },
      },
      want: { reason: 'context_length', retryable: false },
    },
  ];

  test.each(cases)('$given.status $given.headers is $want.reason', async ({ given, want }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T12:00:00Z') });
    const { request } = await toScriptedRequest({ body: { error: { message: 'the reason' } }, ...given });
    for (const failure of await getErrors(request)) expect(failure).toMatchObject({ status: given.status, ...want });
  });

  test('has the provider’s message, truncated to 500 characters', async () => {
    const { request } = await toScriptedRequest({
      status: 400,
      body: { error: { message: `because ${'x'.repeat(2000)}` } },
    });
    const failure = await getError(gateway.generate(request, { signal: unabortedSignal }));
    expect(failure.message).toContain('400: because x');
    expect(failure.message.length).toBeLessThan(560);
  });

  test('does not quote an HTML page', async () => {
    const { request } = await toScriptedRequest({
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<html>Bad gateway</html>',
    });
    const failure = await getError(gateway.generate(request, { signal: unabortedSignal }));
    expect(failure).toMatchObject({ reason: 'unavailable', message: 'The model provider answered 502.' });
  });

  test.each([
    [`Incorrect key ${KEY} given`, KEY],
    ['Incorrect key provided: sk-abcd1234efgh5678', 'abcd1234'],
    ['Header was Authorization: Bearer abc.def.ghijkl', 'ghijkl'],
    ['Also anthropic-value-1 is known here', 'anthropic-value-1'],
    [`At https://api/?key=${encodeURIComponent(KEY)}`, KEY],
  ])('never has a key of the response in its message: %s', async (message, secret) => {
    for (const body of [{ error: { message } }, message]) {
      const { request } = await toScriptedRequest({ status: 401, body });
      for (const failure of await getErrors(request)) {
        expect(failure.message).toContain('[redacted]');
        expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain(secret);
        expect(failure.cause).toBeUndefined();
      }
    }
  });
});

describe('the retry of a provider', () => {
  test.each<[string, Record<string, string>, string, number | undefined]>([
    ['retry-after-ms', { 'retry-after-ms': '1500', 'retry-after': '9' }, '', 1500],
    ['Retry-After in seconds', { 'retry-after': '7' }, 'Please try again in 1s', 7000],
    ['RetryInfo of Google', {}, '{"error":{"details":[{"@type":"RetryInfo","retryDelay":"34.5s"}]}}', 34_500],
    ['words in seconds', {}, 'Rate limit reached. Please try again in 1.2s. Visit …', 1200],
    ['words in minutes', {}, 'Please try again in 6m0s.', 360_000],
    ['words in milliseconds', {}, 'Please try again in 20ms.', 20],
    ['written out words', {}, 'Please retry after 3 seconds.', 3000],
    [
      'the reset of a limit that is used up',
      { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m2s', 'x-ratelimit-reset-tokens': '9h' },
      '',
      62_000,
    ],
    [
      'no reset of a limit that is left',
      { 'x-ratelimit-remaining-tokens': '5', 'x-ratelimit-reset-tokens': '6s' },
      '',
      undefined,
    ],
    ['nothing', {}, 'the server is overloaded', undefined],
  ])('uses the delay from %s', (_, headers, body, ms) => {
    expect(findRetryHintMs(headers, body)).toBe(ms);
  });

  test.each([
    [429, 'Slow down.', true],
    [429, 'You exceeded your current quota. Please retry in 32.5s.', true],
    [429, 'You exceeded your current quota, please check your plan and billing details.', false],
    [429, 'Request too large for the model: Limit 10000, Requested 12000.', false],
    [503, 'overloaded', true],
    [408, 'timeout', true],
    [401, 'who are you', false],
    [400, 'temperature is not supported', false],
  ])('after %s %s', async (status, message, isAway) => {
    const { request } = await toScriptedRequest({ status, body: { error: { message } } });
    for (const failure of await getErrors(request))
      expect(failure).toMatchObject({ isAway, provider: 'openai-compatible' });
  });
});

describe('an unusable response', () => {
  const events = { 'content-type': 'text/event-stream' };
  const opening = 'data: {"id":"x","choices":[{"index":0,"delta":{"content":"par"}}]}\n\n';

  test.each([
    ['an empty body', ''],
    ['no JSON', '<html>hello</html>'],
    ['other JSON', '{"hello":"world"}'],
    ['no choice', '{"choices":[]}'],
  ])('that is complete with %s is an invalid response', async (_, body) => {
    const { request } = await toScriptedRequest({ status: 200, body });
    expect(await getError(gateway.generate(request, { signal: unabortedSignal }))).toMatchObject({
      reason: 'invalid_answer',
      retryable: true,
    });
  });

  test.each([
    ['an empty body', ''],
    ['no events', '<html>hello</html>'],
    ['an event that is no JSON', `${opening}data: {"cho\n\n`],
    ['an event of another kind', `${opening}data: {"hello":"world"}\n\n`],
    ['no end', opening],
  ])('that is streamed with %s is an invalid response', async (_, body) => {
    const { request } = await toScriptedRequest({ status: 200, headers: events, body });
    expect(await getError(streamed(request).answer)).toMatchObject({ reason: 'invalid_answer', retryable: true });
  });

  test.each([
    [{ message: 'Slow down', code: 429 }, 'rate_limited'],
    [{ message: 'Your tokens per minute exceed the limit', type: 'rate_limit_error' }, 'rate_limited'],
    ['Something broke', 'unavailable'],
    [{ message: 'Overloaded', code: null, type: 'server_error' }, 'unavailable'],
    [{ message: 'Wrong', code: 401 }, 'unauthorized'],
    [{ message: 'Wrong', type: 'invalid_request_error' }, 'rejected'],
    [{ message: 'Too long', code: 'context_length_exceeded' }, 'context_length'],
  ])('with an error inside a 200 is typed by its message: %o', async (error, reason) => {
    const whole = await toScriptedRequest({ status: 200, body: { error } });
    expect(await getError(gateway.generate(whole.request, { signal: unabortedSignal }))).toMatchObject({ reason });
    const piece = await toScriptedRequest({
      status: 200,
      headers: events,
      body: `${opening}data: ${JSON.stringify({ error })}\n\n`,
    });
    const { deltas, answer } = streamed(piece.request);
    expect(await getError(answer)).toMatchObject({ reason });
    expect(deltas).toEqual(['par']);
  });

  test('whose connection breaks makes the provider unavailable', async () => {
    const { request } = await toScriptedRequest({ chunks: ['one', 'two'], cut_after_chunks: 1 });
    const { deltas, answer } = streamed(request);
    expect(await getError(answer)).toMatchObject({ reason: 'unavailable', retryable: true });
    expect(deltas).toEqual(['one']);
    expect(await getError(gateway.generate(request, { signal: unabortedSignal }))).toMatchObject({
      reason: 'unavailable',
    });
  });

  test('of a server that is not running makes the provider unavailable', async () => {
    const gone = await startModelServer();
    await gone.close();
    const request = toRequest('hi', { model: entry({ baseUrl: `${gone.url}/v1` }) });
    for (const through of [gateway, createGateway({ fetch })]) {
      const failure = await getError(through.generate(request, { signal: unabortedSignal }));
      expect(failure).toMatchObject({ reason: 'unavailable', retryable: true });
      expect(failure.message).toContain('ECONNREFUSED');
    }
  });
});

describe('a timeout or an abort', () => {
  /** Gateways whose idle timeout the test triggers. */
  const silent = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return [createGateway({ idleTimeoutMs: 1000 }), createGateway({ idleTimeoutMs: 1000, fetch })];
  };

  test('gives up a provider that never responds, and closes its request', async () => {
    for (const through of silent()) {
      const { key, request } = await toScriptedRequest({ hang: true });
      const failures = getErrors(request, unabortedSignal, through);
      await control.waitForRequests(key, 2);
      vi.advanceTimersByTime(1000);
      for (const failure of await failures) expect(failure).toMatchObject({ reason: 'silent', retryable: true });
      await control.waitForAborts(key, 2);
    }
  });

  test('gives up a stream that stalls after its first text', async () => {
    for (const through of silent()) {
      const { key, request } = await toScriptedRequest({
        chunks: ['one', 'two'],
        gate_after_chunks: { count: 1, gate: 'never' },
      });
      const { deltas, answer } = streamed(request, unabortedSignal, through);
      const failure = getError(answer);
      while (deltas.length === 0) await setImmediate();
      vi.advanceTimersByTime(1000);
      expect(await failure).toMatchObject({ reason: 'silent', retryable: true });
      expect(deltas).toEqual(['one']);
      await control.waitForAborts(key, 1);
    }
  });

  test('reports what the provider may have charged: nothing if it rejected or was not reached, else an estimate', async () => {
    const usageOf = async (answer: Promise<unknown>) => (await getError(answer)).usage;
    const cut = await toScriptedRequest({ chunks: ['abcdef', 'g'], cut_after_chunks: 1 });
    const heard = await usageOf(streamed(cut.request).answer);
    expect(heard).toMatchObject({ outputTokens: 2, estimated: true });
    expect(heard?.inputTokens).toBeGreaterThan(0);
    const abort = new AbortController();
    const hanging = await toScriptedRequest({ hang: true });
    const whole = gateway.generate(hanging.request, { signal: abort.signal });
    const lost = usageOf(whole);
    await control.waitForRequests(hanging.key, 1);
    abort.abort();
    expect(await lost).toMatchObject({ outputTokens: 0, estimated: true });
    for (const status of [400, 401, 429, 500]) {
      const { request } = await toScriptedRequest({ status, body: { error: { message: 'no' } } });
      expect(await usageOf(gateway.generate(request, { signal: unabortedSignal }))).toBeUndefined();
    }
    const { request } = await toScriptedRequest({ text: 'never' });
    const nowhere = { ...request, model: entry({ baseUrl: 'http://127.0.0.1:9/v1' }) };
    expect(await usageOf(gateway.generate(nowhere, { signal: unabortedSignal }))).toBeUndefined();
    expect(await usageOf(gateway.generate(request, { signal: AbortSignal.abort() }))).toBeUndefined();
  });

  test('closes the request, before the response and during it', async () => {
    for (const through of [gateway, createGateway({ fetch })]) {
      const abort = new AbortController();
      const { key, request } = await toScriptedRequest({ hang: true });
      const failures = getErrors(request, abort.signal, through);
      await control.waitForRequests(key, 2);
      abort.abort();
      for (const failure of await failures) {
        expect(failure).toMatchObject({ reason: 'aborted', retryable: false });
      }
      await control.waitForAborts(key, 2);
    }
  });

  test('lets no text through after an abort', async () => {
    const abort = new AbortController();
    const { key, request } = await toScriptedRequest({
      chunks: ['one', 'two'],
      gate_after_chunks: { count: 1, gate: 'never' },
    });
    const deltas: string[] = [];
    const onDelta = (text: string) => {
      deltas.push(text);
      abort.abort();
    };
    const failure = await getError(gateway.stream(request, { signal: abort.signal, onDelta }));
    expect(failure.reason).toBe('aborted');
    expect(deltas).toEqual(['one']);
    await control.waitForAborts(key, 1);
  });

  test('sends nothing with a signal that is already aborted', async () => {
    const { key, request } = await toScriptedRequest({ text: 'hi' });
    expect(await getError(gateway.generate(request, { signal: AbortSignal.abort() }))).toMatchObject({
      reason: 'aborted',
    });
    expect(await control.requests(key)).toEqual([]);
  });

  test('cancels a body that nobody reads', async () => {
    const { key, request } = await toScriptedRequest({
      chunks: ['one', 'two'],
      gate_after_chunks: { count: 1, gate: 'never' },
    });
    const [user] = request.messages;
    const send = createTransport({ idleTimeoutMs: 30_000 });
    const body = JSON.stringify({ stream: true, messages: [user] });
    const answer = await send(`${server.url}/v1/chat/completions`, { method: 'POST', body });
    await answer.body?.cancel();
    await control.waitForAborts(key, 1);
  });

  test('stops a waiting demo model at once', async () => {
    const abort = new AbortController();
    const request = toRequest('wait 10 minutes', { model: entry({ provider: 'demo' }) });
    const failures = getErrors(request, abort.signal);
    abort.abort();
    for (const failure of await failures) expect(failure.reason).toBe('aborted');
  });
});

describe('another provider', () => {
  /** A gateway with a fake HTTP client, and the requests that it sent. */
  function answering({ status = 200, headers = {}, body }: Step) {
    const sent: { url: string; headers: Headers; body: Record<string, unknown> }[] = [];
    const fake: typeof fetch = async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      });
    };
    return { sent, through: createGateway({ fetch: fake }) };
  }

  test('such as Anthropic has its own key and format, and its signed reasoning is stored for the history', async () => {
    const { sent, through } = answering(
      anthropicStream(
        [
          { type: 'thinking', thinking: 'hm', signature: 'signed' },
          { type: 'text', text: 'hello' },
          { type: 'tool_use', id: 't1', name: 'calculator', input: { expression: '1' } },
        ],
        { usage: { input_tokens: 5, output_tokens: 6 } },
      ),
    );
    const model = entry({
      provider: 'anthropic',
      baseUrl: undefined,
      apiKeyEnv: 'ANTHROPIC_API_KEY',
      providerModel: 'claude-sonnet-5-5',
    });
    const tools = [{ name: 'calculator', description: '', parameters: { type: 'object' as const } }];
    const answer = await through.generate(toRequest('hi', { model, system: 'Be brief.', tools }), {
      signal: unabortedSignal,
    });
    expect(answer).toMatchObject({ text: 'hello', inputTokens: 5, outputTokens: 6, finish: { reason: 'tool-calls' } });
    expect(answer.toolCalls).toEqual([{ id: 't1', name: 'calculator', arguments: { expression: '1' } }]);
    await through.generate(
      toRequest('', {
        model,
        messages: [
          { role: 'user', content: 'hi' },
          JSON.parse(JSON.stringify(answer.message)) as ModelMessage,
          {
            role: 'tool',
            content: [
              { type: 'tool-result', toolCallId: 't1', toolName: 'calculator', output: { type: 'text', value: '1' } },
            ],
          },
        ],
        tools,
      }),
      { signal: unabortedSignal },
    );
    expect(sent[0]?.url).toBe('https://api.anthropic.com/v1/messages');
    expect(sent[0]?.headers.get('x-api-key')).toBe('anthropic-value-1');
    expect(sent[0]?.body).toMatchObject({ model: 'claude-sonnet-5-5', system: [{ text: 'Be brief.' }] });
    expect(sent[1]?.body.messages).toMatchObject([
      {},
      { content: [{ type: 'thinking', signature: 'signed' }, { type: 'text' }, { type: 'tool_use' }] },
      {},
    ]);
  });

  test('such as Google has its own key and format', async () => {
    const { sent, through } = answering(
      googleStream([[{ text: 'hello' }]], {
        usage: { promptTokenCount: 5, candidatesTokenCount: 6, totalTokenCount: 11 },
      }),
    );
    const model = entry({
      provider: 'google',
      baseUrl: undefined,
      apiKeyEnv: 'GOOGLE_KEY',
      providerModel: 'gemini-3.8-flash',
    });
    expect(await through.generate(toRequest('hi', { model }), { signal: unabortedSignal })).toMatchObject({
      text: 'hello',
      inputTokens: 5,
      outputTokens: 6,
    });
    expect(sent[0]?.url).toContain('/models/gemini-3.8-flash:streamGenerateContent');
    expect(sent[0]?.headers.get('x-goog-api-key')).toBe('google-value-1');
  });

  test('such as Google, whose adapter parses the JSON of tool calls, keeps the digits of large integers', async () => {
    const call = { functionCall: { name: 'order', args: { id: 2512292042121000001n, list: [-9007199254740993n] } } };
    const { through } = answering(googleStream([[call]]));
    const model = entry({ provider: 'google', baseUrl: undefined, apiKeyEnv: 'GOOGLE_KEY' });
    const { toolCalls } = await through.generate(toRequest('hi', { model }), { signal: unabortedSignal });
    expect(toolCalls).toMatchObject([{ arguments: { id: 2512292042121000001n, list: [-9007199254740993n] } }]);
  });

  test('such as OpenAI is called through its Responses API, with storage disabled', async () => {
    const { sent, through } = answering(
      openaiStream(
        [
          {
            type: 'message',
            role: 'assistant',
            id: 'm',
            content: [{ type: 'output_text', text: 'hello', annotations: [] }],
          },
        ],
        { usage: { input_tokens: 5, output_tokens: 6 } },
      ),
    );
    const model = entry({ provider: 'openai', baseUrl: undefined, providerModel: 'gpt-6.1-terra' });
    expect(await through.generate(toRequest('hi', { model }), { signal: unabortedSignal })).toMatchObject({
      text: 'hello',
      inputTokens: 5,
    });
    expect(sent[0]?.url).toBe('https://api.openai.com/v1/responses');
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(sent[0]?.body.store).toBe(false);
  });

  test.each([
    ['anthropic', { type: 'error', error: { type: 'overloaded_error', message: 'No room' } }, 'unavailable'],
    [
      'openai',
      { type: 'error', sequence_number: 1, code: 'rate_limit_exceeded', message: 'No room', param: null },
      'rate_limited',
    ],
    ['google', { error: { code: 503, status: 'UNAVAILABLE', message: 'No room' } }, 'unavailable'],
  ] as const)('with an error inside a stream of %s has it typed', async (provider, event, reason) => {
    const body = `event: error\ndata: ${JSON.stringify(event)}\n\n`;
    const fake: typeof fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const request = toRequest('hi', { model: entry({ provider, baseUrl: undefined }) });
    const failure = await getError(streamed(request, unabortedSignal, createGateway({ fetch: fake })).answer);
    expect(failure).toMatchObject({ reason, retryable: true });
    expect(failure.message).toContain('No room');
  });

  test.each(['openai', 'anthropic', 'google'] as const)(
    'with errors of %s has them typed, and its keys kept out',
    async (provider) => {
      const body = {
        type: 'error',
        error: { type: 'rate_limit_error', code: 429, status: 'X', message: `Slow down, ${KEY}` },
      };
      const { through } = answering({ status: 429, body, headers: { 'retry-after': '3' } });
      const request = toRequest('hi', { model: entry({ provider, baseUrl: undefined }) });
      for (const failure of await getErrors(request, unabortedSignal, through)) {
        expect(failure).toMatchObject({ reason: 'rate_limited', retryAfterMs: 3000, status: 429 });
        expect(failure.message).toContain('Slow down, [redacted]');
      }
    },
  );
});

describe('the credits of a call', () => {
  test('with cached tokens are exact at their own prices', () => {
    const prices = { input_price: '0.3', output_price: '0.7', cached_input_price: '0.03', cache_write_price: '0.375' };
    const tokens = { inputTokens: 10, outputTokens: 1, cachedInputTokens: 7, cacheWriteTokens: 2 };
    // 1 at 0.3, 7 at 0.03, 2 at 0.375 and 1 at 0.7.
    expect(computeCredits(prices, tokens)).toBe('0.00000196');
    expect(computeCredits({ input_price: '0.3', output_price: '0.7' }, tokens)).toBe('0.0000037');
  });

  test('with reasoning tokens are exact at their own price, or at that of output tokens', () => {
    const tokens = { inputTokens: 0, outputTokens: 10, reasoningTokens: 4 };
    const prices = { input_price: '0', output_price: '3' };
    // 6 at 3 and 4 at 7.
    expect(computeCredits({ ...prices, reasoning_price: '7' }, tokens)).toBe('0.000046');
    expect(computeCredits(prices, tokens)).toBe('0.00003');
  });

  test.each([
    ['200', '1000', 10, 5, '0.007'],
    ['0', '0', 1000, 1000, '0'],
    ['0.1', '0.2', 1, 1, '0.0000003'],
    ['0.000000000001', '0', 1, 0, '0.000000000000000001'],
    ['999999999999.999999999999', '0', 999_999_999, 0, '999999998999999.999999999000000001'],
  ])(
    'with prices %s and %s for %i and %i tokens are exactly %s',
    (input_price, output_price, inputTokens, outputTokens, cost) => {
      expect(computeCredits({ input_price, output_price }, { inputTokens, outputTokens })).toBe(cost);
    },
  );
});

describe('a finished answer', () => {
  const toChunk = (value: object) => `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', ...value })}\n\n`;
  const toDelta = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  const start = toChunk(toDelta({ role: 'assistant', content: 'Hello.' }));
  const end = toChunk(toDelta({}, 'stop'));
  const usage = { prompt_tokens: 3, completion_tokens: 2 };
  /** A gateway whose provider sends this and then resets the connection. */
  const breakAfter = (text: string) => {
    const body = () => {
      const parts = [new TextEncoder().encode(text)];
      return new ReadableStream({
        pull(controller) {
          const part = parts.shift();
          if (part) controller.enqueue(part);
          else controller.error(new Error('reset'));
        },
      });
    };
    const headers = { 'content-type': 'text/event-stream' };
    return createGateway({ fetch: async () => new Response(body(), { headers }) });
  };

  test.each([
    ['at once', end, false],
    ['in the chunk after it', `${end}data: {"id":"c","us`, false],
    ['after its usage', end + toChunk({ choices: [], usage }), true],
  ])('is kept if the connection breaks %s', async (_, rest, isCounted) => {
    const response = await breakAfter(start + rest).generate(toRequest('x'), { signal: unabortedSignal });
    expect(response).toMatchObject({ text: 'Hello.', finish: { reason: 'stop' }, estimated: !isCounted });
  });

  const text = { type: 'text', text: 'Hello.' };
  const providers = [
    {
      model: { provider: 'anthropic' as const, baseUrl: undefined, apiKeyEnv: 'ANTHROPIC_API_KEY' },
      stream: anthropicStream([text], { usage: { input_tokens: 3, output_tokens: 2 } }),
      finish: '"stop_reason"',
    },
    {
      model: { provider: 'google' as const, baseUrl: undefined, apiKeyEnv: 'GOOGLE_KEY' },
      stream: googleStream([[{ text: 'Hello.' }]], { usage: { promptTokenCount: 3, candidatesTokenCount: 2 } }),
      finish: '"finishReason"',
    },
  ].map(({ model, stream: { body }, finish }) => {
    const at = String(body).indexOf(finish);
    const end = String(body).indexOf('\n\n', at) + 2;
    return { provider: model.provider, model, before: String(body).slice(0, at), whole: String(body).slice(0, end) };
  });
  const generate = (sent: string, model: Partial<ModelEntry>) =>
    breakAfter(sent).generate(toRequest('x', { model: entry(model) }), { signal: unabortedSignal });

  test.each(providers)('of $provider is kept if the connection breaks after it', async ({ model, whole }) => {
    const expected = { text: 'Hello.', finish: { reason: 'stop' }, inputTokens: 3, outputTokens: 2, estimated: false };
    for (const rest of ['', 'event: message_st', 'data: {"type":"mess', 'data: {"type":"error","error":{}}\n\n'])
      expect(await generate(whole + rest, model), rest).toMatchObject(expected);
  });

  test.each(providers)('of $provider is kept, whatever follows that is no usage', async ({ model, whole }) => {
    const expected = { text: 'Hello.', finish: { reason: 'stop' } };
    for (const event of [
      'no JSON',
      '[]',
      'null',
      { type: 'x.metrics' },
      { candidates: 'x' },
      { candidates: [{ content: { parts: 'x' } }] },
      { candidates: null, usageMetadata: { promptTokenCount: 'x' } },
      { usageMetadata: null },
      { error: { code: 503, message: 'Overloaded.' } },
      { type: 'message_delta' },
      { type: 'message_delta', delta: null, usage: null },
      { type: 'message_delta', delta: {}, usage: { output_tokens: 'x' } },
      { type: 'message_stop', extra: 1 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'More.' } },
    ]) {
      const data = typeof event === 'string' ? event : JSON.stringify(event);
      expect(await generate(`${whole}data: ${data}\n\n`, model), data).toMatchObject(expected);
    }
  });

  test.each(providers)('of $provider is not assumed if the connection breaks before', async ({ model, before }) => {
    expect(await getError(generate(before, model))).toMatchObject({ reason: 'unavailable' });
  });

  test('is not assumed if the connection breaks before', async () => {
    const call = breakAfter(start).generate(toRequest('x'), { signal: unabortedSignal });
    expect(await getError(call)).toMatchObject({ reason: 'unavailable' });
  });

  test.each([
    ['text', toChunk({ ...toDelta({}, 'stop'), usage: 'none' }), false],
    ['odd counts', toChunk({ ...toDelta({}, 'stop'), usage: { prompt_tokens: 'x' } }), false],
    ['odd details', toChunk({ ...toDelta({}, 'stop'), usage: { ...usage, prompt_tokens_details: 'x' } }), true],
    ['several lines', `${end}data: {"id":"c",\ndata: "usage":{"prompt_tokens":3}}\n\n`, false],
  ])('is kept if its usage has %s', async (_, rest, isCounted) => {
    const response = await breakAfter(start + rest).generate(toRequest('x'), { signal: unabortedSignal });
    expect(response).toMatchObject({ text: 'Hello.', estimated: !isCounted });
    if (isCounted) expect(response).toMatchObject({ inputTokens: 3, outputTokens: 2 });
  });
});

describe('a reranker', () => {
  const rows = [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.2 },
  ];

  test.each([
    ['Cohere', { id: 'x', results: rows, meta: { api_version: { version: '2' }, tokens: { input_tokens: 40 } } }, 40],
    ['Cohere, which counts searches', { results: rows, meta: { billed_units: { search_units: 1 } } }, undefined],
    ['Jina', { model: 'm', usage: { total_tokens: 41 }, results: rows.map((row) => ({ ...row, document: {} })) }, 41],
    ['Voyage', { object: 'list', data: rows, model: 'm', usage: { total_tokens: 42 } }, 42],
  ])('may answer in the form of %s', async (_form, answer, tokens) => {
    const requests: unknown[] = [];
    const ranks = createServer(async (request, response) => {
      requests.push([request.url, request.headers.authorization, JSON.parse(await text(request))]);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    await once(ranks.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = ranks.address() as AddressInfo;
      const { name, vendor, description, providerModel } = entry();
      const result = await createRerankingGateway({ env, idleTimeoutMs: 30_000 }).rerank(
        {
          model: {
            ...{ name, vendor, description, providerModel, provider: 'rerank-compatible' },
            ...{ baseUrl: `http://127.0.0.1:${port}/v2`, apiKeyEnv: 'SCRIPTED_KEY' },
            ...{ input_price: '1000000', max_input_tokens: 500 },
          },
          query: 'boats',
          texts: ['cars', 'ships'],
        },
        { signal: unabortedSignal },
      );
      expect(result).toMatchObject({ scores: [0.2, 0.9], estimated: tokens === undefined });
      expect(result.credits).toBe(String(result.inputTokens));
      if (tokens === undefined) expect(result.inputTokens).toBeGreaterThan(0);
      else expect(result.inputTokens).toBe(tokens);
      const body = { model: 'scripted-1', query: 'boats', documents: ['cars', 'ships'], top_n: 2 };
      expect(requests).toEqual([['/v2/rerank', `Bearer ${KEY}`, body]]);
    } finally {
      ranks.close();
    }
  });
});
