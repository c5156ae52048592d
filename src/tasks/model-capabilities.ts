import { errors } from '../platform/errors.ts';
import { acceptsPdf } from '../platform/models/accepted-files.ts';
import type { ModelCatalog, ModelEntry } from '../platform/models/catalog.ts';
import type { MediaKind } from '../platform/models/media/request.ts';
import { assertMediaSettings, canGenerate, getMediaFallbackSettings } from '../platform/models/media/settings.ts';
import { assertSettings, getFallbackSettings } from '../platform/models/settings.ts';
import { taskProblems } from './problems.ts';
import type { RevisionFields } from './queries.ts';

/** Model capabilities for an output modality: one of these. */
const ACCEPTED_MODALITIES: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  json: ['json'],
  csv: ['csv', 'text'],
  // The product renders the model's Markdown.
  pdf: ['pdf', 'text'],
};

const MEDIA_KINDS: Readonly<Record<string, MediaKind>> = { image: 'image', audio: 'audio' };

/** Returns the media kind of a modality. Undefined for text. */
export const findMediaKind = (modality: string): MediaKind | undefined => MEDIA_KINDS[modality];

const supportsVision = (model: ModelEntry) => model.supports_vision;
/** Model capabilities for a file input mode: one of these. */
const FILE_MODE_REQUIREMENTS: Readonly<Record<string, readonly ((model: ModelEntry) => boolean)[]>> = {
  image: [supportsVision],
  pdf: [acceptsPdf],
  image_or_pdf: [supportsVision, acceptsPdf],
};

/** Checks that the models of a revision support its configuration. Throws a 422 for the first mismatch. */
export async function assertModelCapabilities(models: ModelCatalog, revision: RevisionFields): Promise<void> {
  const main = models.find(revision.llm_model_id);
  const fallback = revision.fallback_llm_model_id === null ? undefined : models.find(revision.fallback_llm_model_id);
  checkFileModes(revision, main);
  for (const [field, model] of [
    ['llm_model_id', main],
    ['fallback_llm_model_id', fallback],
  ] as const) {
    if (model) checkModel(field, model, revision);
  }
  if (revision.fallback_llm_config !== null && Object.keys(revision.fallback_llm_config).length > 0 && !fallback) {
    throw errors.invalid('fallback_llm_config', taskProblems.fallback_settings_not_used);
  }
  await checkConfigs(revision, main, fallback);
}

async function checkConfigs(
  { output_modality, llm_config: first, fallback_llm_config: own }: RevisionFields,
  main: ModelEntry | undefined,
  fallback: ModelEntry | undefined,
): Promise<void> {
  const kind = findMediaKind(output_modality);
  const field = own === null ? 'llm_config' : 'fallback_llm_config';
  if (kind !== undefined) {
    if (main) assertMediaSettings(main, kind, 'llm_config', first);
    if (fallback)
      assertMediaSettings(fallback, kind, field, { ...getMediaFallbackSettings(fallback, kind, own, first) });
    return;
  }
  if (main) await assertSettings(main, 'llm_config', first);
  if (fallback) await assertSettings(fallback, field, { ...getFallbackSettings(own, first) });
}

function checkFileModes(revision: RevisionFields, model: ModelEntry | undefined): void {
  const mode = revision.file_input_mode;
  if (revision.image_required && !['image', 'image_or_pdf', 'any'].includes(mode))
    throw errors.invalid('image_required', taskProblems.image_required_without_images({ mode }));
  const requirements = FILE_MODE_REQUIREMENTS[mode];
  if (!model || !requirements || requirements.some((reads) => reads(model))) return;
  throw errors.invalid('file_input_mode', taskProblems.files_not_read({ model: model.name, mode }));
}

function checkModel(field: string, model: ModelEntry, revision: RevisionFields): void {
  const { output_modality: modality, image_required: isImageRequired } = revision;
  const isSupported = (ACCEPTED_MODALITIES[modality] ?? [modality]).some((written) =>
    model.output_modalities.includes(written),
  );
  const kind = findMediaKind(modality);
  if (!isSupported || (kind !== undefined && !canGenerate(model.provider, kind))) {
    const supported = model.output_modalities;
    throw errors.invalid(
      'output_modality',
      taskProblems.modality_not_supported({ model: model.name, field, supported, modality }),
    );
  }
  if (isImageRequired && !model.supports_vision)
    throw errors.invalid('image_required', taskProblems.images_not_read({ model: model.name, field }));
}
