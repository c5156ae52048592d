import type { ModelMessage, UserContent } from '@ai-sdk/provider-utils';
import { scaledForModel } from '../../src/files/images.ts';
import { isText } from '../../src/files/media-type.ts';
import { listFiles } from '../../src/files/queries.ts';
import { type FileSource, readFile } from '../../src/files/reading.ts';
import { storable } from '../model-settings.ts';

/** Which of a run's files its model is given, and how. */
interface GivenFiles {
  /** Whether images are scaled for the model. */
  readonly optimised: boolean;
  /** Names of those that it is not given. */
  readonly withoutFiles: ReadonlySet<string>;
}

/** The message that a run's model is given: the prompt, then its files. Text is put into the message itself. */
export async function userMessage(
  source: FileSource,
  run: { readonly id: string; readonly has_files: boolean },
  text: string,
  { optimised, withoutFiles }: GivenFiles,
): Promise<ModelMessage> {
  if (!run.has_files) return { role: 'user', content: text };
  const content: UserContent = [{ type: 'text', text }];
  // Providers take no streams: what a call sends has to be whole, one file after the other.
  for (const file of await listFiles(source.db, run.id)) {
    const { name, media_type: mediaType } = file;
    if (withoutFiles.has(name)) continue;
    const data = await readFile(source, file);
    if (isText(mediaType)) content.push({ type: 'text', text: `File ${name}:\n${storable(data.toString('utf8'))}` });
    else {
      const sent = optimised ? await scaledForModel(data, mediaType) : data;
      content.push({ type: 'file', data: sent, mediaType, filename: name });
    }
  }
  return { role: 'user', content };
}
