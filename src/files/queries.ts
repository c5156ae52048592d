import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { StagedBlob } from './staging.ts';

/** Owner of a file. */
export interface FileOwner {
  /** `user`, `organization`, `project`, `skill_revision`, or the name of a run kind. */
  readonly type: string;
  readonly id: string;
  /** Null for avatars of users and for shared files. */
  readonly orgId: string | null;
  readonly projectId: string | null;
}

/** A file to store; its content is in the blob store already. */
export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly blob: StagedBlob;
  /** Whether the run created the file. False for files of the request. */
  readonly made?: boolean;
}

/** A file in a record. */
export interface FileRecord {
  readonly name: string;
  readonly media_type: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 digest in hexadecimal. */
  readonly sha256: string;
  readonly made: boolean;
}

/** A stored file. */
export interface StoredFile extends Pick<FileRecord, 'name' | 'media_type' | 'size' | 'made'> {
  readonly id: string;
  readonly sha256: Buffer;
  /** Key in the blob store. */
  readonly blob_key: string;
  readonly created: Date;
}

/** File names are shown to people and used on their disks. */
const FILE_NAME = /^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]{1,255}$/u;

/** Whether a file name is valid. */
export const isFileName = (name: string): boolean => FILE_NAME.test(name);

/** Inserts staged blobs as files of an owner, in the transaction that stores the owner. */
export async function insertFiles(trx: Executor, owner: FileOwner, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map((file) => ({
    id: newId(),
    org_id: owner.orgId,
    project_id: owner.projectId,
    owner_type: owner.type,
    owner_id: owner.id,
    name: file.name,
    media_type: file.mediaType,
    size: file.blob.size,
    sha256: file.blob.sha256,
    blob_key: file.blob.key,
    made: file.made ?? false,
  }));
  for (const { blob } of files) blob.isTransferred = true;
  await trx.insertInto('files').values(rows).execute();
}

/** Finds a file of an owner by name. */
export function findFile(db: Executor, ownerId: string, name: string): Promise<StoredFile | undefined> {
  return selectFilesOf(db, ownerId).where('name', '=', name).executeTakeFirst();
}

/** Lists the files of an owner in order of creation. */
export function listFiles(db: Executor, ownerId: string): Promise<StoredFile[]> {
  return selectFilesOf(db, ownerId).orderBy('id').execute();
}

/** Lists the files of all owners whose IDs the query returns, oldest first. */
export function listFilesOfOwners(db: Executor, ownerIds: RawBuilder<string>): Promise<StoredFile[]> {
  return selectFiles(db).where('owner_id', 'in', ownerIds).orderBy('id').execute();
}

/**
 * Deletes the files of owners, optionally only those with a name. Returns the blob keys to remove after the commit.
 * Maintenance removes blobs that stay behind; a file without its blob would be lost.
 */
export async function deleteFiles(trx: Executor, ownerIds: readonly string[], name?: string): Promise<string[]> {
  if (ownerIds.length === 0) return [];
  let files = trx.deleteFrom('files').where('owner_id', 'in', ownerIds);
  if (name !== undefined) files = files.where('name', '=', name);
  const rows = await files.returning('blob_key').execute();
  return rows.map(({ blob_key }) => blob_key);
}

/** Assigns the files of an owner to another owner of the same project. */
export async function reassignFiles(trx: Executor, from: string, to: Pick<FileOwner, 'type' | 'id'>): Promise<void> {
  await trx.updateTable('files').set({ owner_type: to.type, owner_id: to.id }).where('owner_id', '=', from).execute();
}

/** Column with the files of an owner. */
export function filesColumn(ownerId: RawBuilder<unknown>): RawBuilder<FileRecord[]> {
  return sql<FileRecord[]>`coalesce((
    select json_agg(json_build_object('name', f.name, 'media_type', f.media_type, 'size', f.size,
      'sha256', encode(f.sha256, 'hex'), 'made', f.made) order by f.id)
    from files f where f.owner_id = ${ownerId}), '[]')`;
}

/** Column with whether an owner has files. */
export function hasFilesColumn(ownerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from files f where f.owner_id = ${ownerId})`;
}

function selectFilesOf(db: Executor, ownerId: string) {
  return selectFiles(db).where('owner_id', '=', ownerId);
}

function selectFiles(db: Executor) {
  return db.selectFrom('files').select(['id', 'name', 'media_type', 'size', 'sha256', 'blob_key', 'made', 'created']);
}
