import { discard } from '../../../src/files/staging.ts';
import { IMAGE_TYPE } from '../../../src/platform/models/files.ts';
import { ModelCallError } from '../../../src/platform/models/gateway.ts';
import type { MediaKind, MediaRequest } from '../../../src/platform/models/media/request.ts';
import { mediaFallbackSettings, mediaSettingsOf } from '../../../src/platform/models/media/settings.ts';
import { fillPrompt } from '../../../src/platform/prompt.ts';
import { filledUserPrompt, processedInput } from '../../../src/tasks/prepared.ts';
import { filesRead } from '../../../src/tasks/processors/index.ts';
import { spenderOf } from '../../../src/tasks/spender.ts';
import { generateWithPayment, settleWithoutOutput } from '../../../src/usage/media-calls.ts';
import type { ActivityContext } from '../../context.ts';
import { configuredModel } from '../../model-settings.ts';
import type { TaskAnswer } from '../answer.ts';
import type { Attempt } from '../beginning.ts';
import { filesFor } from '../files.ts';
import { fileMask } from '../guarding.ts';
import { madeFile } from './made-file.ts';

const STEMS: Readonly<Record<MediaKind, string>> = { image: 'image', audio: 'speech' };
const RECORDINGS: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
};

/** Has a model draw or speak the answer. Throws ModelCallError when it can't be asked. */
export async function answerWithMedia(
  ctx: ActivityContext,
  attempt: Attempt,
  kind: MediaKind,
  signal: AbortSignal,
): Promise<TaskAnswer> {
  const { run } = attempt;
  const request = await requestOf(ctx, attempt, kind, signal);
  signal.throwIfAborted();
  const { made, cost } = await generateWithPayment(ctx, spenderOf(run), request, () =>
    ctx.media.make(request, { signal }),
  );
  const stated = kind === 'audio' ? RECORDINGS[request.settings.audio_format ?? 'mp3'] : undefined;
  const file = await madeFile(ctx, run, STEMS[kind], made.bytes, stated);
  if (kind === 'image' && !IMAGE_TYPE.test(file.mediaType)) {
    await discard(ctx.blobs, [file.blob]);
    await settleWithoutOutput(ctx, spenderOf(run), request, cost);
    throw new ModelCallError(
      'invalid_answer',
      'The model provider answered with something that is no PNG, JPEG, GIF or WebP.',
    );
  }
  return { response: file.name, error: null, misfits: 0, cost, ms: made.ms, files: [file], warnings: made.warnings };
}

async function requestOf(
  ctx: ActivityContext,
  attempt: Attempt,
  kind: MediaKind,
  signal: AbortSignal,
): Promise<MediaRequest> {
  const { run, revision, useFallback } = attempt;
  const { llm_config: first, fallback_llm_config: own } = revision;
  const model = await configuredModel(ctx, useFallback ? revision.fallback_llm_model_id : revision.llm_model_id);
  const settings = useFallback ? mediaFallbackSettings(model, kind, own, first) : mediaSettingsOf(first);
  const input = processedInput(run.input, run.prepared);
  const system = fillPrompt(revision.system_prompt, input).trim();
  const asked = filledUserPrompt(revision.user_prompt, input, run.prepared);
  const withoutFiles = filesRead(revision.input_processors, run.input);
  const files = await filesFor(
    ctx,
    run,
    { optimised: revision.optimise_images, masked: fileMask(ctx, attempt, signal), withoutFiles },
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
      text: [asked, ...texts].join('\n\n'),
      instructions: system || undefined,
    };
  return { model, kind, settings, images, text: [system, asked, ...texts].filter((part) => part !== '').join('\n\n') };
}
