import Type from 'typebox';
import { definePattern, patternProblems } from '../../patterns.ts';
import { BoundedText, StringEnum } from '../../schemas.ts';

/** Settings that several providers have. */

/** Settings that models of any provider may accept. A fallback model without its own settings inherits these. */
export const COMMON_SCHEMAS = {
  temperature: Type.Number({ minimum: 0, maximum: 2, description: 'Sampling temperature' }),
  max_tokens: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Maximum number of response tokens' }),
  top_p: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Probability mass of the most likely tokens to sample from',
  }),
  top_k: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Number of the most likely tokens to sample from' }),
  presence_penalty: Type.Number({ minimum: -2, maximum: 2, description: 'Penalty for tokens that already appeared' }),
  frequency_penalty: Type.Number({
    minimum: -2,
    maximum: 2,
    description: 'Penalty for tokens by their frequency so far',
  }),
  seed: Type.Integer({
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
    description: 'Seed for reproducible sampling, if the provider supports it',
  }),
  stop: Type.Array(BoundedText(100), { maxItems: 10, description: 'Texts that stop the response' }),
};

export const reasoningEffort = StringEnum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
  description: 'Reasoning effort; accepted values depend on the model',
});
/** `note` describes the provider's range and follows a colon in the API documentation. */
export const defineThinkingBudget = (minimum: number, note: string) =>
  Type.Integer({ minimum, maximum: 1_000_000, description: `Maximum number of thinking tokens: ${note}` });
export const defineServiceTier = <const W extends readonly string[]>(values: W) =>
  StringEnum(values, {
    description: 'Service tier of the request; the provider may charge other prices than listed',
  });
export const verbosity = StringEnum(['low', 'medium', 'high'], { description: 'Verbosity of the response' });
export const cacheKey = BoundedText(64, {
  minLength: 1,
  description: 'Key that routes calls with a common prefix to one prompt cache',
});
export const parallelCalls = Type.Boolean({
  description: 'Whether a turn may request several tool calls (agents)',
});

export const imageSize = Type.String({
  pattern: definePattern(patternProblems.invalid_image_size, '^[1-9]\\d{1,3}x[1-9]\\d{1,3}$'),
  description: 'Image size: width x height, such as 1024x1024',
});
export const imageQuality = BoundedText(30, {
  minLength: 1,
  description: "Image quality in the provider's terms, such as high",
});
export const aspectRatio = Type.String({
  pattern: definePattern(patternProblems.invalid_aspect_ratio, '^[1-9]\\d?:[1-9]\\d?$'),
  description: 'Image aspect ratio, such as 16:9',
});
export const voice = BoundedText(100, { minLength: 1, description: "Voice by the provider's name" });
const speed = Type.Number({ minimum: 0.25, maximum: 4, description: 'Speed of speech; 1 is normal' });
const audioFormat = StringEnum(['mp3', 'wav', 'opus', 'aac', 'flac'], { description: 'Audio format of speech' });
/** Settings of an API `/audio/speech`. */
export const SPEECH_SCHEMAS = { voice, speed, audio_format: audioFormat };
