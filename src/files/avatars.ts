import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { deleteFiles, type FileOwner, insertFiles, type NewFile, type StoredFile } from './queries.ts';

/** Path of avatars relative to the base address. */
const AVATAR_PATH = '/public/avatar/';
/** File name of an avatar among the files of its owner. */
const AVATAR_NAME = 'avatar';

/**
 * Replaces the avatar of an owner; requires a transaction. Returns the path to store with the owner and the replaced
 * blob keys to remove after the commit.
 */
export async function replaceAvatar(
  trx: Executor,
  owner: FileOwner,
  image: Omit<NewFile, 'name'>,
): Promise<{ path: string; replaced: string[] }> {
  const token = randomBytes(24).toString('base64url');
  await lockAvatar(trx, owner.id);
  const replaced = await deleteFiles(trx, [owner.id], AVATAR_NAME);
  await insertFiles(trx, owner, [{ ...image, name: AVATAR_NAME }]);
  const row = { token, media_type: image.mediaType };
  await trx
    .insertInto('avatars')
    .values({ ...row, owner_type: owner.type, owner_id: owner.id })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(row))
    .execute();
  return { path: AVATAR_PATH + token, replaced };
}

/** Removes the avatar of an owner. Returns the blob keys to remove after the commit. */
export async function removeAvatar(trx: Executor, ownerId: string): Promise<string[]> {
  await lockAvatar(trx, ownerId);
  await trx.deleteFrom('avatars').where('owner_id', '=', ownerId).execute();
  return deleteFiles(trx, [ownerId], AVATAR_NAME);
}

/** Without the lock, two concurrent first avatars would leave an orphaned blob. */
async function lockAvatar(trx: Executor, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 1))`.execute(trx);
}

/** Returns the file of an avatar. */
export async function findAvatar(db: Executor, token: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select f.id, f.name, a.media_type, f.size, f.sha256, a.created, f.blob_key, f.made
    from avatars a join files f on f.owner_id = a.owner_id and f.name = ${AVATAR_NAME} where a.token = ${token}`.execute(
    db,
  );
  return rows[0];
}
