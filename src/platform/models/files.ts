import { isText } from '../../files/media-type.ts';
import type { ModelEntry, ModelProvider } from './catalogue.ts';

/** Images that models take; each provider refuses all others. */
export const IMAGE_TYPE = /^image\/(png|jpeg|gif|webp)$/;

/** What adapters pass on beside images and PDFs; text is put into the prompt. */
const ALSO: Readonly<Partial<Record<ModelProvider, RegExp>>> = {
  'openai-compatible': /^audio\/(wav|mpeg|mp3)$/,
  google: /^(audio|video)\//,
};

/** Whether a file of this type can be given to a model. */
export function takesFile(model: ModelEntry, mediaType: string): boolean {
  if (isText(mediaType)) return true;
  if (IMAGE_TYPE.test(mediaType) || mediaType === 'application/pdf') return model.supports_vision;
  return ALSO[model.provider]?.test(mediaType) ?? false;
}
