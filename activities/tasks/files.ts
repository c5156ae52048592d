import type { ModelMessage, UserContent } from '@ai-sdk/provider-utils';
import { ImageError, scaleForModel } from '../../src/files/images/scale.ts';
import { fileFailures } from '../../src/files/problems.ts';
import { listFiles, type StoredFile } from '../../src/files/queries.ts';
import { type FileSource, readFile } from '../../src/files/reading.ts';
import { isText } from '../../src/platform/media-type.ts';
import { IMAGE_TYPE } from '../../src/platform/models/accepted-files.ts';
import { toStorableText } from '../model-settings.ts';

/** Selects and converts a run's files for its model. */
interface ModelFileOptions {
  /** Whether to scale images down for the model. */
  readonly scalesImages: boolean;
  /** Names of files that the model does not get. */
  readonly excludedFiles: ReadonlySet<string>;
  /** Masks the text of a file. Undefined if nothing is masked. */
  readonly maskText?: (text: string) => Promise<string>;
}

interface FileRun {
  readonly id: string;
  readonly has_files: boolean;
}

/** A file for a model. Text becomes part of the prompt. */
type ModelFile =
  | { readonly text: string }
  | { readonly data: Buffer; readonly mediaType: string; readonly filename: string };

/** Builds the user message: the prompt, then the files. Text files become part of the message text. */
export async function toUserMessage(
  source: FileSource,
  run: FileRun,
  text: string,
  options: ModelFileOptions,
  signal?: AbortSignal,
): Promise<ModelMessage> {
  if (!run.has_files) return { role: 'user', content: text };
  const files = await listModelFiles(source, run, options, signal);
  const content: UserContent = [{ type: 'text', text }];
  for (const file of files) content.push('text' in file ? { type: 'text', ...file } : { type: 'file', ...file });
  return { role: 'user', content };
}

/** Lists the files of a run for its model. Throws FileProblem for a file that no model could read. */
export async function listModelFiles(
  source: FileSource,
  run: FileRun,
  { scalesImages, excludedFiles, maskText }: ModelFileOptions,
  signal?: AbortSignal,
): Promise<ModelFile[]> {
  const options: ModelFile[] = [];
  if (!run.has_files) return options;
  // Providers accept no streams: a request must be complete, so files are read one by one.
  for (const file of await listFiles(source.db, run.id)) {
    const { name, media_type: mediaType } = file;
    if (excludedFiles.has(name)) continue;
    const data = await readFile(source, file);
    if (isText(mediaType)) {
      const text = toStorableText(data.toString('utf8'));
      options.push({ text: `File ${name}:\n${maskText ? await maskText(text) : text}` });
    } else
      options.push({ data: scalesImages ? await scaleTaskImage(data, file, signal) : data, mediaType, filename: name });
  }
  return options;
}

async function scaleTaskImage(data: Buffer, file: StoredFile, signal?: AbortSignal): Promise<Buffer> {
  if (!IMAGE_TYPE.test(file.media_type)) return data;
  try {
    return await scaleForModel(data, file.media_type, signal);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new ImageError(fileFailures.file_not_usable({ file: file.name, problem: error.detail }));
  }
}
