import { isText } from '../files/media-type.ts';
import { statedSize } from '../files/pictures/header.ts';
import { MOST_PIXELS, tooLarge } from '../files/pictures/scale.ts';
import { isFileName, type NewFile } from '../files/queries.ts';
import { errors } from '../platform/errors.ts';
import { acceptsFile, IMAGE_TYPE } from '../platform/models/accepted-files.ts';
import type { ModelEntry } from '../platform/models/catalogue.ts';
import { mediaOf } from './abilities.ts';
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
  if (new Set(names).size !== names.length) throw errors.invalid('task_files', 'two files have the same name');
  const seen = [...files.entries()].filter(([, { name }]) => !takes.read.has(name));
  if (seen.length > 0 && takes.file_input_mode === 'none')
    throw errors.invalid('task_files', 'this task takes no files (its file_input_mode is none)');
  const nameless = names.findIndex((name) => !isFileName(name));
  if (nameless >= 0)
    throw errors.invalid(
      ['task_files', nameless, 'name'],
      'must be a file name of 1 to 255 characters without slashes',
    );
  const empty = files.findIndex((file) => file.blob.size === 0);
  if (empty >= 0) throw errors.invalid(['task_files', empty, 'content'], 'is empty');
  for (const [index, file] of seen) checkFile(file, index, takes);
  if (takes.image_required && !seen.some(([, file]) => IMAGE_TYPE.test(file.mediaType)))
    throw errors.invalid('task_files', 'this task needs an image', 'missing');
}

function checkFile({ mediaType, blob }: NewFile, index: number, takes: Takes): void {
  const { file_input_mode: mode, model } = takes;
  const refuse = (msg: string) => errors.invalid(['task_files', index, 'media_type'], msg);
  const fits =
    mode === 'any' ||
    (mode.includes('image') && IMAGE_TYPE.test(mediaType)) ||
    (mode.includes('pdf') && mediaType === 'application/pdf');
  if (!fits) throw refuse(`${mediaType} does not fit file_input_mode ${mode}`);
  if (model && !acceptsFile(model, mediaType))
    throw refuse(`the model ${model.name} takes no files of type ${mediaType}`);
  if (mediaOf(takes.output_modality) !== undefined && !isTakenByMaker(takes.output_modality, mediaType))
    throw refuse(`a model that makes ${takes.output_modality} takes no files of type ${mediaType}`);
  const size = statedSize(blob.beginning, mediaType);
  if (size && size.width * size.height > MOST_PIXELS) throw errors.invalid(['task_files', index], tooLarge(size));
}

/** Pictures are made of pictures; what is spoken is text. */
function isTakenByMaker(modality: string, mediaType: string): boolean {
  return isText(mediaType) || (modality === 'image' && IMAGE_TYPE.test(mediaType));
}
