import { setImmediate } from 'node:timers/promises';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ModelEntry } from '../../src/platform/models/catalogue.ts';
import {
  computeCredits,
  createModelGateway,
  ModelCallError,
  type ModelRequest,
} from '../../src/platform/models/gateway.ts';
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
const never = new AbortController().signal;

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

const freshKey = (): string => `gateway-${++keys}`;
const gatewayWith = (options: { idleTimeoutMs?: number; fetch?: typeof fetch } = {}) =>
  createModelGateway({ env, idleTimeoutMs: 30_000, ...options });
const gateway = gatewayWith();

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

function ask(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { model: entry(), messages: [{ role: 'user', content }], settings: {}, ...more };
}

/** A request that follows the given script. */
async function scripted(
  ...steps: Parameters<ModelControl['script']>[1]
): Promise<{ key: string; request: ModelRequest }> {
  const key = freshKey();
  await control.script(key, steps);
  return { key, request: ask(control.marker(key)) };
}

async function failureOf(call: Promise<unknown>): Promise<ModelCallError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ModelCallError);
  return outcome as ModelCallError;
}

function streamed(request: ModelRequest, signal = never, through = gateway) {
  const deltas: string[] = [];
  return { deltas, answer: through.stream(request, { signal, onDelta: (text) => deltas.push(text) }) };
}

/** How the request fails, whole and streamed. */
function failuresOf(request: ModelRequest, signal = never, through = gateway): Promise<ModelCallError[]> {
  const { answer } = streamed(request, signal, through);
  return Promise.all([failureOf(through.generate(request, { signal })), failureOf(answer)]);
}

const bodyOf = async (key: string, index = 0) => (await control.requests(key))[index]?.body as Record<string, unknown>;

