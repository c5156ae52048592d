import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Changed } from '../../src/audit/change.ts';
import { removeAvatar, replaceAvatar } from '../../src/files/avatars.ts';
import { fileErrors } from '../../src/files/errors.ts';
import { drawAvatar } from '../../src/files/images.ts';
import type { FileOwner } from '../../src/files/queries.ts';
import { readStaged } from '../../src/files/reading.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import type { AuditDetails, Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import { stageBlob } from '../plugins/staging.ts';
import { BinaryFile, Nullable, Text } from '../schemas.ts';

/** Largest picture that is taken, in bytes. */
const MOST_BYTES = 5 * 1024 * 1024;

const PictureForm = Type.Object({
  file: BinaryFile('a JPEG, PNG or GIF image of at most 5 MB'),
});

/** How an operation takes a picture: as a form that has room for one and for what stands around it. */
export const PICTURE_FORM = {
  request: { body: Type.Object({}), form: { schema: PictureForm, only: true, maxBytes: MOST_BYTES + 16_384 } },
  errors: { 400: ['INVALID_IMAGE'] },
} as const;

/** The field by which an edit takes a picture away. */
export const PICTURE_FIELD = {
  avatar_url: Type.Optional(
    Nullable(
      Text(2000, { description: 'as the record shows it; null takes the picture away, `avatar` sets another one' }),
    ),
  ),
};

/** What an edit changes of a picture: nothing, or it takes it away. Throws a 422 where it names another one. */
export function pictureIn(base: string, sent: string | null | undefined, stored: string | null): { avatar_url?: null } {
  if (sent === undefined || sent === avatarUrl(base, stored)) return {};
  if (sent !== null)
    throw errors.invalid('avatar_url', 'is of a picture that was sent to `avatar`; only null is taken');
  return { avatar_url: null };
}

/** An edit's row, with the blobs of the picture that it took away. */
interface Edited<R> {
  readonly row: R;
  readonly gone: readonly string[];
}

/** Takes the picture of an owner away where an edit says so, in the transaction that stores the edit. */
export async function withoutPicture<R>(
  trx: Executor,
  ownerId: string,
  edit: { readonly avatar_url?: null },
  row: R,
): Promise<Edited<R>> {
  return { row, gone: edit.avatar_url === null ? await removeAvatar(trx, ownerId) : [] };
}

/** The address of a picture as records show it. */
export function avatarUrl(base: string, stored: string | null): string | null {
  return stored?.startsWith('/') ? base + stored : stored;
}

/**
 * Stores the uploaded picture as the owner's avatar. `write` stores its path with the owner in the same transaction and
 * answers the row and what to record. Throws a 400 on what is not an image, a 413 on one that is too large, a 422 without exactly one file.
 */
export async function setAvatar<R>(
  ctx: ApiContext,
  request: FastifyRequest,
  change: Change,
  owner: Pick<FileOwner, 'type' | 'id'>,
  write: (trx: Executor, path: string) => Promise<Changed<R, AuditDetails>>,
): Promise<R> {
  const [file, ...more] = (request.uploads ?? []).filter((upload) => upload.field === 'file');
  if (file === undefined) throw errors.invalid('file', 'is missing; send it in a multipart form', 'missing');
  if (more.length > 0) throw errors.invalid('file', 'is given more than once');
  if (file.blob.size > MOST_BYTES) throw fileErrors.fileTooLarge(MOST_BYTES);
  const picture = await drawAvatar(await readStaged(ctx, file.blob));
  const blob = await stageBlob(ctx, request, [picture.content]);
  const { orgId, projectId } = request.caller;
  const home = { orgId: orgId || null, projectId: projectId || null };
  const { row, replaced } = await change(async (trx) => {
    const made = await replaceAvatar(trx, { ...owner, ...home }, { blob, mediaType: picture.mediaType });
    const { result, audited } = await write(trx, made.path);
    return { result: { row: result, replaced: made.replaced }, audited };
  });
  await removeBlobs(ctx.blobs, replaced);
  return row;
}
