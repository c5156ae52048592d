import type { ModelMessage, UserContent } from '@ai-sdk/provider-utils';
import { ImageError, scaleForModel } from '../../src/files/images/scale.ts';
import { fileFailures } from '../../src/files/problems.ts';
import { listFiles, type StoredFile } from '../../src/files/queries.ts';
import { type FileSource, readFile } from '../../src/files/reading.ts';
import { isText } from '../../src/platform/media-type.ts';
import { IMAGE_TYPE } from '../../src/platform/models/accepted-files.ts';
import { toStorableText } from '../model-settings.ts';

/** Which of a run's files its model is given, and how. */
interface ModelFileOptions {
  /** Whether images are scaled for the model. */
  readonly scalesImages: boolean;
  /** Names of those that it is not given. */
  readonly excludedFiles: ReadonlySet<string>;
  /** Makes a text what the model may be given; undefined where it may be given any. */
  readonly maskText?: (text: string) => Promise<string>;
}

interface FileRun {
  readonly id: string;
  readonly has_files: boolean;
}

/** A file as a model is given it: text is put into the prompt. */
type ModelFile =
  | { readonly text: string }
  | { readonly data: Buffer; readonly mediaType: string; readonly filename: string };

/** The message that a run's model is given: the prompt, then its files. Text is put into the message itself. */
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

/** The files of a run as its model is given them. Throws FileProblem on one that no model could read. */
export async function listModelFiles(
  source: FileSource,
  run: FileRun,
  { scalesImages, excludedFiles, maskText }: ModelFileOptions,
  signal?: AbortSignal,
): Promise<ModelFile[]> {
  const options: ModelFile[] = [];
  if (!run.has_files) return options;
  // Providers take no streams: what a call sends has to be whole, one file after the other.
  for (const file of await listFiles(source.db, run.id)) {
    const { name, media_type: mediaType } = file;
    if (excludedFiles.has(name)) continue;
    const data = await readFile(source, file);
    if (isText(mediaType)) {
      const said = toStorableText(data.toString('utf8'));
      options.push({ text: `File ${name}:\n${maskText ? await maskText(said) : said}` });
    } else
      options.push({ data: scalesImages ? await scaleImage(data, file, signal) : data, mediaType, filename: name });
  }
  return options;
}

async function scaleImage(data: Buffer, file: StoredFile, signal?: AbortSignal): Promise<Buffer> {
  if (!IMAGE_TYPE.test(file.media_type)) return data;
  try {
    return await scaleForModel(data, file.media_type, signal);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new ImageError(fileFailures.file_not_usable({ file: file.name, problem: error.detail }));
  }
}
