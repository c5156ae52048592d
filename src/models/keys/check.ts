import { errors } from '../../platform/errors.ts';
import { createGuardedClient, type GuardedResponse, OutboundError } from '../../platform/http/guarded-client.ts';
import { findProvider, PROVIDERS } from '../../platform/models/providers/index.ts';
import type { KeyCheck } from '../../platform/models/providers/provider.ts';
import { modelErrors } from '../errors.ts';
import { modelProblems } from '../problems.ts';
import type { KeyedProvider } from './providers.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Statuses of an invalid key at any provider. */
const REJECTION_STATUSES: readonly number[] = [401, 403];
const DEFAULT_CHECK: KeyCheck = { toHeaders: (key) => ({ authorization: `Bearer ${key}` }) };

/**
 * Checks a key by listing the provider's models. Throws a 422 if the provider rejects the key, and a 502 if it cannot
 * be reached or does not respond with a list of models. No message contains the key or text of the response.
 */
export async function checkModelKey(
  { provider: name, baseUrl }: Pick<KeyedProvider, 'provider' | 'baseUrl'>,
  key: string,
  { env, allowPrivate }: { readonly env: NodeJS.ProcessEnv; readonly allowPrivate: readonly string[] },
): Promise<void> {
  const provider = findProvider(name);
  const check = provider?.keyCheck ?? DEFAULT_CHECK;
  const owner = PROVIDERS.find(({ keyCheck }) => keyCheck?.prefix !== undefined && key.startsWith(keyCheck.prefix));
  // A server without a key check of its own may forward to any provider.
  if (owner && provider?.keyCheck && owner.name !== name)
    throw errors.invalid('key', modelProblems.key_of_other_provider({ provider: owner.label }));
  const { baseUrlVariable } = check;
  const configuredUrl =
    baseUrl ?? (baseUrlVariable === undefined ? undefined : env[baseUrlVariable]?.trim() || undefined);
  const url = (configuredUrl ?? check.baseUrl)?.replace(/\/+$/, '');
  if (url === undefined)
    throw modelErrors.keyUnchecked('the key cannot be checked: the models file has no base_url for this provider');
  const response = await requestModels(
    `${url}/models`,
    check.toHeaders(key),
    configuredUrl === undefined ? allowPrivate : [...allowPrivate, new URL(url).host],
  );
  const error = findKeyError(response, new URL(url).host, check);
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

function findKeyError(
  { status, body }: GuardedResponse,
  host: string,
  { rejectionStatuses = [] }: KeyCheck,
): Error | undefined {
  if ([...REJECTION_STATUSES, ...rejectionStatuses].includes(status))
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
