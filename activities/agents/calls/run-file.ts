import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { getFileExtension } from '../../../src/files/extensions.ts';
import { type FileOwner, findFile, insertFiles, type NewFile } from '../../../src/files/queries.ts';
import { discardBlobs, stageBlob } from '../../../src/files/staging.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { getFileMediaType } from '../../../src/platform/media-type.ts';
import type { ActivityContext } from '../../context.ts';

/** A file that a call stored with its run. */
export interface CallFile {
  readonly name: string;
  readonly media_type: string;
  /** Size in bytes. */
  readonly size: number;
}

/** Stores the bytes of a result as a file of its run. A repeat of the call finds the existing file. */
export async function storeRunFile(
  ctx: ActivityContext,
  { call, run }: CallInRun,
  bytes: Uint8Array,
  statedType: string | undefined,
  number = 1,
): Promise<CallFile> {
  const blob = await stageBlob(ctx.blobs, { orgId: run.org_id }, [bytes]);
  try {
    const mediaType = getFileMediaType(blob.beginning, statedType);
    const name = toFileName(call, number, mediaType);
    const earlier = await findFile(ctx.db, run.id, name);
    if (!earlier) await insertFiles(ctx.db, toOwner(run), [{ name, mediaType, blob, made: true }]);
    return { name, media_type: mediaType, size: earlier?.size ?? bytes.byteLength };
  } finally {
    await discardBlobs(ctx.blobs, [blob]);
  }
}

/** Copies files of a child run to the agent's run under new names. Returns the result for the model. */
export async function assignFilesToRun(
  trx: Executor,
  { call, run }: CallInRun,
  files: readonly NewFile[],
): Promise<CallFile[]> {
  const named = files.map((file, index) => ({
    ...file,
    made: true,
    name: toFileName(call, index + 1, file.mediaType),
  }));
  await insertFiles(trx, toOwner(run), named);
  return named.map(({ name, mediaType, blob }) => ({ name, media_type: mediaType, size: blob.size }));
}

const toOwner = (run: CallInRun['run']): FileOwner => ({
  type: agentRunKind.name,
  id: run.id,
  orgId: run.org_id,
  projectId: run.project_id,
});

const toFileName = (call: CallInRun['call'], number: number, mediaType: string): string =>
  `${call.tool_name}-${call.id.slice(-8)}-${number}${getFileExtension(mediaType)}`;
