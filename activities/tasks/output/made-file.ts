import { getFileExtension } from '../../../src/files/extensions.ts';
import { listFiles, type NewFile } from '../../../src/files/queries.ts';
import { stageBlob } from '../../../src/files/staging.ts';
import { mediaTypeOf } from '../../../src/platform/media-type.ts';
import type { BegunTaskRun } from '../../../src/tasks/begun.ts';
import type { ActivityContext } from '../../context.ts';

/** Brings bytes that a run made into the store, under a name that none of its files has. */
export async function madeFile(
  ctx: ActivityContext,
  run: Pick<BegunTaskRun, 'id' | 'org_id'>,
  stem: string,
  bytes: Uint8Array,
  statedType: string | undefined,
): Promise<NewFile> {
  const taken = new Set((await listFiles(ctx.db, run.id)).map(({ name }) => name));
  const blob = await stageBlob(ctx.blobs, { orgId: run.org_id }, [bytes]);
  const mediaType = mediaTypeOf(blob.beginning, statedType);
  const ending = getFileExtension(mediaType);
  let name = `${stem}${ending}`;
  for (let number = 2; taken.has(name); number++) name = `${stem}-${number}${ending}`;
  return { name, mediaType, blob, made: true };
}
