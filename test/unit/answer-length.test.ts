import { expect, test } from 'vitest';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import type { ProviderName } from '../../src/platform/models/providers/index.ts';
import { getResponseLength } from '../../src/platform/models/response-length.ts';

const model = (provider: ProviderName, providerModel: string) => ({ provider, providerModel }) as ModelEntry;

test.each([
  ['claude-opus-5-5', {}, { settings: { max_tokens: 32_000 }, maxOutputTokens: 32_000, extraThinkingTokens: 0 }],
  ['claude-opus-5-5', { max_tokens: 100_000 }, { maxOutputTokens: 100_000, extraThinkingTokens: 0 }],
  ['another-model', {}, { settings: { max_tokens: 4096 }, maxOutputTokens: 4096, extraThinkingTokens: 0 }],
  [
    'claude-opus-4-5',
    { max_tokens: 500, reasoning_effort: 'high' },
    { maxOutputTokens: 38_900, extraThinkingTokens: 38_400 },
  ],
  ['claude-opus-4-5', { max_tokens: 500, thinking_budget: 2000 }, { maxOutputTokens: 2500, extraThinkingTokens: 2000 }],
  [
    'claude-opus-4-5',
    { thinking_budget: 40_000 },
    { settings: { max_tokens: 32_000 }, maxOutputTokens: 64_000, extraThinkingTokens: 40_000 },
  ],
] as const)('the response of %s with %j has a maximum length for Anthropic', async (name, settings, expected) => {
  expect(await getResponseLength(model('anthropic', name), settings)).toMatchObject(expected);
});

test('a length limit is sent to other providers only if one is set', async () => {
  const open = { maxOutputTokens: undefined, extraThinkingTokens: 0, settings: { thinking_budget: 5000 } };
  expect(await getResponseLength(model('google', 'gemini-2.5-flash'), { thinking_budget: 5000 })).toEqual(open);
  const given = { settings: { max_tokens: 5 }, maxOutputTokens: 5, extraThinkingTokens: 0 };
  expect(await getResponseLength(model('openai', 'gpt-6.1-sol'), { max_tokens: 5 })).toEqual(given);
});

test('settings that an adapter rejects are left to the call to report', async () => {
  const settings = { service_tier: 'nowhere' };
  expect(await getResponseLength(model('anthropic', 'claude-opus-5-5'), settings)).toMatchObject({ settings });
});
