import { deleteFiles, giveFiles, insertFiles, listFiles, type NewFile, type StoredFile } from '../../files/queries.ts';
import type { StagedBlob } from '../../files/staging.ts';
import type { Executor } from '../../platform/db/client.ts';

/** Where an ingestion keeps what its parser read; no file that people bring can have such a name. */
const BLOCKS = '/blocks';

/** A document as the owner of its bytes. */
export interface OwnerOfBytes {
  readonly documentId: string;
  readonly orgId: string;
  readonly projectId: string;
}

/** Makes staged bytes those of a new document. */
export function insertBytes(trx: Executor, { documentId, ...place }: OwnerOfBytes, file: NewFile): Promise<void> {
  return insertFiles(trx, { ...place, type: 'document', id: documentId }, [file]);
}

/** Keeps bytes with the ingestion that is to put them into the place of a document's. */
export function insertReplacement(trx: Executor, ingestionId: string, owner: OwnerOfBytes, file: NewFile) {
  return insertFiles(trx, ownerOf(ingestionId, owner), [file]);
}

/** Keeps what was read of a document, for as long as its ingestion is not over. */
export function insertBlocks(trx: Executor, ingestionId: string, owner: OwnerOfBytes, blob: StagedBlob): Promise<void> {
  const file = { name: BLOCKS, mediaType: 'application/x-ndjson', blob };
  return insertFiles(trx, ownerOf(ingestionId, owner), [file]);
}

/** What belongs to an ingestion: the bytes that it is to put in place, where it has any, and what was read of them. */
export async function filesOf(
  db: Executor,
  ingestionId: string,
): Promise<{ readonly replacement: StoredFile | undefined; readonly blocks: StoredFile | undefined }> {
  const files = await listFiles(db, ingestionId);
  return {
    replacement: files.find(({ name }) => name !== BLOCKS),
    blocks: files.find(({ name }) => name === BLOCKS),
  };
}

/** The bytes that an ingestion reads. */
export async function bytesToRead(db: Executor, ingestionId: string, documentId: string): Promise<StoredFile> {
  const { replacement } = await filesOf(db, ingestionId);
  const [file] = replacement ? [replacement] : await listFiles(db, documentId);
  if (!file) throw new Error(`document ${documentId} has no bytes`);
  return file;
}

/** Hands what an ingestion that failed has kept to the one that goes on in its place. */
export function handOver(trx: Executor, from: string, to: string): Promise<void> {
  return giveFiles(trx, from, { type: 'ingestion', id: to });
}

/** Puts bytes into the place of a document's. Answers the keys of blobs to remove after the commit. */
export async function putInPlace(trx: Executor, ingestionId: string, documentId: string): Promise<string[]> {
  const replaced = await deleteFiles(trx, [documentId]);
  await giveFiles(trx, ingestionId, { type: 'document', id: documentId });
  return replaced;
}

/** Takes away what ingestions have kept. Answers the keys of blobs to remove after the commit. */
export function deleteKept(trx: Executor, ingestionIds: readonly string[], only?: 'blocks'): Promise<string[]> {
  return deleteFiles(trx, ingestionIds, only && BLOCKS);
}

function ownerOf(ingestionId: string, { orgId, projectId }: OwnerOfBytes) {
  return { type: 'ingestion', id: ingestionId, orgId, projectId };
}
