import { errors } from '../../platform/errors.ts';
import { createGuardedClient, type GuardedResponse, OutboundError } from '../../platform/http/guarded-client.ts';
import type { ModelProvider } from '../../platform/models/catalogue.ts';
import { modelErrors } from '../errors.ts';
import { modelProblems } from '../problems.ts';
import type { KeyedProvider } from './providers.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

interface Protocol {
  /** Default base URL. */
  readonly baseUrl?: string;
  /** Environment variable with the base URL, which the adapter reads too. */
  readonly baseUrlVariable?: string;
  readonly headers: (key: string) => Record<string, string>;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** How to list the models of each provider, a free request that requires the key. */
const PROTOCOLS: Readonly<Record<Exclude<ModelProvider, 'demo'>, Protocol>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', baseUrlVariable: 'OPENAI_BASE_URL', headers: bearer },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    headers: (key) => ({ 'x-goog-api-key': key }),
  },
  'openai-compatible': { headers: bearer },
};

/** Key prefixes by provider, to detect a key of another provider. */
const KEY_PREFIXES: readonly (readonly [string, ModelProvider, string])[] = [
  ['sk-ant-', 'anthropic', 'Anthropic'],
  ['AIza', 'google', 'Google'],
];

/**
 * Asks the provider for its list of models with a key. Throws a 422 where it refuses the key, a 502 where it can't be
 * asked or does not answer as such a provider does. No message holds the key, or a word of the answer.
 */
export async function checkModelKey(
  { provider, baseUrl }: Pick<KeyedProvider, 'provider' | 'baseUrl'>,
  key: string,
  { env, allowPrivate }: { readonly env: NodeJS.ProcessEnv; readonly allowPrivate: readonly string[] },
): Promise<void> {
  const otherProvider = KEY_PREFIXES.find(([prefix]) => key.startsWith(prefix));
  if (otherProvider && provider !== otherProvider[1] && provider !== 'openai-compatible')
    throw errors.invalid('key', modelProblems.key_of_other_provider({ provider: otherProvider[2] }));
  const {
    baseUrl: defaultUrl,
    baseUrlVariable: urlVariable,
    headers,
  } = PROTOCOLS[provider === 'demo' ? 'openai-compatible' : provider];
  const configuredUrl = baseUrl ?? (urlVariable === undefined ? undefined : env[urlVariable]?.trim() || undefined);
  const url = (configuredUrl ?? defaultUrl)?.replace(/\/+$/, '');
  if (url === undefined)
    throw modelErrors.keyUnchecked('the key cannot be checked: the models file has no base_url for this provider');
  const response = await requestModels(
    `${url}/models`,
    headers(key),
    configuredUrl === undefined ? allowPrivate : [...allowPrivate, new URL(url).host],
  );
  const error = findKeyError(response, new URL(url).host, provider);
  if (error) throw error;
}

/** A configured URL may be private, since models are called there as well. */
async function requestModels(
  url: string,
  headers: Readonly<Record<string, string>>,
  allowPrivate: readonly string[],
): Promise<GuardedResponse> {
  const client = createGuardedClient({ allowPrivate });
  const limits = { timeoutMs: REQUEST_TIMEOUT_MS, maxBytes: MAX_RESPONSE_BYTES, maxRedirects: 0 };
  try {
    return await client.request({ method: 'GET', url, headers: { ...headers, accept: 'application/json' }, ...limits });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw modelErrors.keyUnchecked(`the key cannot be checked: ${error.message}`);
  }
}

function findKeyError({ status, body }: GuardedResponse, host: string, provider: ModelProvider): Error | undefined {
  // Google reports an invalid key with status 400.
  if (status === 401 || status === 403 || (status === 400 && provider === 'google'))
    return errors.invalid('key', modelProblems.key_rejected({ host, status }));
  // A rate limit implies a valid key.
  if (status === 429) return undefined;
  if (status === 200 && isModelList(body)) return undefined;
  return modelErrors.keyUnchecked(
    status === 200
      ? `the key cannot be checked: ${host} did not respond with a list of models`
      : `the key cannot be checked: ${host} responded with status ${status}`,
  );
}

function isModelList(body: Uint8Array): boolean {
  const text = Buffer.from(body).toString('utf8');
  // The response may be truncated, so it is not parsed.
  return /^\s*(?:\{|\[\s*\{)/.test(text) && /"(?:data|models|id)"\s*:\s*["[]/.test(text);
}
