import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { mediaTypeOf } from '../../../src/files/media-type.ts';
import { findFile, insertFiles } from '../../../src/files/queries.ts';
import { discard, stage } from '../../../src/files/staging.ts';
import type { ActivityContext } from '../../context.ts';

/** Extensions of files by type, as far as people's machines go by them. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'text/csv': '.csv',
  'text/plain': '.txt',
};

/** A file that a call left with its run. */
export interface CallFile {
  readonly name: string;
  readonly media_type: string;
  /** Bytes. */
  readonly size: number;
}

/** Keeps bytes that a call answered as a file of its run; a repeat of the call finds the file of the first time. */
export async function keepRunFile(
  ctx: ActivityContext,
  { call, run }: CallInRun,
  bytes: Uint8Array,
  statedType: string | undefined,
  number = 1,
): Promise<CallFile> {
  const blob = await stage(ctx.blobs, { orgId: run.org_id }, [bytes]);
  try {
    const mediaType = mediaTypeOf(blob.beginning, statedType);
    const name = `${call.tool_name}-${call.id.slice(-8)}-${number}${EXTENSIONS[mediaType] ?? '.bin'}`;
    const earlier = await findFile(ctx.db, run.id, name);
    const owner = { type: agentRunKind.name, id: run.id, orgId: run.org_id, projectId: run.project_id };
    if (!earlier) await insertFiles(ctx.db, owner, [{ name, mediaType, blob }]);
    return { name, media_type: mediaType, size: earlier?.size ?? bytes.byteLength };
  } finally {
    await discard(ctx.blobs, [blob]);
  }
}
