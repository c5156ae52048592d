import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Changed } from '../../src/audit/change.ts';
import { renderAvatar } from '../../src/files/avatar-image.ts';
import { removeAvatar, replaceAvatar } from '../../src/files/avatars.ts';
import { fileErrors } from '../../src/files/errors.ts';
import { fileProblems } from '../../src/files/problems.ts';
import type { FileOwner } from '../../src/files/queries.ts';
import { readStaged } from '../../src/files/reading.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { BoundedText, Nullable } from '../../src/platform/schemas.ts';
import type { AuditDetails, Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import { stageRequestBlob } from '../plugins/staging.ts';
import { BinaryFile } from '../schemas.ts';

/** Maximum size of an uploaded image in bytes. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const ImageForm = Type.Object({
  file: BinaryFile('JPEG, PNG or GIF image of at most 5 MB.'),
});

/** Request and errors of an operation that accepts an image in a multipart form. */
export const AVATAR_FORM = {
  request: { body: Type.Object({}), form: { schema: ImageForm, only: true, maxBytes: MAX_IMAGE_BYTES + 16_384 } },
  errors: { 400: ['INVALID_IMAGE'] },
} as const;

/** Field with which an update removes an image. */
export const AVATAR_FIELD = {
  avatar_url: Type.Optional(
    Nullable(
      BoundedText(2000, {
        description: 'URL of the avatar. Null removes the avatar; the operation `avatar` sets another one.',
      }),
    ),
  ),
};

/** Returns the change that an update makes to an image: none, or its removal. Throws a 422 for any other address. */
export function toAvatarChange(
  base: string,
  sent: string | null | undefined,
  stored: string | null,
): { avatar_url?: null } {
  if (sent === undefined || sent === toAvatarUrl(base, stored)) return {};
  if (sent !== null) throw errors.invalid('avatar_url', fileProblems.avatar_address_not_accepted);
  return { avatar_url: null };
}

/** Updated row and the blob keys of a removed image. */
interface UpdatedRow<R> {
  readonly row: R;
  readonly removedKeys: readonly string[];
}

/** Removes the image of an owner if the update requests it; runs in the transaction that stores the update. */
export async function applyAvatarRemoval<R>(
  trx: Executor,
  ownerId: string,
  edit: { readonly avatar_url?: null },
  row: R,
): Promise<UpdatedRow<R>> {
  return { row, removedKeys: edit.avatar_url === null ? await removeAvatar(trx, ownerId) : [] };
}

/** Returns the absolute address of a stored image, null if there is none. */
export function toAvatarUrl(base: string, stored: string | null): string | null {
  return stored?.startsWith('/') ? base + stored : stored;
}

/**
 * Stores the uploaded image as the avatar of the owner. `write` stores its path with the owner in the same transaction
 * and returns the row and its audit event. Throws a 400 for other files, a 413 over the size limit, a 422 without
 * exactly one file.
 */
export async function setAvatar<R>(
  ctx: ApiContext,
  request: FastifyRequest,
  change: Change,
  owner: Pick<FileOwner, 'type' | 'id'>,
  write: (trx: Executor, path: string) => Promise<Changed<R, AuditDetails>>,
): Promise<R> {
  const [file, ...more] = (request.uploads ?? []).filter((upload) => upload.field === 'file');
  if (file === undefined) throw errors.invalid('file', fileProblems.avatar_file_missing);
  if (more.length > 0) throw errors.invalid('file', fileProblems.avatar_file_repeated);
  if (file.blob.size > MAX_IMAGE_BYTES) throw fileErrors.fileTooLarge(MAX_IMAGE_BYTES);
  const image = await renderAvatar(await readStaged(ctx, file.blob));
  const blob = await stageRequestBlob(ctx, request, [image.content]);
  const { orgId, projectId } = request.caller;
  const scope = { orgId: orgId || null, projectId: projectId || null };
  const { row, replaced } = await change(async (trx) => {
    const avatar = await replaceAvatar(trx, { ...owner, ...scope }, { blob, mediaType: image.mediaType });
    const { result, audited } = await write(trx, avatar.path);
    return { result: { row: result, replaced: avatar.replaced }, audited };
  });
  await removeBlobs(ctx.blobs, replaced);
  return row;
}
