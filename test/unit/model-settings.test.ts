import { describe, expect, it } from 'vitest';
import type { ModelEntry, ModelProvider } from '../../src/platform/models/catalogue.ts';
import { checkSettings } from '../../src/platform/models/settings.ts';

function model(provider: ModelProvider, providerModel: string): ModelEntry {
  return {
    id: '0190a000-0000-7000-8000-000000000000',
    name: providerModel,
    alias: null,
    provider,
    vendor: 'test',
    description: '',
    supports_vision: true,
    supports_tools: true,
    output_modalities: ['text'],
    context_window: null,
    input_price: '0',
    output_price: '0',
    retired: false,
    providerModel,
    baseUrl: 'http://127.0.0.1:9/v1',
  };
}

const ALL = {
  temperature: 0.5,
  max_tokens: 10,
  top_p: 0.5,
  top_k: 5,
  presence_penalty: 0.5,
  frequency_penalty: 0.5,
  seed: 1,
  stop: ['END'],
};

/** The settings that are refused, by name. */
async function refused(entry: ModelEntry, config: Record<string, unknown>): Promise<string[]> {
  const found = await checkSettings(entry, 'llm_config', config).then(
    () => [],
    (error) => error.problems,
  );
  return found.map((problem: { loc: string[] }) => problem.loc.slice(2).join('.')).toSorted();
}

describe('settings of a model call', () => {
  it('that nobody knows are refused by name, before any provider is asked', async () => {
    expect(await refused(model('openai-compatible', 'm'), { temprature: 1, top_p: 1 })).toEqual(['temprature']);
    expect(await refused(model('demo', 'demo'), { Temperature: 1 })).toEqual(['Temperature']);
  });

  it.each([
    ['openai-compatible', 'some-model', ['top_k']],
    ['openai', 'gpt-4.1', ['frequency_penalty', 'presence_penalty', 'seed', 'stop', 'top_k']],
    ['anthropic', 'claude-3-haiku-20240307', ['frequency_penalty', 'presence_penalty', 'seed', 'top_p']],
    ['google', 'gemini-4-hydrogen', []],
    ['demo', 'demo', []],
  ] as const)('that %s would leave out are refused by name, and only those', async (provider, name, dropped) => {
    const entry = model(provider, name);
    expect(await refused(entry, ALL)).toEqual([...dropped]);
    const kept = Object.fromEntries(Object.entries(ALL).filter(([key]) => !dropped.some((other) => other === key)));
    expect(await refused(entry, kept)).toEqual([]);
  });

  it('are refused for the models of a provider that take none of them', async () => {
    expect(await refused(model('openai', 'gpt-6.1-sol'), { temperature: 0.5 })).toEqual(['temperature']);
    expect(await refused(model('anthropic', 'claude-sonnet-5-5'), { temperature: 0.5, max_tokens: 5 })).toEqual([
      'temperature',
    ]);
  });

  it('are refused where a provider would send another value than the one that is given', async () => {
    const entry = model('anthropic', 'claude-3-haiku-20240307');
    expect(await refused(entry, { temperature: 1.5 })).toEqual(['temperature']);
    expect(await refused(entry, { temperature: 1 })).toEqual([]);
  });

  it('that are null are left to the provider', async () => {
    expect(await refused(model('openai', 'gpt-6.1-sol'), { temperature: null, nothing: null })).toEqual([]);
  });
});
