import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { deleteFiles, type FileOwner, insertFiles, type NewFile, type StoredFile } from './queries.ts';
import type { FileSource } from './reading.ts';

/** Where a picture is served from, relative to the base address. */
const AVATAR_PATH = '/public/avatar/';
/** The name of a picture among the files of its owner. */
export const AVATAR_NAME = 'avatar';

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
  const row = { token, hash: picture.blob.sha256.toString('hex'), media_type: picture.mediaType };
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
export async function findAvatar({ db, blobs }: FileSource, token: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile & { blob_key: string }>`
    select f.id, ${AVATAR_NAME} as name, a.media_type, f.size, decode(a.hash, 'hex') as sha256, a.created,
      coalesce(f.blob_key, ${legacyKey('a')}) as blob_key
    from avatars a left join files f on ${isFileOf('f', 'a')} where a.token = ${token}`.execute(db);
  const [avatar] = rows;
  if (avatar === undefined || avatar.size !== null) return avatar;
  const blob = await blobs.read(avatar.blob_key);
  blob?.bytes.destroy();
  return blob && { ...avatar, size: blob.size };
}

/**
 * Where earlier releases kept the bytes of a row of `avatars`: by what they were, so that several rows may have the same.
 * Such a row has no file until it is moved.
 */
export const legacyKey = (alias: string) =>
  sql<string>`substr(${sql.ref(`${alias}.hash`)}, 1, 2) || '/' || substr(${sql.ref(`${alias}.hash`)}, 3)`;

/** Whether a row of `files` is that of a row of `avatars`. */
export const isFileOf = (file: string, avatar: string) =>
  sql<boolean>`${sql.ref(`${file}.owner_id`)} = ${sql.ref(`${avatar}.owner_id`)} and ${sql.ref(`${file}.name`)} = ${AVATAR_NAME}
    and ${sql.ref(`${file}.sha256`)} = decode(${sql.ref(`${avatar}.hash`)}, 'hex')`;
