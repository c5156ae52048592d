import type { ModelEntry } from '../catalog.ts';
import { createErrorConverters } from '../error-converters.ts';
import { ModelCallError } from '../errors.ts';
import { getProvider } from '../providers/index.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { toModelWarnings } from '../warnings.ts';
import { createImageAdapter, createSpeechAdapter } from './adapters.ts';
import type { GeneratedMedia, ImageModel, MediaGateway, MediaRequest, SpeechModel } from './request.ts';

/** Minimum idle timeout: an image takes minutes, in which its provider sends nothing. */
const MIN_IDLE_TIMEOUT_MS = 600_000;
/** Maximum bytes of an image or recording. */
const MAX_BYTES = 50 * 1024 * 1024;

type Result = Awaited<ReturnType<ImageModel['doGenerate']> | ReturnType<SpeechModel['doGenerate']>>;

/** Creates the gateway for images and speech. `env` contains the API keys. It does not retry failed calls. */
export function createMediaGateway(options: {
  env: NodeJS.ProcessEnv;
  idleTimeoutMs: number;
  fetch?: Fetch;
}): MediaGateway {
  const { env } = options;
  const fetch = createTransport({ ...options, idleTimeoutMs: Math.max(options.idleTimeoutMs, MIN_IDLE_TIMEOUT_MS) });
  const getErrorConverter = createErrorConverters(env);
  return {
    async generate(request, { signal }) {
      const { model } = request;
      const startedAt = performance.now();
      const convertError = getErrorConverter(model);
      try {
        signal.throwIfAborted();
        const result =
          request.kind === 'image'
            ? await (await createImageAdapter(model, { env, fetch })).doGenerate(toImageOptions(request, signal))
            : await (await createSpeechAdapter(model, { env, fetch })).doGenerate(toSpeechOptions(request, signal));
        return { ...toGeneratedMedia(result), durationMs: performance.now() - startedAt };
      } catch (error) {
        throw convertError(error, signal.aborted);
      }
    },
  };
}

function toImageOptions({ model, text, images, settings }: MediaRequest, abortSignal: AbortSignal) {
  const { size, aspect_ratio: aspectRatio, seed } = settings;
  return {
    prompt: text,
    n: 1,
    size,
    aspectRatio,
    seed,
    files: images.length === 0 ? undefined : images.map((image) => ({ type: 'file' as const, ...image })),
    mask: undefined,
    providerOptions: toProviderOptions(model, settings.quality),
    abortSignal,
  };
}

function toProviderOptions(
  { provider }: ModelEntry,
  quality: string | undefined,
): Parameters<ImageModel['doGenerate']>[0]['providerOptions'] {
  if (quality === undefined) return {};
  return { [getProvider(provider).optionsNamespace ?? provider]: { quality } };
}

function toSpeechOptions({ text, instructions, settings }: MediaRequest, abortSignal: AbortSignal) {
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

function toGeneratedMedia(result: Result): Omit<GeneratedMedia, 'durationMs'> {
  const file = 'images' in result ? result.images[0] : result.audio;
  const bytes = typeof file === 'string' ? Buffer.from(file, 'base64') : Buffer.from(file ?? []);
  if (bytes.length === 0) throw new ModelCallError('invalid_answer', "The model provider's answer holds no file.");
  if (bytes.length > MAX_BYTES) throw new ModelCallError('rejected', "The model's file is too large.");
  const usage = 'images' in result ? result.usage : undefined;
  return {
    bytes,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    warnings: toModelWarnings(result.warnings, 'stop'),
  };
}
