import type { AudioContent, ImageContent } from '@modelcontextprotocol/server';
import { findFile } from '../../src/files/queries.ts';
import { readFile } from '../../src/files/reading.ts';
import type { RunView } from '../../src/mcp/targets.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { ApiContext } from '../context.ts';

/** Maximum total size in bytes of the images and sounds in a result. Those beyond it are links only. */
const MAX_MEDIA_BYTES = 1_000_000;

const MEDIA_TYPE = /^(image|audio)\//;

/** Reads the images and sounds that a run created, as far as they are small. */
export async function readMedia(ctx: ApiContext, { id, files }: RunView): Promise<(ImageContent | AudioContent)[]> {
  const media: (ImageContent | AudioContent)[] = [];
  let bytesLeft = MAX_MEDIA_BYTES;
  for (const { name, media_type: mimeType, size } of files) {
    const [, type] = MEDIA_TYPE.exec(mimeType) ?? [];
    if (type === undefined || size > bytesLeft) continue;
    bytesLeft -= size;
    await runBestEffort(ctx.log, 'read a file for a result', async () => {
      const file = await findFile(ctx.db, id, name);
      if (file) media.push({ type: type as 'image', mimeType, data: (await readFile(ctx, file)).toString('base64') });
    });
  }
  return media;
}
