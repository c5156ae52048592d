import { isText } from '../media-type.ts';
import type { ModelEntry, ModelProvider } from './catalogue.ts';

/** Images that models take; each provider refuses all others. */
export const IMAGE_TYPE = /^image\/(png|jpeg|gif|webp)$/;
const PDF = 'application/pdf';

/** Recordings that adapters pass on; text is put into the prompt. */
const RECORDINGS: Readonly<Partial<Record<ModelProvider, RegExp>>> = {
  'openai-compatible': /^audio\/(wav|mpeg|mp3)$/,
  google: /^(audio|video)\//,
};

/** Whether a model reads PDFs: as it says, else where it sees. */
export function takesPdf({ supports_pdf, supports_vision, provider }: ModelEntry): boolean {
  return provider !== 'demo' && (supports_pdf ?? supports_vision);
}

/** Whether a model hears: as it says, else where its adapter passes recordings on. */
export function takesAudio({ supports_audio, provider }: ModelEntry): boolean {
  return RECORDINGS[provider] !== undefined && (supports_audio ?? true);
}

/** Whether a file of this type can be given to a model. */
export function takesFile(model: ModelEntry, mediaType: string): boolean {
  if (isText(mediaType)) return true;
  if (IMAGE_TYPE.test(mediaType)) return model.supports_vision;
  if (mediaType === PDF) return takesPdf(model);
  return takesAudio(model) && (RECORDINGS[model.provider]?.test(mediaType) ?? false);
}
