import { isFileName, type NewFile } from '../files/queries.ts';
import { errors } from '../platform/errors.ts';
import type { ModelEntry } from '../platform/models/catalogue.ts';
import { IMAGE_TYPE, takesFile } from '../platform/models/files.ts';
import type { RevisionFields } from './queries.ts';

type Takes = Pick<RevisionFields, 'file_input_mode' | 'image_required'>;

/** Checks a run's files against what its revision and its model take. Throws a 422 on the first that does not fit. */
export function checkFiles(files: readonly NewFile[], revision: Takes, model: ModelEntry | undefined): void {
  const names = files.map((file) => file.name);
  if (new Set(names).size !== names.length) throw errors.invalid('task_files', 'two files have the same name');
  if (files.length > 0 && revision.file_input_mode === 'none')
    throw errors.invalid('task_files', 'this task takes no files (its file_input_mode is none)');
  for (const [index, file] of files.entries()) checkFile(file, index, revision.file_input_mode, model);
  if (revision.image_required && !files.some((file) => IMAGE_TYPE.test(file.mediaType)))
    throw errors.invalid('task_files', 'this task needs an image', 'missing');
}

function checkFile({ name, mediaType }: NewFile, index: number, mode: string, model: ModelEntry | undefined): void {
  const refuse = (field: string, msg: string) => errors.invalid(['task_files', index, field], msg);
  if (!isFileName(name)) throw refuse('name', 'must be a file name of 1 to 255 characters without slashes');
  const fits =
    mode === 'any' ||
    (mode.includes('image') && IMAGE_TYPE.test(mediaType)) ||
    (mode.includes('pdf') && mediaType === 'application/pdf');
  if (!fits) throw refuse('media_type', `${mediaType} does not fit file_input_mode ${mode}`);
  if (model && !takesFile(model, mediaType))
    throw refuse('media_type', `the model ${model.name} takes no files of type ${mediaType}`);
}
