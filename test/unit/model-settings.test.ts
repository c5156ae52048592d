import { describe, expect, it } from 'vitest';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import { probe } from '../../src/platform/models/probe.ts';
import type { ProviderName } from '../../src/platform/models/providers/index.ts';
import { assertSettings, getFallbackSettings } from '../../src/platform/models/settings.ts';

function model(provider: ProviderName, providerModel: string): ModelEntry {
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

/** Returns the names of the rejected settings. */
async function listRejectedSettings(entry: ModelEntry, config: Record<string, unknown>): Promise<string[]> {
  const found = await assertSettings(entry, 'llm_config', config).then(
    () => [],
    (error) => error.problems,
  );
  return found.map((problem: { loc: string[] }) => problem.loc.slice(2).join('.')).toSorted();
}

describe('settings of a model call', () => {
  it('that are unknown are rejected by name, before any provider is called', async () => {
    expect(await listRejectedSettings(model('openai-compatible', 'm'), { temprature: 1, top_p: 1 })).toEqual([
      'temprature',
    ]);
    expect(await listRejectedSettings(model('demo', 'demo'), { Temperature: 1 })).toEqual(['Temperature']);
  });

  it.each([
    ['openai-compatible', 'some-model', ['top_k']],
    ['openai', 'gpt-4.1', ['frequency_penalty', 'presence_penalty', 'seed', 'stop', 'top_k']],
    ['anthropic', 'claude-3-haiku-20240307', ['frequency_penalty', 'presence_penalty', 'seed', 'top_p']],
    ['google', 'gemini-4-hydrogen', []],
    ['demo', 'demo', []],
  ] as const)('that %s would ignore are rejected by name, and only those', async (provider, name, dropped) => {
    const entry = model(provider, name);
    expect(await listRejectedSettings(entry, ALL)).toEqual([...dropped]);
    const kept = Object.fromEntries(Object.entries(ALL).filter(([key]) => !dropped.some((other) => other === key)));
    expect(await listRejectedSettings(entry, kept)).toEqual([]);
  });

  it('are rejected for models of a provider that supports none of them', async () => {
    expect(await listRejectedSettings(model('openai', 'gpt-6.1-sol'), { temperature: 0.5 })).toEqual(['temperature']);
    expect(
      await listRejectedSettings(model('anthropic', 'claude-sonnet-5-5'), { temperature: 0.5, max_tokens: 5 }),
    ).toEqual(['temperature']);
  });

  it('are rejected if a provider would send another value', async () => {
    const entry = model('anthropic', 'claude-3-haiku-20240307');
    expect(await listRejectedSettings(entry, { temperature: 1.5 })).toEqual(['temperature']);
    expect(await listRejectedSettings(entry, { temperature: 1 })).toEqual([]);
  });

  it.each([
    ['openai', { thinking_budget: 2000, top_k: 1 }, 'thinking_budget'],
    ['anthropic', { verbosity: 'low' }, 'verbosity'],
    ['google', { prompt_caching: true }, 'prompt_caching'],
    ['openai-compatible', { reasoning_summary: 'auto' }, 'reasoning_summary'],
    ['demo', { reasoning_effort: 'low' }, 'reasoning_effort'],
  ] as const)(
    'of another provider than %s are rejected by name, with the supported ones',
    async (provider, config, name) => {
      const known = /^is not a setting of a model of the provider .*; known settings: temperature, .*seed, stop/;
      await expect(assertSettings(model(provider, 'some-model'), 'llm_config', config)).rejects.toMatchObject({
        problems: [{ loc: ['body', 'llm_config', name], type: 'unknown_setting', msg: expect.stringMatching(known) }],
      });
    },
  );

  it.each([
    ['openai', 'gpt-6.1-sol', { service_tier: 'standard_only' }, 'service_tier'],
    ['anthropic', 'claude-opus-4-1', { thinking_budget: 1000 }, 'thinking_budget'],
    ['anthropic', 'claude-opus-5-5', { service_tier: 'flex' }, 'service_tier'],
    ['google', 'gemini-2.5-flash', { service_tier: 'default' }, 'service_tier'],
  ] as const)('of %s have their own values: %s', async (provider, name, config, setting) => {
    expect(await listRejectedSettings(model(provider, name), config)).toEqual([setting]);
  });

  it.each([
    [
      'openai',
      'gpt-6.1-sol',
      {
        reasoning_effort: 'high',
        reasoning_summary: 'auto',
        verbosity: 'low',
        service_tier: 'priority',
        prompt_cache_key: 'house',
        prompt_cache_ttl: '12h',
      },
      {
        reasoning: { effort: 'high', summary: 'auto' },
        text: { verbosity: 'low' },
        service_tier: 'priority',
        prompt_cache_key: 'house',
        prompt_cache_options: { ttl: '12h' },
      },
    ],
    ['openai', 'gpt-4.1', { verbosity: 'high' }, { store: false }],
    [
      'anthropic',
      'claude-opus-5-5',
      { reasoning_effort: 'max', prompt_caching: true, service_tier: 'auto', inference_geo: 'us' },
      {
        output_config: { effort: 'max' },
        cache_control: { type: 'ephemeral' },
        service_tier: 'auto',
        inference_geo: 'us',
      },
    ],
    [
      'anthropic',
      'claude-opus-4-1',
      { thinking_budget: 2000, max_tokens: 500 },
      { thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 2500 },
    ],
    [
      'google',
      'gemini-2.5-flash',
      {
        thinking_budget: -1,
        include_thoughts: true,
        service_tier: 'flex',
        safety_threshold: 'high',
        media_resolution: 'low',
      },
      {
        generationConfig: {
          thinkingConfig: { thinkingBudget: -1, includeThoughts: true },
          mediaResolution: 'MEDIA_RESOLUTION_LOW',
        },
        serviceTier: 'flex',
      },
    ],
    [
      'google',
      'gemini-4-hydrogen',
      { reasoning_effort: 'low' },
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
    ],
    [
      'openai-compatible',
      'some-model',
      {
        reasoning_effort: 'minimal',
        verbosity: 'low',
        service_tier: 'flex',
        prompt_cache_key: 'house',
        min_p: 0.1,
        repetition_penalty: 1.1,
      },
      {
        reasoning_effort: 'minimal',
        verbosity: 'low',
        service_tier: 'flex',
        prompt_cache_key: 'house',
        min_p: 0.1,
        repetition_penalty: 1.1,
      },
    ],
  ] as const)('of %s are sent to %s under its own names', async (provider, name, config, sent) => {
    expect(await listRejectedSettings(model(provider, name), config)).toEqual([]);
    expect(JSON.parse((await probe(model(provider, name), config, false)).body)).toMatchObject(sent);
  });

  it.each([
    ['openai', 'gpt-4.1', { reasoning_effort: 'high' }, 'reasoning_effort'],
    ['openai', 'gpt-4.1', { reasoning_summary: 'auto' }, 'reasoning_summary'],
    ['openai', 'gpt-6.1-sol', { temperature: 0.1, reasoning_effort: 'high' }, 'temperature'],
    ['anthropic', 'claude-opus-5-5', { reasoning_effort: 'none' }, 'reasoning_effort'],
    ['anthropic', 'claude-opus-5-5', { thinking_budget: 4000 }, 'thinking_budget'],
    ['anthropic', 'claude-opus-4-1', { thinking_budget: 4000, top_k: 4 }, 'top_k'],
    ['google', 'gemini-2.5-flash', { thinking_budget: 4000, reasoning_effort: 'low' }, 'reasoning_effort'],
    ['google', 'gemini-4-hydrogen', { reasoning_effort: 'max' }, 'reasoning_effort'],
  ] as const)('that %s would drop or change for %s are rejected: %j', async (provider, name, config, setting) => {
    expect(await listRejectedSettings(model(provider, name), config)).toEqual([setting]);
  });

  it('that need tools are rejected if a call has none', async () => {
    const config = { parallel_tool_calls: false };
    for (const [provider, name] of [
      ['anthropic', 'claude-opus-5-5'],
      ['openai', 'gpt-6.1-sol'],
    ] as const) {
      await assertSettings(model(provider, name), 'llm_config', config, true);
    }
    for (const given of [config, { parallel_tool_calls: true }])
      expect(await listRejectedSettings(model('openai', 'gpt-6.1-sol'), given)).toEqual(['parallel_tool_calls']);
  });

  it('of the first model’s provider are ignored by a fallback model without settings', () => {
    const first = { temperature: 0.5, seed: null, reasoning_effort: 'high', prompt_caching: true };
    expect(getFallbackSettings(null, first)).toEqual({ temperature: 0.5 });
    expect(getFallbackSettings({}, first)).toEqual({});
    expect(getFallbackSettings({ top_p: 0.5, seed: null }, first)).toEqual({ top_p: 0.5 });
  });

  it('that are null use the provider’s default', async () => {
    expect(await listRejectedSettings(model('openai', 'gpt-6.1-sol'), { temperature: null, nothing: null })).toEqual(
      [],
    );
  });
});
