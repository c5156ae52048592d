import type { ModelEntry } from '../catalogue.ts';
import { ModelCallError } from '../errors.ts';
import { createFailures } from '../failures.ts';
import { COMPATIBLE } from '../providers.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { warningsOf } from '../warnings.ts';
import { imageAdapter, speechAdapter } from './adapters.ts';
import type { ImageModel, MadeMedia, MediaGateway, MediaRequest, SpeechModel } from './request.ts';

/** A picture takes minutes, in which its provider sends nothing. */
const LEAST_SILENCE_MS = 600_000;
/** Bytes of a picture or a recording. */
const MOST_BYTES = 50 * 1024 * 1024;

type Result = Awaited<ReturnType<ImageModel['doGenerate']> | ReturnType<SpeechModel['doGenerate']>>;

/** The one way to have pictures and speech made; `env` holds the keys. A failed call is not repeated here. */
export function createMediaGateway(options: {
  env: NodeJS.ProcessEnv;
  silenceMs: number;
  fetch?: Fetch;
}): MediaGateway {
  const { env } = options;
  const fetch = createTransport({ ...options, silenceMs: Math.max(options.silenceMs, LEAST_SILENCE_MS) });
  const failuresOf = createFailures(env);
  return {
    async make(request, { signal }) {
      const { model } = request;
      const started = performance.now();
      const failureOf = failuresOf(model);
      try {
        signal.throwIfAborted();
        const result =
          request.kind === 'image'
            ? await (await imageAdapter(model, { env, fetch })).doGenerate(imageOptions(request, signal))
            : await (await speechAdapter(model, { env, fetch })).doGenerate(speechOptions(request, signal));
        return { ...madeOf(result), ms: performance.now() - started };
      } catch (error) {
        throw failureOf(error, signal.aborted);
      }
    },
  };
}

function imageOptions({ model, text, images, settings }: MediaRequest, abortSignal: AbortSignal) {
  const { size, aspect_ratio: aspectRatio, seed } = settings;
  return {
    prompt: text,
    n: 1,
    size,
    aspectRatio,
    seed,
    files: images.length === 0 ? undefined : images.map((image) => ({ type: 'file' as const, ...image })),
    mask: undefined,
    providerOptions: optionsOf(model, settings.quality),
    abortSignal,
  };
}

function optionsOf(
  { provider }: ModelEntry,
  quality: string | undefined,
): Parameters<ImageModel['doGenerate']>[0]['providerOptions'] {
  if (quality === undefined) return {};
  return provider === 'openai' ? { openai: { quality } } : { [COMPATIBLE]: { quality } };
}

function speechOptions({ text, instructions, settings }: MediaRequest, abortSignal: AbortSignal) {
  const { voice, speed, audio_format: outputFormat } = settings;
  return {
    text,
    abortSignal,
    ...(voice !== undefined && { voice }),
    ...(speed !== undefined && { speed }),
    ...(outputFormat !== undefined && { outputFormat }),
    ...(instructions !== undefined && { instructions }),
  };
}

function madeOf(result: Result): Omit<MadeMedia, 'ms'> {
  const made = 'images' in result ? result.images[0] : result.audio;
  const bytes = typeof made === 'string' ? Buffer.from(made, 'base64') : Buffer.from(made ?? []);
  if (bytes.length === 0) throw new ModelCallError('invalid_answer', "The model provider's answer holds no file.");
  if (bytes.length > MOST_BYTES) throw new ModelCallError('rejected', "The model's file is too large.");
  const counted = 'images' in result ? result.usage : undefined;
  return {
    bytes,
    inputTokens: counted?.inputTokens ?? 0,
    outputTokens: counted?.outputTokens ?? 0,
    warnings: warningsOf(result.warnings, 'stop'),
  };
}
