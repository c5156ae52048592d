import type { ModelEntry } from '../catalogue.ts';
import { ModelCallError } from '../errors.ts';
import { COMPATIBLE, keyOf } from '../providers.ts';
import type { Fetch } from '../transport.ts';
import { demoImages, demoSpeech } from './demo.ts';
import type { ImageModel, SpeechModel } from './request.ts';

interface Reach {
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: Fetch;
}

/** The adapter of a model that makes pictures; the provider's package is loaded with the first. */
export async function imageAdapter(model: ModelEntry, reach: Reach): Promise<ImageModel> {
  const settings = settingsOf(model, reach);
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
      const given = { ...settings, name: COMPATIBLE, baseURL: addressOf(model) };
      return createOpenAICompatible(given).imageModel(model.providerModel);
    }
    case 'anthropic':
      throw makesNone(model, 'pictures');
  }
}

/** The adapter of a model that speaks. Servers compatible with OpenAI's are asked as OpenAI itself is. */
export async function speechAdapter(model: ModelEntry, reach: Reach): Promise<SpeechModel> {
  const settings = settingsOf(model, reach);
  switch (model.provider) {
    case 'demo':
      return demoSpeech;
    case 'openai':
    case 'openai-compatible': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const own =
        model.provider === 'openai'
          ? settings
          : { ...settings, apiKey: settings.apiKey ?? 'none', baseURL: addressOf(model) };
      return createOpenAI(own).speech(model.providerModel);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings).speech(model.providerModel);
    }
    case 'anthropic':
      throw makesNone(model, 'speech');
  }
}

function settingsOf(model: ModelEntry, { env, fetch }: Reach) {
  return { apiKey: keyOf(model, env), baseURL: model.baseUrl, fetch: ownOrigin(fetch) };
}

/** An answer may name an address in place of a picture: it is not followed to another host. */
function ownOrigin(fetch: Fetch): Fetch {
  let origin: string | undefined;
  return (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input).origin;
    origin ??= asked;
    if (asked === origin) return fetch(input, init);
    const told = 'The model provider answered with the address of a picture on another host, which is not followed.';
    return Promise.reject(new ModelCallError('invalid_answer', told));
  };
}

function addressOf(model: ModelEntry): string {
  if (model.baseUrl === undefined) throw new ModelCallError('not_configured', `Model ${model.name} has no base_url.`);
  return model.baseUrl;
}

function makesNone(model: ModelEntry, what: string): ModelCallError {
  return new ModelCallError('not_configured', `Model ${model.name} is of a provider whose models make no ${what}.`);
}
