import { readImageSize } from '../files/images/header.ts';
import { MAX_PIXELS, toTooLargeProblem } from '../files/images/scale.ts';
import { fileProblems } from '../files/problems.ts';
import { isFileName, type NewFile } from '../files/queries.ts';
import { checkEach, errors } from '../platform/errors.ts';
import { isText } from '../platform/media-type.ts';
import type { Problem } from '../platform/messages.ts';
import { acceptsFile, IMAGE_TYPE } from '../platform/models/accepted-files.ts';
import type { ModelEntry } from '../platform/models/catalog.ts';
import { findMediaKind } from './model-capabilities.ts';
import { taskProblems } from './problems.ts';
import type { RevisionFields } from './queries.ts';

/** Rules for the files of a run. */
interface FileRules extends Pick<RevisionFields, 'file_input_mode' | 'image_required' | 'output_modality'> {
  readonly model: ModelEntry | undefined;
  /** Names of files that input processors read. The model does not get them. */
  readonly processedFiles: ReadonlySet<string>;
}

/** Checks a run's files against its revision and model. Throws a 422 with all problems. */
export function assertFilesValid(files: readonly NewFile[], rules: FileRules): void {
  const names = files.map((file) => file.name);
  if (new Set(names).size !== names.length) throw errors.invalid('task_files', taskProblems.duplicate_file_name);
  const modelFiles = [...files.entries()].filter(([, { name }]) => !rules.processedFiles.has(name));
  if (modelFiles.length > 0 && rules.file_input_mode === 'none')
    throw errors.invalid('task_files', taskProblems.files_not_accepted);
  checkEach(files, ({ name, blob }, index) => {
    if (!isFileName(name)) throw errors.invalid(['task_files', index, 'name'], fileProblems.invalid_file_name);
    if (blob.size === 0) throw errors.invalid(['task_files', index, 'content'], taskProblems.empty_file);
  });
  checkEach(modelFiles, ([index, file]) => checkFile(file, index, rules));
  if (rules.image_required && !modelFiles.some(([, file]) => IMAGE_TYPE.test(file.mediaType)))
    throw errors.invalid('task_files', taskProblems.image_missing);
}

function checkFile({ mediaType, blob }: NewFile, index: number, rules: FileRules): void {
  const { file_input_mode: mode, model } = rules;
  const refuse = (problem: Problem) => errors.invalid(['task_files', index, 'media_type'], problem);
  const fits =
    mode === 'any' ||
    (mode.includes('image') && IMAGE_TYPE.test(mediaType)) ||
    (mode.includes('pdf') && mediaType === 'application/pdf');
  if (!fits) throw refuse(taskProblems.media_type_not_accepted({ media_type: mediaType, mode }));
  if (model && !acceptsFile(model, mediaType))
    throw refuse(taskProblems.media_type_not_read({ media_type: mediaType, model: model.name }));
  if (findMediaKind(rules.output_modality) !== undefined && !isMediaInput(rules.output_modality, mediaType))
    throw refuse(taskProblems.media_type_not_used({ media_type: mediaType, modality: rules.output_modality }));
  const size = readImageSize(blob.beginning, mediaType);
  if (size && size.width * size.height > MAX_PIXELS)
    throw errors.invalid(['task_files', index], toTooLargeProblem(size));
}

/** Image models accept images; speech models accept only text. */
function isMediaInput(modality: string, mediaType: string): boolean {
  return isText(mediaType) || (modality === 'image' && IMAGE_TYPE.test(mediaType));
}
