import { Decimal } from 'decimal.js';
import type { ModelProvider, UnidentifiedModel } from './catalogue.ts';

/** Where each provider's key is looked for when an entry does not say. */
export const KEY_VARIABLES: Readonly<Partial<Record<ModelProvider, string>>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
};

type KnownModel = readonly [name: string, contextWindow: number, inputUsd: number, outputUsd: number, about: string];

/**
 * The models that a provider's key adds: US dollars per million tokens as the providers list them in November 2026,
 * for prompts of ordinary length and without introductory discounts. A models file overrides any of them.
 */
const KNOWN: Readonly<Partial<Record<ModelProvider, readonly KnownModel[]>>> = {
  openai: [
    ['gpt-6.1-sol', 1_050_000, 2, 10, 'OpenAI, for demanding everyday work'],
    ['gpt-6.1-terra', 1_050_000, 1, 5, 'OpenAI, balanced'],
    ['gpt-6-luna', 1_050_000, 0.1, 0.5, 'OpenAI, for large volumes'],
  ],
  anthropic: [
    ['claude-opus-5-5', 1_000_000, 4, 20, 'Anthropic, for the hardest work'],
    ['claude-sonnet-5-5', 1_000_000, 2, 10, 'Anthropic, balanced'],
    ['claude-haiku-5-5', 1_000_000, 0.1, 0.5, 'Anthropic, for large volumes'],
  ],
  google: [
    ['gemini-4-hydrogen', 1_048_576, 1.5, 7.5, 'Google, balanced'],
    ['gemini-3.8-flash', 1_048_576, 1.5, 7.5, 'Google, fast'],
    ['gemini-3.5-flash-lite', 1_048_576, 0.3, 2.5, 'Google, for large volumes'],
  ],
};

/** One credit is worth 0.01 US dollars. */
const CREDITS_PER_USD = 100;

const OLLAMA_PORT = 11434;
const OLLAMA_LIMIT_MS = 300;

/** The models of providers whose key is in the environment, and of an Ollama server if one answers. */
export async function detectModels(env: NodeJS.ProcessEnv, probeOllama: boolean): Promise<UnidentifiedModel[]> {
  const ofKeys = (['openai', 'anthropic', 'google'] as const).flatMap((provider) => modelsOfKey(provider, env));
  return probeOllama ? [...ofKeys, ...(await ollamaModels(ollamaAddress(env.OLLAMA_HOST)))] : ofKeys;
}

function modelsOfKey(provider: ModelProvider, env: NodeJS.ProcessEnv): UnidentifiedModel[] {
  const variable = KEY_VARIABLES[provider];
  if (variable === undefined || !env[variable]?.trim()) return [];
  return (KNOWN[provider] ?? []).map(([name, contextWindow, inputUsd, outputUsd, description]) => ({
    name,
    alias: null,
    provider,
    vendor: provider,
    description,
    supports_vision: true,
    supports_tools: true,
    output_modalities: ['text', 'json'],
    context_window: contextWindow,
    input_price: credits(inputUsd),
    output_price: credits(outputUsd),
    retired: false,
    providerModel: name,
    apiKeyEnv: variable,
  }));
}

const credits = (usd: number): string => new Decimal(usd).times(CREDITS_PER_USD).toFixed();

/** Reads OLLAMA_HOST as Ollama does: an address, host:port or host; a listen-on-all address means this machine. */
function ollamaAddress(host = ''): string {
  const given = host.trim().replace(/\/+$/, '');
  const address = /^https?:\/\//.test(given) ? given : `http://${given || '127.0.0.1'}`;
  if (!URL.canParse(address)) return `http://127.0.0.1:${OLLAMA_PORT}`;
  const url = new URL(address);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (!/:\d+$/.test(given) && url.protocol === 'http:') url.port = String(OLLAMA_PORT);
  return url.href.replace(/\/+$/, '');
}

async function ollamaModels(address: string): Promise<UnidentifiedModel[]> {
  const listed = await listOllama(address);
  return listed.flatMap((model) => {
    const name = field(model, 'name');
    if (typeof name !== 'string' || name === '' || embedsOnly(name, model)) return [];
    return {
      name,
      alias: name.endsWith(':latest') ? name.slice(0, -':latest'.length) : null,
      provider: 'openai-compatible',
      vendor: 'ollama',
      description: `Runs locally in Ollama at ${address}`,
      supports_vision: false,
      supports_tools: true,
      output_modalities: ['text', 'json'],
      context_window: null,
      input_price: '0',
      output_price: '0',
      retired: false,
      providerModel: name,
      baseUrl: `${address}/v1`,
    };
  });
}

async function listOllama(address: string): Promise<readonly unknown[]> {
  try {
    const answer = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(OLLAMA_LIMIT_MS) });
    const models = answer.ok ? field(await answer.json(), 'models') : undefined;
    return Array.isArray(models) ? models : [];
  } catch {
    // Most machines run no Ollama: nobody needs to hear of it.
    return [];
  }
}

/** Whether a listed model only makes vectors. */
function embedsOnly(name: string, model: unknown): boolean {
  const family = field(field(model, 'details'), 'family');
  return /embed|minilm|bge-/i.test(name) || (typeof family === 'string' && /bert/i.test(family));
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
