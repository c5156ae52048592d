import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BlobOwner, discardBlobs, type StagedBlob, stageBlob } from '../../src/files/staging.ts';
import type { ApiContext } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request has brought into the blob store. */
    staged: StagedBlob[] | undefined;
  }
}

/** Takes away what a request brought into the blob store and no file was made of, whatever became of the request. */
export function discardUnused(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('staged', undefined);
  app.addHook('onSend', async (request) => {
    if (request.staged !== undefined) await discardBlobs(ctx.blobs, request.staged);
  });
}

/** Streams bytes that came with a request into the blob store, for the organization of its path or for the person who asks. */
export async function stageFor(
  ctx: ApiContext,
  request: FastifyRequest,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StagedBlob> {
  const { orgId, subject } = request.caller;
  const owner: BlobOwner = orgId === '' ? { userId: subject.id } : { orgId };
  const blob = await stageBlob(ctx.blobs, owner, source);
  request.staged = [...(request.staged ?? []), blob];
  return blob;
}
