import { COMPATIBLE_NAMESPACE, requireApiKey } from '../adapters.ts';
import type { ModelEntry } from '../catalogue.ts';
import { ModelCallError } from '../errors.ts';
import type { Fetch } from '../transport.ts';
import { demoImages, demoSpeech } from './demo.ts';
import type { ImageModel, SpeechModel } from './request.ts';

interface AdapterContext {
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: Fetch;
}

/** Creates the adapter of an image model. The provider's package is loaded on first use. */
export async function createImageAdapter(model: ModelEntry, context: AdapterContext): Promise<ImageModel> {
  const settings = toAdapterSettings(model, context);
  switch (model.provider) {
    case 'demo':
      return demoImages;
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).imageModel(model.providerModel);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings).image(model.providerModel);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const options = { ...settings, name: COMPATIBLE_NAMESPACE, baseURL: requireBaseUrl(model) };
      return createOpenAICompatible(options).imageModel(model.providerModel);
    }
    case 'anthropic':
      throw toUnsupportedError(model, 'pictures');
  }
}

/** Creates the adapter of a speech model. OpenAI-compatible servers use OpenAI's adapter. */
export async function createSpeechAdapter(model: ModelEntry, context: AdapterContext): Promise<SpeechModel> {
  const settings = toAdapterSettings(model, context);
  switch (model.provider) {
    case 'demo':
      return demoSpeech;
    case 'openai':
    case 'openai-compatible': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const options =
        model.provider === 'openai'
          ? settings
          : { ...settings, apiKey: settings.apiKey ?? 'none', baseURL: requireBaseUrl(model) };
      return createOpenAI(options).speech(model.providerModel);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings).speech(model.providerModel);
    }
    case 'anthropic':
      throw toUnsupportedError(model, 'speech');
  }
}

function toAdapterSettings(model: ModelEntry, { env, fetch }: AdapterContext) {
  return { apiKey: requireApiKey(model, env), baseURL: model.baseUrl, fetch: restrictToOrigin(fetch) };
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

function requireBaseUrl(model: ModelEntry): string {
  if (model.baseUrl === undefined) throw new ModelCallError('not_configured', `Model ${model.name} has no base_url.`);
  return model.baseUrl;
}

function toUnsupportedError(model: ModelEntry, mediaKind: string): ModelCallError {
  return new ModelCallError(
    'not_configured',
    `Model ${model.name} is of a provider whose models make no ${mediaKind}.`,
  );
}
