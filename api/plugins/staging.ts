import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BlobOwner, discardBlobs, type StagedBlob, stageBlob } from '../../src/files/staging.ts';
import type { ApiContext } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Blobs that the request uploaded. */
    staged: StagedBlob[] | undefined;
  }
}

/** Deletes blobs of a request that became no file, whether or not the request succeeded. */
export function discardUnusedBlobs(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('staged', undefined);
  app.addHook('onSend', async (request) => {
    if (request.staged !== undefined) await discardBlobs(ctx.blobs, request.staged);
  });
}

/** Streams bytes of a request into the blob store, owned by the organization of its path or else by the user. */
export async function stageRequestBlob(
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
