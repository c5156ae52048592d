import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { StagedBlob } from './staging.ts';

/** What a file belongs to. */
export interface FileOwner {
  /** `user`, `organization` or `project`, `skill_revision`, or the name of a kind of run. */
  readonly type: string;
  readonly id: string;
  /** Null for a picture of a person, and for what all share. */
  readonly orgId: string | null;
  readonly projectId: string | null;
}

export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly blob: StagedBlob;
  /** Whether its run made it; else it came with the request. */
  readonly made?: boolean;
}

/** A file as records show it. */
export interface ShownFile {
  readonly name: string;
  readonly media_type: string;
  /** Bytes. */
  readonly size: number;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
  readonly made: boolean;
}

/** A file as far as it takes to send it. */
export interface StoredFile extends Pick<ShownFile, 'name' | 'media_type' | 'size' | 'made'> {
  readonly id: string;
  readonly sha256: Buffer;
  /** Key in the blob store. */
  readonly blob_key: string;
  readonly created: Date;
}

/** A name is shown to people and becomes the name of a file on their disks. */
const NAME = /^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]{1,255}$/u;

/** Whether a file may have the name. */
export const isFileName = (name: string): boolean => NAME.test(name);

/** Makes staged blobs files of an owner; belongs into the transaction that stores the owner. */
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
  for (const { blob } of files) blob.isHandedOver = true;
  await trx.insertInto('files').values(rows).execute();
}

/** The file of an owner with the name. */
export function findFile(db: Executor, ownerId: string, name: string): Promise<StoredFile | undefined> {
  return files(db, ownerId).where('name', '=', name).executeTakeFirst();
}

/** All files of an owner, in the order they came in. */
export function listFiles(db: Executor, ownerId: string): Promise<StoredFile[]> {
  return files(db, ownerId).orderBy('id').execute();
}

/** The files of all owners whose ids a query answers, the oldest first. */
export function filesOwnedBy(db: Executor, ownerIds: RawBuilder<string>): Promise<StoredFile[]> {
  return stored(db).where('owner_id', 'in', ownerIds).orderBy('id').execute();
}

/**
 * Takes the files of owners away, only those of a name where one is given, and answers the keys of their blobs, which are to be removed once the transaction is
 * committed: a blob that stays behind goes with the orphans, a file that lost its blob would be lost.
 */
export async function deleteFiles(trx: Executor, ownerIds: readonly string[], name?: string): Promise<string[]> {
  if (ownerIds.length === 0) return [];
  let files = trx.deleteFrom('files').where('owner_id', 'in', ownerIds);
  if (name !== undefined) files = files.where('name', '=', name);
  const rows = await files.returning('blob_key').execute();
  return rows.map(({ blob_key }) => blob_key);
}

/** Makes the files of an owner those of another one of the same project. */
export async function giveFiles(trx: Executor, from: string, to: Pick<FileOwner, 'type' | 'id'>): Promise<void> {
  await trx.updateTable('files').set({ owner_type: to.type, owner_id: to.id }).where('owner_id', '=', from).execute();
}

/** The files of an owner for its record, as a column of another query. */
export function filesColumn(ownerId: RawBuilder<unknown>): RawBuilder<ShownFile[]> {
  return sql<ShownFile[]>`coalesce((
    select json_agg(json_build_object('name', f.name, 'media_type', f.media_type, 'size', f.size,
      'sha256', encode(f.sha256, 'hex'), 'made', f.made) order by f.id)
    from files f where f.owner_id = ${ownerId}), '[]')`;
}

/** Whether an owner has files, as a column of another query. */
export function hasFilesColumn(ownerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from files f where f.owner_id = ${ownerId})`;
}

function files(db: Executor, ownerId: string) {
  return stored(db).where('owner_id', '=', ownerId);
}

function stored(db: Executor) {
  return db.selectFrom('files').select(['id', 'name', 'media_type', 'size', 'sha256', 'blob_key', 'made', 'created']);
}