describe('answers', () => {
  test('a whole answer carries text, usage and timing', async () => {
    const { request } = await scripted({ text: 'hello', usage: { prompt_tokens: 7, completion_tokens: 3 } });
    const answer = await gateway.generate(request, { signal: never });
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

  test('a streamed answer hands over every chunk in order and counts its tokens', async () => {
    const { request } = await scripted({
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

  test('system prompt, settings, model and key reach the provider', async () => {
    const { key, request } = await scripted({ text: 'ok' });
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
      { signal: never },
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

  test('a conversation with images, tool calls and tool results is sent as the provider expects it', async () => {
    const { key, request } = await scripted({ text: 'ok' });
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
    await gateway.generate({ ...request, messages: [...messages, ...(user ? [user] : [])] }, { signal: never });
    expect((await bodyOf(key)).messages).toEqual([
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

  test('a missing environment variable is told by its name before anything is sent', async () => {
    for (const apiKeyEnv of ['EMPTY_KEY', 'ABSENT_KEY']) {
      const failure = await failureOf(gateway.generate(ask('hi', { model: entry({ apiKeyEnv }) }), { signal: never }));
      expect(failure).toMatchObject({ reason: 'not_configured', retryable: false });
      expect(failure.message).toContain(apiKeyEnv);
    }
  });

  test('an error of the listener for deltas comes back untouched', async () => {
    const { request } = await scripted({ chunks: ['a', 'b'] });
    const fault = new Error('listener');
    const onDelta = () => {
      throw fault;
    };
    await expect(gateway.stream(request, { signal: never, onDelta })).rejects.toBe(fault);
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
  const both = (request: ModelRequest) => [gateway.generate(request, { signal: never }), streamed(request).answer];

  test('parallel calls come back parsed, whole and streamed in fragments alike', async () => {
    const { key, request } = await scripted({
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
    expect(await bodyOf(key)).toMatchObject({
      tools: [
        {
          type: 'function',
          function: { name: 'calculator', description: 'Computes', parameters: tools[0]?.parameters },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'calculator' } },
    });
  });

  test('an unknown tool and malformed arguments are answers, not errors', async () => {
    const { request } = await scripted({
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

  test('calls that share an id get different ones', async () => {
    const call = { id: 'same', name: 'calculator', arguments: {} };
    const { request } = await scripted({ tool_calls: [call, call, call] });
    const answer = await gateway.generate({ ...request, tools }, { signal: never });
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

  test('the schema goes to the provider, in strict mode only where it is closed', async () => {
    const { key, request } = await scripted({ text: '{"city":"Oslo"}' });
    await gateway.generate({ ...request, output: { name: 'place', schema: closed } }, { signal: never });
    await gateway.generate(
      { ...request, output: { name: 'place', schema: { ...closed, required: [] } } },
      { signal: never },
    );
    expect((await bodyOf(key)).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'place', schema: closed, strict: true },
    });
    expect((await bodyOf(key, 1)).response_format).toMatchObject({ json_schema: { strict: false } });
  });

  test('a server that takes no schemas is asked in words instead, at once from the second call on', async () => {
    const key = freshKey();
    const refusal = { status: 400, body: { error: { message: 'response_format json_schema is not supported' } } };
    await control.script(key, [refusal, { text: '{}' }], { by: 'call' });
    const request = ask(control.marker(key), {
      model: entry({ providerModel: 'schemaless' }),
      system: 'Be brief.',
      output: { name: 'place', schema: closed },
    });
    expect((await gateway.generate(request, { signal: never })).text).toBe('{}');
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

describe('refusals of the provider', () => {
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
    const { request } = await scripted({ body: { error: { message: 'the reason' } }, ...given });
    for (const failure of await failuresOf(request)) expect(failure).toMatchObject({ status: given.status, ...want });
  });

  test('the provider says why, clipped to 500 characters', async () => {
    const { request } = await scripted({ status: 400, body: { error: { message: `because ${'x'.repeat(2000)}` } } });
    const failure = await failureOf(gateway.generate(request, { signal: never }));
    expect(failure.message).toContain('400: because x');
    expect(failure.message.length).toBeLessThan(560);
  });

  test('a page of HTML is not quoted', async () => {
    const { request } = await scripted({
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<html>Bad gateway</html>',
    });
    const failure = await failureOf(gateway.generate(request, { signal: never }));
    expect(failure).toMatchObject({ reason: 'unavailable', message: 'The model provider answered 502.' });
  });

  test.each([
    [`Incorrect key ${KEY} given`, KEY],
    ['Incorrect key provided: sk-abcd1234efgh5678', 'abcd1234'],
    ['Header was Authorization: Bearer abc.def.ghijkl', 'ghijkl'],
    ['Also anthropic-value-1 is known here', 'anthropic-value-1'],
    [`At https://api/?key=${encodeURIComponent(KEY)}`, KEY],
  ])('a key in an answer never reaches the message: %s', async (message, secret) => {
    for (const body of [{ error: { message } }, message]) {
      const { request } = await scripted({ status: 401, body });
      for (const failure of await failuresOf(request)) {
        expect(failure.message).toContain('[redacted]');
        expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain(secret);
        expect(failure.cause).toBeUndefined();
      }
    }
  });
});

describe('waiting for a provider', () => {
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
  ])('takes the time of the next try from %s', (_, headers, body, ms) => {
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
    const { request } = await scripted({ status, body: { error: { message } } });
    for (const failure of await failuresOf(request))
      expect(failure).toMatchObject({ isAway, provider: 'openai-compatible' });
  });
});

describe('answers that cannot be used', () => {
  const events = { 'content-type': 'text/event-stream' };
  const opening = 'data: {"id":"x","choices":[{"index":0,"delta":{"content":"par"}}]}\n\n';

  test.each([
    ['an empty body', ''],
    ['no JSON', '<html>hello</html>'],
    ['other JSON', '{"hello":"world"}'],
    ['no choice', '{"choices":[]}'],
  ])('a whole answer with %s is an invalid answer', async (_, body) => {
    const { request } = await scripted({ status: 200, body });
    expect(await failureOf(gateway.generate(request, { signal: never }))).toMatchObject({
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
  ])('a stream with %s is an invalid answer', async (_, body) => {
    const { request } = await scripted({ status: 200, headers: events, body });
    expect(await failureOf(streamed(request).answer)).toMatchObject({ reason: 'invalid_answer', retryable: true });
  });

  test.each([
    [{ message: 'Slow down', code: 429 }, 'rate_limited'],
    [{ message: 'Your tokens per minute exceed the limit', type: 'rate_limit_error' }, 'rate_limited'],
    ['Something broke', 'unavailable'],
    [{ message: 'Overloaded', code: null, type: 'server_error' }, 'unavailable'],
    [{ message: 'Wrong', code: 401 }, 'unauthorized'],
    [{ message: 'Wrong', type: 'invalid_request_error' }, 'rejected'],
    [{ message: 'Too long', code: 'context_length_exceeded' }, 'context_length'],
  ])('an error inside a 200 answer is typed by what it says: %o', async (error, reason) => {
    const whole = await scripted({ status: 200, body: { error } });
    expect(await failureOf(gateway.generate(whole.request, { signal: never }))).toMatchObject({ reason });
    const piece = await scripted({
      status: 200,
      headers: events,
      body: `${opening}data: ${JSON.stringify({ error })}\n\n`,
    });
    const { deltas, answer } = streamed(piece.request);
    expect(await failureOf(answer)).toMatchObject({ reason });
    expect(deltas).toEqual(['par']);
  });

  test('a connection cut in the middle of an answer makes the provider unavailable', async () => {
    const { request } = await scripted({ chunks: ['one', 'two'], cut_after_chunks: 1 });
    const { deltas, answer } = streamed(request);
    expect(await failureOf(answer)).toMatchObject({ reason: 'unavailable', retryable: true });
    expect(deltas).toEqual(['one']);
    expect(await failureOf(gateway.generate(request, { signal: never }))).toMatchObject({ reason: 'unavailable' });
  });

  test('a server that is not there makes the provider unavailable', async () => {
    const gone = await startModelServer();
    await gone.close();
    const request = ask('hi', { model: entry({ baseUrl: `${gone.url}/v1` }) });
    for (const through of [gateway, gatewayWith({ fetch })]) {
      const failure = await failureOf(through.generate(request, { signal: never }));
      expect(failure).toMatchObject({ reason: 'unavailable', retryable: true });
      expect(failure.message).toContain('ECONNREFUSED');
    }
  });
});

describe('silence and aborts', () => {
  /** Gateways whose silence lasts until a test says that it is over. */
  const silent = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return [gatewayWith({ idleTimeoutMs: 1000 }), gatewayWith({ idleTimeoutMs: 1000, fetch })];
  };

  test('a provider that never answers is given up, and its request closed', async () => {
    for (const through of silent()) {
      const { key, request } = await scripted({ hang: true });
      const failures = failuresOf(request, never, through);
      await control.waitForRequests(key, 2);
      vi.advanceTimersByTime(1000);
      for (const failure of await failures) expect(failure).toMatchObject({ reason: 'silent', retryable: true });
      await control.waitForAborts(key, 2);
    }
  });

  test('a stream that falls silent is given up after what it said', async () => {
    for (const through of silent()) {
      const { key, request } = await scripted({
        chunks: ['one', 'two'],
        gate_after_chunks: { count: 1, gate: 'never' },
      });
      const { deltas, answer } = streamed(request, never, through);
      const failure = failureOf(answer);
      while (deltas.length === 0) await setImmediate();
      vi.advanceTimersByTime(1000);
      expect(await failure).toMatchObject({ reason: 'silent', retryable: true });
      expect(deltas).toEqual(['one']);
      await control.waitForAborts(key, 1);
    }
  });

  test('a failure says what the provider may have charged: nothing where it refused or was not reached, else a guess', async () => {
    const usageOf = async (answer: Promise<unknown>) => (await failureOf(answer)).usage;
    const cut = await scripted({ chunks: ['abcdef', 'g'], cut_after_chunks: 1 });
    const heard = await usageOf(streamed(cut.request).answer);
    expect(heard).toMatchObject({ outputTokens: 2, estimated: true });
    expect(heard?.inputTokens).toBeGreaterThan(0);
    const abort = new AbortController();
    const hanging = await scripted({ hang: true });
    const whole = gateway.generate(hanging.request, { signal: abort.signal });
    const lost = usageOf(whole);
    await control.waitForRequests(hanging.key, 1);
    abort.abort();
    expect(await lost).toMatchObject({ outputTokens: 0, estimated: true });
    for (const status of [400, 401, 429, 500]) {
      const { request } = await scripted({ status, body: { error: { message: 'no' } } });
      expect(await usageOf(gateway.generate(request, { signal: never }))).toBeUndefined();
    }
    const { request } = await scripted({ text: 'never' });
    const nowhere = { ...request, model: entry({ baseUrl: 'http://127.0.0.1:9/v1' }) };
    expect(await usageOf(gateway.generate(nowhere, { signal: never }))).toBeUndefined();
    expect(await usageOf(gateway.generate(request, { signal: AbortSignal.abort() }))).toBeUndefined();
  });

  test('an abort closes the request, before the answer and within it', async () => {
    for (const through of [gateway, gatewayWith({ fetch })]) {
      const abort = new AbortController();
      const { key, request } = await scripted({ hang: true });
      const failures = failuresOf(request, abort.signal, through);
      await control.waitForRequests(key, 2);
      abort.abort();
      for (const failure of await failures) {
        expect(failure).toMatchObject({ reason: 'aborted', retryable: false });
      }
      await control.waitForAborts(key, 2);
    }
  });

  test('no text comes after an abort', async () => {
    const abort = new AbortController();
    const { key, request } = await scripted({ chunks: ['one', 'two'], gate_after_chunks: { count: 1, gate: 'never' } });
    const deltas: string[] = [];
    const onDelta = (text: string) => {
      deltas.push(text);
      abort.abort();
    };
    const failure = await failureOf(gateway.stream(request, { signal: abort.signal, onDelta }));
    expect(failure.reason).toBe('aborted');
    expect(deltas).toEqual(['one']);
    await control.waitForAborts(key, 1);
  });

  test('a signal that is aborted already sends nothing', async () => {
    const { key, request } = await scripted({ text: 'hi' });
    expect(await failureOf(gateway.generate(request, { signal: AbortSignal.abort() }))).toMatchObject({
      reason: 'aborted',
    });
    expect(await control.requests(key)).toEqual([]);
  });

  test('a body that nobody reads can be given up', async () => {
    const { key, request } = await scripted({ chunks: ['one', 'two'], gate_after_chunks: { count: 1, gate: 'never' } });
    const [user] = request.messages;
    const send = createTransport({ idleTimeoutMs: 30_000 });
    const body = JSON.stringify({ stream: true, messages: [user] });
    const answer = await send(`${server.url}/v1/chat/completions`, { method: 'POST', body });
    await answer.body?.cancel();
    await control.waitForAborts(key, 1);
  });

  test('an abort reaches a waiting demo model at once', async () => {
    const abort = new AbortController();
    const request = ask('wait 10 minutes', { model: entry({ provider: 'demo' }) });
    const failures = failuresOf(request, abort.signal);
    abort.abort();
    for (const failure of await failures) expect(failure.reason).toBe('aborted');
  });
});

describe('other providers', () => {
  /** A gateway whose HTTP is answered here, and what it sent. */
  function answering({ status = 200, headers = {}, body }: Step) {
    const sent: { url: string; headers: Headers; body: Record<string, unknown> }[] = [];
    const fake: typeof fetch = async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      });
    };
    return { sent, through: gatewayWith({ fetch: fake }) };
  }

  test('Anthropic is asked with its own key and form, and its signed reasoning is kept for the history', async () => {
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
    const answer = await through.generate(ask('hi', { model, system: 'Be brief.', tools }), { signal: never });
    expect(answer).toMatchObject({ text: 'hello', inputTokens: 5, outputTokens: 6, finish: { reason: 'tool-calls' } });
    expect(answer.toolCalls).toEqual([{ id: 't1', name: 'calculator', arguments: { expression: '1' } }]);
    await through.generate(
      ask('', {
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
      { signal: never },
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

  test('Google is asked with its own key and form', async () => {
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
    expect(await through.generate(ask('hi', { model }), { signal: never })).toMatchObject({
      text: 'hello',
      inputTokens: 5,
      outputTokens: 6,
    });
    expect(sent[0]?.url).toContain('/models/gemini-3.8-flash:streamGenerateContent');
    expect(sent[0]?.headers.get('x-goog-api-key')).toBe('google-value-1');
  });

  test('Google, which calls tools with JSON that its adapter parses, keeps the digits of large integers', async () => {
    const call = { functionCall: { name: 'order', args: { id: 2512292042121000001n, list: [-9007199254740993n] } } };
    const { through } = answering(googleStream([[call]]));
    const model = entry({ provider: 'google', baseUrl: undefined, apiKeyEnv: 'GOOGLE_KEY' });
    const { toolCalls } = await through.generate(ask('hi', { model }), { signal: never });
    expect(toolCalls).toMatchObject([{ arguments: { id: 2512292042121000001n, list: [-9007199254740993n] } }]);
  });

  test('OpenAI is asked through its responses, and told to keep no copy', async () => {
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
    expect(await through.generate(ask('hi', { model }), { signal: never })).toMatchObject({
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
  ] as const)('an error inside a stream of %s is typed', async (provider, event, reason) => {
    const body = `event: error\ndata: ${JSON.stringify(event)}\n\n`;
    const fake: typeof fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const request = ask('hi', { model: entry({ provider, baseUrl: undefined }) });
    const failure = await failureOf(streamed(request, never, gatewayWith({ fetch: fake })).answer);
    expect(failure).toMatchObject({ reason, retryable: true });
    expect(failure.message).toContain('No room');
  });

  test.each(['openai', 'anthropic', 'google'] as const)(
    'refusals of %s are typed, and its keys kept out',
    async (provider) => {
      const body = {
        type: 'error',
        error: { type: 'rate_limit_error', code: 429, status: 'X', message: `Slow down, ${KEY}` },
      };
      const { through } = answering({ status: 429, body, headers: { 'retry-after': '3' } });
      const request = ask('hi', { model: entry({ provider, baseUrl: undefined }) });
      for (const failure of await failuresOf(request, never, through)) {
        expect(failure).toMatchObject({ reason: 'rate_limited', retryAfterMs: 3000, status: 429 });
        expect(failure.message).toContain('Slow down, [redacted]');
      }
    },
  );
});

describe('credits', () => {
  test('of tokens that come from a cache, and go into it, are exact at their own prices', () => {
    const prices = { input_price: '0.3', output_price: '0.7', cached_input_price: '0.03', cache_write_price: '0.375' };
    const tokens = { inputTokens: 10, outputTokens: 1, cachedInputTokens: 7, cacheWriteTokens: 2 };
    // 1 at 0.3, 7 at 0.03, 2 at 0.375 and 1 at 0.7.
    expect(computeCredits(prices, tokens)).toBe('0.00000196');
    expect(computeCredits({ input_price: '0.3', output_price: '0.7' }, tokens)).toBe('0.0000037');
  });

  test('of tokens that are thinking are exact at their own price, and at that of others where they have none', () => {
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
    'prices %s and %s for %i and %i tokens cost exactly %s',
    (input_price, output_price, inputTokens, outputTokens, cost) => {
      expect(computeCredits({ input_price, output_price }, { inputTokens, outputTokens })).toBe(cost);
    },
  );
});
