import type { ModelMessage, UserContent } from '@ai-sdk/provider-utils';
import { FileProblem, scaledForModel } from '../../src/files/pictures/scale.ts';
import { listFiles, type StoredFile } from '../../src/files/queries.ts';
import { type FileSource, readFile } from '../../src/files/reading.ts';
import { isText } from '../../src/platform/media-type.ts';
import { IMAGE_TYPE } from '../../src/platform/models/files.ts';
import { toStorableText } from '../model-settings.ts';

/** Which of a run's files its model is given, and how. */
interface GivenFiles {
  /** Whether images are scaled for the model. */
  readonly optimised: boolean;
  /** Names of those that it is not given. */
  readonly withoutFiles: ReadonlySet<string>;
  /** Makes a text what the model may be given; undefined where it may be given any. */
  readonly masked?: (text: string) => Promise<string>;
}

interface FileRun {
  readonly id: string;
  readonly has_files: boolean;
}

/** A file as a model is given it: text is put into the prompt. */
type GivenFile =
  | { readonly text: string }
  | { readonly data: Buffer; readonly mediaType: string; readonly filename: string };

/** The message that a run's model is given: the prompt, then its files. Text is put into the message itself. */
export async function userMessage(
  source: FileSource,
  run: FileRun,
  text: string,
  given: GivenFiles,
  signal?: AbortSignal,
): Promise<ModelMessage> {
  if (!run.has_files) return { role: 'user', content: text };
  const files = await filesFor(source, run, given, signal);
  const content: UserContent = [{ type: 'text', text }];
  for (const file of files) content.push('text' in file ? { type: 'text', ...file } : { type: 'file', ...file });
  return { role: 'user', content };
}

/** The files of a run as its model is given them. Throws FileProblem on one that no model could read. */
export async function filesFor(
  source: FileSource,
  run: FileRun,
  { optimised, withoutFiles, masked }: GivenFiles,
  signal?: AbortSignal,
): Promise<GivenFile[]> {
  const given: GivenFile[] = [];
  if (!run.has_files) return given;
  // Providers take no streams: what a call sends has to be whole, one file after the other.
  for (const file of await listFiles(source.db, run.id)) {
    const { name, media_type: mediaType } = file;
    if (withoutFiles.has(name)) continue;
    const data = await readFile(source, file);
    if (isText(mediaType)) {
      const said = toStorableText(data.toString('utf8'));
      given.push({ text: `File ${name}:\n${masked ? await masked(said) : said}` });
    } else given.push({ data: optimised ? await optimise(data, file, signal) : data, mediaType, filename: name });
  }
  return given;
}

async function optimise(data: Buffer, file: StoredFile, signal?: AbortSignal): Promise<Buffer> {
  if (!IMAGE_TYPE.test(file.media_type)) return data;
  try {
    return await scaledForModel(data, file.media_type, signal);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw new FileProblem(`the file ${file.name} ${error.message}`);
  }
}
