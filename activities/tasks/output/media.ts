import { discardBlobs } from '../../../src/files/staging.ts';
import { IMAGE_TYPE } from '../../../src/platform/models/accepted-files.ts';
import { ModelCallError } from '../../../src/platform/models/gateway.ts';
import type { MediaKind, MediaRequest } from '../../../src/platform/models/media/request.ts';
import { getMediaFallbackSettings, toMediaSettings } from '../../../src/platform/models/media/settings.ts';
import { fillPrompt } from '../../../src/platform/prompt.ts';
import { toPayer } from '../../../src/tasks/payer.ts';
import { applyPreparation, renderUserPrompt } from '../../../src/tasks/prepared.ts';
import { listProcessedFiles } from '../../../src/tasks/processors/index.ts';
import { generateWithPayment, settleWithoutOutput } from '../../../src/usage/media-calls.ts';
import type { ActivityContext } from '../../context.ts';
import { getConfiguredModel } from '../../model-settings.ts';
import type { Attempt } from '../attempt.ts';
import { listModelFiles } from '../files.ts';
import type { TaskResult } from '../generate-result.ts';
import { createFileMask } from '../guardrails.ts';
import { stageFile } from './stage-file.ts';

const FILE_STEMS: Readonly<Record<MediaKind, string>> = { image: 'image', audio: 'speech' };
const AUDIO_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
};

/** Generates an image or audio. Throws ModelCallError if the model cannot be called. */
export async function generateMedia(
  ctx: ActivityContext,
  attempt: Attempt,
  kind: MediaKind,
  signal: AbortSignal,
): Promise<TaskResult> {
  const { run } = attempt;
  const request = await toMediaRequest(ctx, attempt, kind, signal);
  signal.throwIfAborted();
  const { output: media, cost } = await generateWithPayment(ctx, toPayer(run), request, () =>
    ctx.media.generate(request, { signal }),
  );
  const declaredType = kind === 'audio' ? AUDIO_TYPES[request.settings.audio_format ?? 'mp3'] : undefined;
  const file = await stageFile(ctx, run, FILE_STEMS[kind], media.bytes, declaredType);
  if (kind === 'image' && !IMAGE_TYPE.test(file.mediaType)) {
    await discardBlobs(ctx.blobs, [file.blob]);
    await settleWithoutOutput(ctx, toPayer(run), request, cost);
    throw new ModelCallError(
      'invalid_answer',
      'The model provider returned something other than a PNG, JPEG, GIF or WebP.',
    );
  }
  return {
    response: file.name,
    error: null,
    formatRetries: 0,
    cost,
    ms: media.durationMs,
    files: [file],
    warnings: media.warnings,
  };
}

async function toMediaRequest(
  ctx: ActivityContext,
  attempt: Attempt,
  kind: MediaKind,
  signal: AbortSignal,
): Promise<MediaRequest> {
  const { run, revision, useFallback } = attempt;
  const { llm_config: mainConfig, fallback_llm_config: fallbackConfig } = revision;
  const model = await getConfiguredModel(ctx, useFallback ? revision.fallback_llm_model_id : revision.llm_model_id);
  const settings = useFallback
    ? getMediaFallbackSettings(model, kind, fallbackConfig, mainConfig)
    : toMediaSettings(mainConfig);
  const input = applyPreparation(run.input, run.prepared);
  const system = fillPrompt(revision.system_prompt, input).trim();
  const userPrompt = renderUserPrompt(revision.user_prompt, input, run.prepared);
  const withoutFiles = listProcessedFiles(revision.input_processors, run.input);
  const files = await listModelFiles(
    ctx,
    run,
    {
      scalesImages: revision.optimise_images,
      maskText: createFileMask(ctx, attempt, signal),
      excludedFiles: withoutFiles,
    },
    signal,
  );
  const texts = files.flatMap((file) => ('text' in file ? [file.text] : []));
  const images = files.flatMap((file) => ('data' in file ? [file] : []));
  if (kind === 'audio')
    return {
      model,
      kind,
      settings,
      images: [],
      text: [userPrompt, ...texts].join('\n\n'),
      instructions: system || undefined,
    };
  return {
    model,
    kind,
    settings,
    images,
    text: [system, userPrompt, ...texts].filter((part) => part !== '').join('\n\n'),
  };
}
