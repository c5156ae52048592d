import type { ModelMessage, UserContent } from '@ai-sdk/provider-utils';
import { scaledForModel } from '../../src/files/images.ts';
import { isText } from '../../src/files/media-type.ts';
import { listFiles } from '../../src/files/queries.ts';
import { type FileSource, readFile } from '../../src/files/reading.ts';
import { storable } from '../model-settings.ts';

/** The message that a run's model is given: the prompt, then its files. Text is put into the message itself. */
export async function userMessage(
  source: FileSource,
  run: { readonly id: string; readonly has_files: boolean },
  text: string,
  optimiseImages: boolean,
): Promise<ModelMessage> {
  if (!run.has_files) return { role: 'user', content: text };
  const content: UserContent = [{ type: 'text', text }];
  // Providers take no streams: what a call sends has to be whole, one file after the other.
  for (const file of await listFiles(source.db, run.id)) {
    const { name, media_type: mediaType } = file;
    const data = await readFile(source, file);
    if (isText(mediaType)) content.push({ type: 'text', text: `File ${name}:\n${storable(data.toString('utf8'))}` });
    else {
      const sent = optimiseImages ? await scaledForModel(data, mediaType) : data;
      content.push({ type: 'file', data: sent, mediaType, filename: name });
    }
  }
  return { role: 'user', content };
}
