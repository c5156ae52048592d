import { getFileExtension } from '../../../src/files/extensions.ts';
import { listFiles, type NewFile } from '../../../src/files/queries.ts';
import { stageBlob } from '../../../src/files/staging.ts';
import { getFileMediaType } from '../../../src/platform/media-type.ts';
import type { StartedTaskRun } from '../../../src/tasks/started-run.ts';
import type { ActivityContext } from '../../context.ts';

/** Stores bytes that a run generated in the blob store, under a unique file name. */
export async function stageFile(
  ctx: ActivityContext,
  run: Pick<StartedTaskRun, 'id' | 'org_id'>,
  stem: string,
  bytes: Uint8Array,
  declaredType: string | undefined,
): Promise<NewFile> {
  const usedNames = new Set((await listFiles(ctx.db, run.id)).map(({ name }) => name));
  const blob = await stageBlob(ctx.blobs, { orgId: run.org_id }, [bytes]);
  const mediaType = getFileMediaType(blob.beginning, declaredType);
  const extension = getFileExtension(mediaType);
  let name = `${stem}${extension}`;
  for (let number = 2; usedNames.has(name); number++) name = `${stem}-${number}${extension}`;
  return { name, mediaType, blob, made: true };
}
