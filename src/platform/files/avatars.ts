import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../db/client.ts';

/** Where a picture is served from, relative to the base address. */
const AVATAR_PATH = '/public/avatar/';

export interface AvatarOwner {
  readonly type: 'user' | 'organization' | 'project';
  readonly id: string;
}

/** Bytes in the blob store and what they are. */
export interface StoredPicture {
  readonly hash: string;
  readonly mediaType: string;
}

/**
 * Makes a picture the owner's avatar; belongs into a transaction. Answers the path to store with the owner and the name
 * of the bytes it replaces, if any.
 */
export async function replaceAvatar(
  trx: Executor,
  owner: AvatarOwner,
  picture: StoredPicture,
): Promise<{ path: string; replaced: string | undefined }> {
  const token = randomBytes(24).toString('base64url');
  // Two first pictures of one owner at once: the second has to see the first, or its bytes would stay for ever.
  await sql`select pg_advisory_xact_lock(hashtextextended(${owner.id}, 1))`.execute(trx);
  const old = await trx.selectFrom('avatars').select('hash').where('owner_id', '=', owner.id).executeTakeFirst();
  const row = { token, hash: picture.hash, media_type: picture.mediaType };
  await trx
    .insertInto('avatars')
    .values({ ...row, owner_type: owner.type, owner_id: owner.id })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(row))
    .execute();
  return { path: AVATAR_PATH + token, replaced: old?.hash };
}

/** The picture that an address names. */
export function findAvatar(db: Executor, token: string) {
  return db.selectFrom('avatars').select(['hash', 'media_type']).where('token', '=', token).executeTakeFirst();
}

/** Whether some avatar has these bytes. */
export async function isAvatarBlob(db: Executor, hash: string): Promise<boolean> {
  const row = await db.selectFrom('avatars').select('token').where('hash', '=', hash).limit(1).executeTakeFirst();
  return row !== undefined;
}
