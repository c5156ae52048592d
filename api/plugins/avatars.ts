import Type from 'typebox';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { type AvatarOwner, findAvatar, isAvatarBlob, replaceAvatar } from '../../src/platform/files/avatars.ts';
import { discardBlob } from '../../src/platform/files/blobs.ts';
import { drawAvatar } from '../../src/platform/files/images.ts';
import type { ApiContext } from '../context.ts';
import { operation, type Upload } from '../operation.ts';

/** Largest picture that is taken, in bytes. */
const MOST_BYTES = 5 * 1024 * 1024;

/** How an operation takes a picture: a form that has room for one and for what stands around it. */
export const PICTURE_FORM = { multipart: true, formLimit: MOST_BYTES + 16_384 } as const;

/** The form that sets an avatar. */
export const AvatarForm = Type.Object({
  file: Type.Optional(
    Type.String({
      contentMediaType: 'application/octet-stream',
      description: 'required: a JPEG, PNG or GIF image of at most 5 MB, sent as a file of a multipart form',
    }),
  ),
});

/** The address of a picture as records show it. */
export function avatarUrl(base: string, stored: string | null): string | null {
  return stored?.startsWith('/') ? base + stored : stored;
}

/**
 * Stores the uploaded picture as the owner's avatar. `write` stores its path with the owner in the same transaction and
 * answers the row. Throws a 400 on what is not an image, a 413 on one that is too large, a 422 without exactly one file.
 */
export async function setAvatar<R>(
  ctx: ApiContext,
  owner: AvatarOwner,
  uploads: readonly Upload[],
  write: (trx: Executor, path: string) => Promise<R>,
): Promise<R> {
  const [file, ...more] = uploads.filter((upload) => upload.field === 'file');
  if (file === undefined) throw errors.invalid('file', 'is missing; send it in a multipart form', 'missing');
  if (more.length > 0) throw errors.invalid('file', 'is given more than once');
  if (file.size > MOST_BYTES) throw errors.fileTooLarge(MOST_BYTES);
  const picture = await drawAvatar(Buffer.concat(file.pieces));
  const hash = await ctx.blobs.put(picture.content);
  const { row, replaced } = await ctx.db.transaction().execute(async (trx) => {
    const made = await replaceAvatar(trx, owner, { hash, mediaType: picture.mediaType });
    return { row: await write(trx, made.path), replaced: made.replaced };
  });
  // Somebody may have discarded the same bytes before this reference to them was there.
  await ctx.blobs.put(picture.content);
  if (replaced !== undefined && replaced !== hash)
    await discardBlob(ctx.blobs, replaced, () => isAvatarBlob(ctx.db, replaced));
  return row;
}

const read = operation(
  {
    id: 'avatar.read',
    method: 'GET',
    path: '/public/avatar/{avatar}',
    tag: 'Avatars',
    summary: 'A picture of a user, an organization or a project',
    description: 'The address is random and new for each picture, so that it may be kept for ever.',
    access: 'public',
    params: Type.Object({ avatar: Type.String() }),
    query: null,
    body: null,
    answers: { 200: 'image/png or image/jpeg', 304: null },
    loads: {},
    own: ['avatar'],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, params, request, reply }) => {
    const avatar = await findAvatar(ctx.db, params.avatar);
    const tag = `"${avatar?.hash}"`;
    const known = avatar !== undefined && request.headers['if-none-match'] === tag;
    const content = avatar === undefined || known ? undefined : await ctx.blobs.read(avatar.hash);
    if (avatar === undefined || (content === undefined && !known)) throw errors.notFound('avatar', params.avatar);
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', tag);
    if (content === undefined) return reply.code(304).send();
    return reply
      .header('content-type', avatar.media_type)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(content);
  },
);

export const AVATAR_OPERATIONS = [read];
