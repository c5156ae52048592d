import type { AssistantModelMessage, ModelMessage } from '@ai-sdk/provider-utils';
import { expect, test } from 'vitest';
import { toPrompt } from '../../src/platform/models/prompt.ts';
import { FALLBACK_MODEL, getProvider } from '../../src/platform/models/providers/index.ts';
import type { GenerateResult, StreamPart } from '../../src/platform/models/request.ts';
import { ResponseCollector } from '../../src/platform/models/response.ts';
import { mergeWarnings } from '../../src/platform/models/warnings.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

function toMessages(content: GenerateResult['content'], warnings: GenerateResult['warnings'] = []) {
  const parts = new ResponseCollector();
  parts.add({ type: 'stream-start', warnings });
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text') parts.add(part as StreamPart);
    else {
      parts.add({ type: 'text-start', id: `${index}` });
      parts.add({ type: 'text-delta', id: `${index}`, delta: part.text });
    }
  }
  parts.add({ type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } });
  const model = { ...FALLBACK_MODEL, id: 'demo' };
  return parts.finish({ model, messages: [], settings: {} }, { firstDeltaMs: null, totalMs: 1 });
}

const signed = { google: { thoughtSignature: 'c2ln' } };
/** Returns the message after a write and a read. */
const stored = (message: AssistantModelMessage) => JSON.parse(JSON.stringify(message)) as AssistantModelMessage;

test('a file of a response is sent back to the provider that created it, and to no other', () => {
  const { message } = toMessages([
    {
      type: 'file',
      mediaType: 'image/png',
      data: { type: 'data', data: new Uint8Array([1, 2, 3]) },
      providerMetadata: signed,
    },
    { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' }, providerMetadata: signed },
    { type: 'text', text: 'Look.' },
  ]);
  const file = { mediaType: 'image/png', data: { type: 'data', data: 'AQID' }, providerOptions: signed };
  expect(toPrompt(undefined, [stored(message)], { provider: 'google' })[0]?.content).toMatchObject([
    { type: 'file', ...file },
    { type: 'reasoning-file', ...file },
    { type: 'text', text: 'Look.' },
  ]);
  expect(toPrompt(undefined, [stored(message)], { provider: 'anthropic' })[0]?.content).toEqual([
    { type: 'text', text: 'Look.' },
  ]);
});

test('a provider-specific part is sent back to its provider only', () => {
  const { message } = toMessages([
    { type: 'custom', kind: 'openai.compaction', providerMetadata: { openai: { itemId: 'cmp_1' } } },
    { type: 'text', text: 'On we go.' },
  ]);
  expect(message.content).toHaveLength(2);
  expect(toPrompt(undefined, [message], { provider: 'openai' })[0]?.content).toHaveLength(2);
  expect(toPrompt(undefined, [message], { provider: 'google' })[0]?.content).toHaveLength(1);
});

test("the mark at the start of an adapter's stream is not part of the response", () => {
  const parse = getProvider('anthropic').createPartParser?.();
  const mark = { type: 'custom' as const, kind: 'anthropic.message_start' as const };
  const part = { type: 'text-start' as const, id: '0' };
  expect(parse?.(mark)).toEqual([]);
  expect(parse?.(part)).toEqual([part]);
});

test('the sources of a response and the metadata of its adapter are stored with it', () => {
  const { sources, warnings, message } = toMessages(
    [
      { type: 'text', text: 'It rains.' },
      { type: 'source', sourceType: 'url', id: 's1', url: 'https://weather.test/', title: 'Weather' },
      { type: 'source', sourceType: 'document', id: 's2', mediaType: 'application/pdf', title: 'Report' },
    ],
    [
      { type: 'unsupported', feature: 'seed' },
      { type: 'deprecated', setting: 'old', message: 'use new' },
      { type: 'other', message: 'x'.repeat(2000) },
    ],
  );
  expect(sources).toEqual([
    { url: 'https://weather.test/', title: 'Weather' },
    { url: null, title: 'Report' },
  ]);
  expect(message.content).toHaveLength(1);
  expect(warnings).toEqual([
    { type: 'unsupported', setting: 'seed', message: 'is left out of the call' },
    { type: 'deprecated', setting: 'old', message: 'use new' },
    { type: 'other', setting: null, message: 'x'.repeat(500) },
  ]);
  expect(mergeWarnings(warnings, [...warnings].reverse())).toEqual(warnings);
});

test('an empty text is sent back only if its provider signed it', () => {
  const content: AssistantModelMessage['content'] = [
    { type: 'text', text: '' },
    { type: 'text', text: '', providerOptions: signed },
  ];
  const [sent] = toPrompt(undefined, [{ role: 'assistant', content }], { provider: 'google' });
  expect(sent?.content).toEqual([{ type: 'text', text: '', providerOptions: signed }]);
});

test('consecutive results are sent as one message unless they have their own options', () => {
  const result = (id: string, providerOptions?: ModelMessage['providerOptions']): ModelMessage => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'look', output: { type: 'text', value: 'x' } }],
    providerOptions,
  });
  const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  const sent = toPrompt(undefined, [result('a'), result('b'), result('c', cached), result('d', cached)], {
    provider: 'anthropic',
  });
  expect(sent.map(({ content, providerOptions }) => [content.length, providerOptions])).toEqual([
    [2, undefined],
    [2, cached],
  ]);
});
