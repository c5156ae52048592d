import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { deleteFiles, type FileOwner, insertFiles, type NewFile, type StoredFile } from './queries.ts';

/** Where a picture is served from, relative to the base address. */
const AVATAR_PATH = '/public/avatar/';
/** The name of a picture among the files of its owner. */
const AVATAR_NAME = 'avatar';

/**
 * Makes a picture the owner's avatar; belongs into a transaction. Answers the path to store with the owner and the keys of
 * the blobs it replaces, which are to be removed after the commit.
 */
export async function replaceAvatar(
  trx: Executor,
  owner: FileOwner,
  picture: Omit<NewFile, 'name'>,
): Promise<{ path: string; replaced: string[] }> {
  const token = randomBytes(24).toString('base64url');
  await lockAvatar(trx, owner.id);
  const replaced = await deleteFiles(trx, [owner.id], AVATAR_NAME);
  await insertFiles(trx, owner, [{ ...picture, name: AVATAR_NAME }]);
  const row = { token, media_type: picture.mediaType };
  await trx
    .insertInto('avatars')
    .values({ ...row, owner_type: owner.type, owner_id: owner.id })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(row))
    .execute();
  return { path: AVATAR_PATH + token, replaced };
}

/** Takes an owner's picture away, as {@link replaceAvatar} replaces it. Answers the keys of its blobs, which are to be removed after the commit. */
export async function removeAvatar(trx: Executor, ownerId: string): Promise<string[]> {
  await lockAvatar(trx, ownerId);
  await trx.deleteFrom('avatars').where('owner_id', '=', ownerId).execute();
  return deleteFiles(trx, [ownerId], AVATAR_NAME);
}

/** Two first pictures of one owner at once: the second has to see the first, or its bytes would stay for ever. */
async function lockAvatar(trx: Executor, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 1))`.execute(trx);
}

/** The picture that an address names, and where it is. */
export async function findAvatar(db: Executor, token: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select f.id, f.name, a.media_type, f.size, f.sha256, a.created, f.blob_key, f.made
    from avatars a join files f on f.owner_id = a.owner_id and f.name = ${AVATAR_NAME} where a.token = ${token}`.execute(
    db,
  );
  return rows[0];
}
