import { isText } from '../media-type.ts';
import type { ModelEntry } from './catalog.ts';
import { getProvider } from './providers/index.ts';

/** Image types that models accept; providers reject all others. */
export const IMAGE_TYPE = /^image\/(png|jpeg|gif|webp)$/;
const PDF = 'application/pdf';

/** Returns whether a model accepts PDFs. Default: if it supports vision. */
export function acceptsPdf({ supports_pdf, supports_vision, provider }: ModelEntry): boolean {
  return getProvider(provider).acceptsPdf && (supports_pdf ?? supports_vision);
}

/** Returns whether a model accepts audio. Default: if its adapter passes it on. */
export function acceptsAudio({ supports_audio, provider }: ModelEntry): boolean {
  return getProvider(provider).audioTypes !== undefined && (supports_audio ?? true);
}

/** Returns whether a model accepts a file of this type. Text files become part of the prompt. */
export function acceptsFile(model: ModelEntry, mediaType: string): boolean {
  if (isText(mediaType)) return true;
  if (IMAGE_TYPE.test(mediaType)) return model.supports_vision;
  if (mediaType === PDF) return acceptsPdf(model);
  return acceptsAudio(model) && (getProvider(model.provider).audioTypes?.test(mediaType) ?? false);
}
