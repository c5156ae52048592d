import { isText } from '../../files/media-type.ts';
import type { ModelEntry, ModelProvider } from './catalogue.ts';

/** Images that models take; each provider refuses all others. */
export const IMAGE_TYPE = /^image\/(png|jpeg|gif|webp)$/;
const PDF = 'application/pdf';

/** Recordings that adapters pass on; text is put into the prompt. */
const AUDIO_TYPES: Readonly<Partial<Record<ModelProvider, RegExp>>> = {
  'openai-compatible': /^audio\/(wav|mpeg|mp3)$/,
  google: /^(audio|video)\//,
};

/** Whether a model reads PDFs: as it says, else where it sees. */
export function acceptsPdf({ supports_pdf, supports_vision, provider }: ModelEntry): boolean {
  return provider !== 'demo' && (supports_pdf ?? supports_vision);
}

/** Whether a model hears: as it says, else where its adapter passes recordings on. */
export function acceptsAudio({ supports_audio, provider }: ModelEntry): boolean {
  return AUDIO_TYPES[provider] !== undefined && (supports_audio ?? true);
}

/** Whether a file of this type can be given to a model. */
export function acceptsFile(model: ModelEntry, mediaType: string): boolean {
  if (isText(mediaType)) return true;
  if (IMAGE_TYPE.test(mediaType)) return model.supports_vision;
  if (mediaType === PDF) return acceptsPdf(model);
  return acceptsAudio(model) && (AUDIO_TYPES[model.provider]?.test(mediaType) ?? false);
}
