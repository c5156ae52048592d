import type { ModelMessage, UserContent } from 'ai';
import type { Db } from '../../src/platform/db/client.ts';
import { scaledForModel } from '../../src/platform/files/images.ts';
import { isText } from '../../src/platform/files/media-type.ts';
import { storable } from '../model-settings.ts';

/** The message that a run's model is given: the prompt, then its files. Text is put into the message itself. */
export async function userMessage(
  db: Db,
  run: { readonly id: string; readonly has_files: boolean },
  text: string,
  optimiseImages: boolean,
): Promise<ModelMessage> {
  if (!run.has_files) return { role: 'user', content: text };
  const files = await db
    .selectFrom('files')
    .select(['name', 'media_type', 'content'])
    .where('owner_id', '=', run.id)
    .orderBy('id')
    .execute();
  const content: UserContent = [{ type: 'text', text }];
  for (const { name, media_type: mediaType, content: data } of files) {
    if (isText(mediaType)) content.push({ type: 'text', text: `File ${name}:\n${storable(data.toString('utf8'))}` });
    else {
      const sent = optimiseImages ? await scaledForModel(data, mediaType) : data;
      content.push({ type: 'file', data: sent, mediaType, filename: name });
    }
  }
  return { role: 'user', content };
}
