import { Ajv, type ErrorObject } from 'ajv';
import Type, { type TSchema } from 'typebox';
import { ValidationError, type ValidationProblem } from '../../errors.ts';
import { definePattern, patternProblems } from '../../patterns.ts';
import { BoundedText, StringEnum } from '../../schemas.ts';
import type { ModelEntry, ModelProvider } from '../catalogue.ts';
import type { MediaKind, MediaSettings } from './request.ts';

const size = Type.String({
  pattern: definePattern(patternProblems.invalid_image_size, '^[1-9]\\d{1,3}x[1-9]\\d{1,3}$'),
  description: 'image size: width x height, such as 1024x1024',
});
const aspect_ratio = Type.String({
  pattern: definePattern(patternProblems.invalid_aspect_ratio, '^[1-9]\\d?:[1-9]\\d?$'),
  description: 'image aspect ratio, such as 16:9',
});
const quality = BoundedText(30, { minLength: 1, description: "image quality in the provider's terms, such as high" });
const voice = BoundedText(100, { minLength: 1, description: "voice by the provider's name" });
const speed = Type.Number({ minimum: 0.25, maximum: 4, description: 'speed of speech; 1 is normal' });
const audio_format = StringEnum(['mp3', 'wav', 'opus', 'aac', 'flac'], { description: 'audio format of speech' });
const seed = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 });

/** Settings of images and speech besides those of text. */
export const MEDIA_SETTINGS = { size, aspect_ratio, quality, voice, speed, audio_format };

const OPENAI_SPEECH = { voice, speed, audio_format };

/** Settings by kind and provider. A missing provider does not support the kind. */
const SETTINGS_BY_KIND: Readonly<Record<MediaKind, Partial<Record<ModelProvider, Readonly<Record<string, TSchema>>>>>> =
  {
    image: {
      openai: { size, quality },
      google: { aspect_ratio, seed },
      'openai-compatible': { size, quality },
      demo: {},
    },
    audio: { openai: OPENAI_SPEECH, google: { voice }, 'openai-compatible': OPENAI_SPEECH, demo: {} },
  };

/** Returns whether models of a provider can generate this kind. */
export const canGenerate = (provider: ModelProvider, kind: MediaKind): boolean =>
  SETTINGS_BY_KIND[kind][provider] !== undefined;

/** Converts a stored llm_config to media settings. */
export function toMediaSettings(config: Readonly<Record<string, unknown>>): MediaSettings {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}

/** Returns the settings of a fallback model: its own, else those of the first model that its provider accepts. */
export function getMediaFallbackSettings(
  { provider }: ModelEntry,
  kind: MediaKind,
  ownSettings: Readonly<Record<string, unknown>> | null,
  first: Readonly<Record<string, unknown>>,
): MediaSettings {
  const accepted = SETTINGS_BY_KIND[kind][provider] ?? {};
  return toMediaSettings(
    ownSettings ?? Object.fromEntries(Object.entries(first).filter(([name]) => Object.hasOwn(accepted, name))),
  );
}

/** Throws a 422 for each setting that a model of this kind would not receive. */
export function assertMediaSettings(
  { provider }: ModelEntry,
  kind: MediaKind,
  field: string,
  config: Readonly<Record<string, unknown>>,
): void {
  const accepted = SETTINGS_BY_KIND[kind][provider] ?? {};
  const names = Object.keys(accepted);
  const knownSettings = names.length === 0 ? 'it takes none' : `known are ${names.join(', ')}`;
  const message = `is no setting of ${kind} by a model of the provider ${provider}; ${knownSettings}`;
  const toProblem = (name: string, msg: string, type: string): ValidationProblem => ({
    loc: ['body', field, name],
    msg,
    type,
  });
  const settings = toMediaSettings(config) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(accepted, name));
  if (unknown.length > 0) throw new ValidationError(unknown.map((name) => toProblem(name, message, 'unknown_setting')));
  const validate = new Ajv({ allErrors: true }).compile(Type.Partial(Type.Object(accepted)));
  if (validate(settings)) return;
  const getName = ({ instancePath }: ErrorObject) => instancePath.split('/')[1] ?? '';
  throw new ValidationError(
    (validate.errors ?? []).map((error) =>
      toProblem(getName(error), error.message ?? 'is wrong', 'unsupported_setting'),
    ),
  );
}
