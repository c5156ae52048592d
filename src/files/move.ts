import { sql } from 'kysely';
import type { Db } from '../platform/db/client.ts';
import { AVATAR_NAME, isFileOf, legacyKey } from './avatars.ts';
import { deleteFiles, insertFiles, type StoredFile } from './queries.ts';
import { type FileSource, openFile } from './reading.ts';
import { discard, removeBlobs, stage } from './staging.ts';

/** What was moved. */
export interface Moved {
  readonly files: number;
  readonly pictures: number;
  /** Pictures whose bytes are not in the store. */
  readonly lost: number;
}

/**
 * Moves what earlier releases stored to where this one does: bytes out of the database, and pictures that shared their
 * bytes to blobs of their own. May be stopped and repeated, and goes on while the product runs.
 */
export async function moveFiles(source: FileSource): Promise<Moved> {
  let files = 0;
  for (let file = await nextContent(source); file !== undefined; file = await nextContent(source)) {
    await moveContent(source, file);
    files += 1;
  }
  return { files, ...(await movePictures(source)) };
}

/** How many files have their bytes in the database. */
export async function countContent(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from files where content is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

type OldFile = StoredFile & { readonly org_id: string };

async function nextContent({ db }: FileSource): Promise<OldFile | undefined> {
  const { rows } = await sql<OldFile>`
    select id, org_id, name, media_type, size, sha256, blob_key, created from files
    where content is not null order by id limit 1`.execute(db);
  return rows[0];
}

async function moveContent(source: FileSource, file: OldFile): Promise<void> {
  const bytes = await openFile(source, file);
  const blob = await stage(source.blobs, { orgId: file.org_id }, bytes);
  blob.isHandedOver = true;
  const { numUpdatedRows } = await source.db
    .updateTable('files')
    .set({ blob_key: blob.key, content: null })
    .where('id', '=', file.id)
    .where('blob_key', 'is', null)
    .executeTakeFirst();
  // Gone, or moved by another.
  if (numUpdatedRows === 0n) await source.blobs.remove(blob.key);
}

interface OldPicture {
  readonly token: string;
  readonly owner_type: 'user' | 'organization' | 'project';
  readonly owner_id: string;
  readonly media_type: string;
  readonly key: string;
  readonly org_id: string | null;
}

async function movePictures(source: FileSource): Promise<Pick<Moved, 'pictures' | 'lost'>> {
  const { rows } = await sql<OldPicture>`
    select a.token, a.owner_type, a.owner_id, a.media_type, ${legacyKey('a')} as key,
      case a.owner_type when 'organization' then a.owner_id else p.org_id end as org_id
    from avatars a left join projects p on p.id = a.owner_id
    where not exists (select from files f where ${isFileOf('f', 'a')})`.execute(source.db);
  let pictures = 0;
  for (const picture of rows) if (await movePicture(source, picture)) pictures += 1;
  return { pictures, lost: rows.length - pictures };
}

/** Answers false where the bytes are not in the store. */
async function movePicture({ db, blobs }: FileSource, picture: OldPicture): Promise<boolean> {
  const old = await blobs.read(picture.key);
  if (old === undefined) return false;
  const { owner_id: id, owner_type: type, org_id: orgId } = picture;
  const blob = await stage(blobs, orgId === null ? { userId: id } : { orgId }, old.bytes);
  const replaced = await db.transaction().execute(async (trx) => {
    // Somebody may have chosen another picture meanwhile.
    const { rows } = await sql`select from avatars where token = ${picture.token} for update`.execute(trx);
    const owner = { type, id, orgId, projectId: type === 'project' ? id : null };
    const file = { name: AVATAR_NAME, mediaType: picture.media_type, blob };
    if (rows.length === 0) return [];
    const before = await deleteFiles(trx, [id], AVATAR_NAME);
    await insertFiles(trx, owner, [file]);
    return before;
  });
  await removeBlobs(blobs, replaced);
  await discard(blobs, [blob]);
  return true;
}
