import { requireApiKey, toConnection } from '../adapters.ts';
import type { ModelEntry } from '../catalog.ts';
import { ModelCallError } from '../errors.ts';
import { getProvider } from '../providers/index.ts';
import type { AdapterConnection } from '../providers/provider.ts';
import type { Fetch } from '../transport.ts';
import type { ImageModel, SpeechModel } from './request.ts';

interface AdapterContext {
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: Fetch;
}

/** Creates the adapter of an image model. The provider's package is loaded on first use. */
export async function createImageAdapter(model: ModelEntry, context: AdapterContext): Promise<ImageModel> {
  const adapter = getProvider(model.provider).media?.image;
  if (adapter) return adapter.createModel(toMediaConnection(model, context), model.providerModel);
  throw toUnsupportedError(model, 'pictures');
}

/** Creates the adapter of a speech model. */
export async function createSpeechAdapter(model: ModelEntry, context: AdapterContext): Promise<SpeechModel> {
  const adapter = getProvider(model.provider).media?.audio;
  if (adapter) return adapter.createModel(toMediaConnection(model, context), model.providerModel);
  throw toUnsupportedError(model, 'speech');
}

function toMediaConnection(model: ModelEntry, { env, fetch }: AdapterContext): AdapterConnection {
  return toConnection(model, { apiKey: requireApiKey(model, env), fetch: restrictToOrigin(fetch) });
}

/** Prevents requests to other hosts, since a response may contain a URL instead of an image. */
function restrictToOrigin(fetch: Fetch): Fetch {
  let origin: string | undefined;
  return (input, init) => {
    const requestOrigin = new URL(input instanceof Request ? input.url : input).origin;
    origin ??= requestOrigin;
    if (requestOrigin === origin) return fetch(input, init);
    const message = 'The model provider answered with the address of a picture on another host, which is not followed.';
    return Promise.reject(new ModelCallError('invalid_answer', message));
  };
}

function toUnsupportedError(model: ModelEntry, mediaKind: string): ModelCallError {
  return new ModelCallError(
    'not_configured',
    `Model ${model.name} is of a provider whose models make no ${mediaKind}.`,
  );
}
