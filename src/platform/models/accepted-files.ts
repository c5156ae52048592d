import { isText } from '../media-type.ts';
import type { ModelEntry, ModelProvider } from './catalogue.ts';

/** Image types that models accept; providers reject all others. */
export const IMAGE_TYPE = /^image\/(png|jpeg|gif|webp)$/;
const PDF = 'application/pdf';

/** Audio types that adapters pass on. Text files become part of the prompt. */
const AUDIO_TYPES: Readonly<Partial<Record<ModelProvider, RegExp>>> = {
  'openai-compatible': /^audio\/(wav|mpeg|mp3)$/,
  google: /^(audio|video)\//,
};

/** Returns whether a model accepts PDFs. Default: if it supports vision. */
export function acceptsPdf({ supports_pdf, supports_vision, provider }: ModelEntry): boolean {
  return provider !== 'demo' && (supports_pdf ?? supports_vision);
}

/** Returns whether a model accepts audio. Default: if its adapter passes it on. */
export function acceptsAudio({ supports_audio, provider }: ModelEntry): boolean {
  return AUDIO_TYPES[provider] !== undefined && (supports_audio ?? true);
}

/** Returns whether a model accepts a file of this type. */
export function acceptsFile(model: ModelEntry, mediaType: string): boolean {
  if (isText(mediaType)) return true;
  if (IMAGE_TYPE.test(mediaType)) return model.supports_vision;
  if (mediaType === PDF) return acceptsPdf(model);
  return acceptsAudio(model) && (AUDIO_TYPES[model.provider]?.test(mediaType) ?? false);
}
