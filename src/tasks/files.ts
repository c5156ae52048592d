import { readImageSize } from '../files/images/header.ts';
import { MAX_PIXELS, toTooLargeProblem } from '../files/images/scale.ts';
import { fileProblems } from '../files/problems.ts';
import { isFileName, type NewFile } from '../files/queries.ts';
import { errors } from '../platform/errors.ts';
import { isText } from '../platform/media-type.ts';
import type { Problem } from '../platform/messages.ts';
import { acceptsFile, IMAGE_TYPE } from '../platform/models/accepted-files.ts';
import type { ModelEntry } from '../platform/models/catalogue.ts';
import { mediaOf } from './abilities.ts';
import { taskProblems } from './problems.ts';
import type { RevisionFields } from './queries.ts';

/** What a run's files are held against. */
interface Takes extends Pick<RevisionFields, 'file_input_mode' | 'image_required' | 'output_modality'> {
  readonly model: ModelEntry | undefined;
  /** Names of files that are read by input processors, and never come to the model. */
  readonly read: ReadonlySet<string>;
}

/** Checks a run's files against what its revision and its model take. Throws a 422 on the first that does not fit. */
export function checkFiles(files: readonly NewFile[], takes: Takes): void {
  const names = files.map((file) => file.name);
  if (new Set(names).size !== names.length) throw errors.invalid('task_files', taskProblems.duplicate_file_name);
  const seen = [...files.entries()].filter(([, { name }]) => !takes.read.has(name));
  if (seen.length > 0 && takes.file_input_mode === 'none')
    throw errors.invalid('task_files', taskProblems.files_not_accepted);
  const nameless = names.findIndex((name) => !isFileName(name));
  if (nameless >= 0) throw errors.invalid(['task_files', nameless, 'name'], fileProblems.invalid_file_name);
  const empty = files.findIndex((file) => file.blob.size === 0);
  if (empty >= 0) throw errors.invalid(['task_files', empty, 'content'], taskProblems.empty_file);
  for (const [index, file] of seen) checkFile(file, index, takes);
  if (takes.image_required && !seen.some(([, file]) => IMAGE_TYPE.test(file.mediaType)))
    throw errors.invalid('task_files', taskProblems.image_missing);
}

function checkFile({ mediaType, blob }: NewFile, index: number, takes: Takes): void {
  const { file_input_mode: mode, model } = takes;
  const refuse = (problem: Problem) => errors.invalid(['task_files', index, 'media_type'], problem);
  const fits =
    mode === 'any' ||
    (mode.includes('image') && IMAGE_TYPE.test(mediaType)) ||
    (mode.includes('pdf') && mediaType === 'application/pdf');
  if (!fits) throw refuse(taskProblems.media_type_not_accepted({ media_type: mediaType, mode }));
  if (model && !acceptsFile(model, mediaType))
    throw refuse(taskProblems.media_type_not_read({ media_type: mediaType, model: model.name }));
  if (mediaOf(takes.output_modality) !== undefined && !isTakenByMaker(takes.output_modality, mediaType))
    throw refuse(taskProblems.media_type_not_used({ media_type: mediaType, modality: takes.output_modality }));
  const size = readImageSize(blob.beginning, mediaType);
  if (size && size.width * size.height > MAX_PIXELS)
    throw errors.invalid(['task_files', index], toTooLargeProblem(size));
}

/** Pictures are made of pictures; what is spoken is text. */
function isTakenByMaker(modality: string, mediaType: string): boolean {
  return isText(mediaType) || (modality === 'image' && IMAGE_TYPE.test(mediaType));
}
