import {
  deleteFiles,
  insertFiles,
  listFiles,
  type NewFile,
  reassignFiles,
  type StoredFile,
} from '../../files/queries.ts';
import type { StagedBlob } from '../../files/staging.ts';
import type { Executor } from '../../platform/db/client.ts';

/** File name of the stored blocks. Uploaded files cannot have this name. */
const BLOCKS = '/blocks';

/** Document that owns files. */
interface DocumentOwner {
  readonly documentId: string;
  readonly orgId: string;
  readonly projectId: string;
}

/** Stores the content of a new document. */
export function insertContent(trx: Executor, { documentId, ...place }: DocumentOwner, file: NewFile): Promise<void> {
  return insertFiles(trx, { ...place, type: 'document', id: documentId }, [file]);
}

/** Stores new content with the ingestion that will apply it. */
export function insertReplacement(trx: Executor, ingestionId: string, owner: DocumentOwner, file: NewFile) {
  return insertFiles(trx, toFileOwner(ingestionId, owner), [file]);
}

/** Stores the parsed blocks until the ingestion ends. */
export function insertBlocks(
  trx: Executor,
  ingestionId: string,
  owner: DocumentOwner,
  blob: StagedBlob,
): Promise<void> {
  const file = { name: BLOCKS, mediaType: 'application/x-ndjson', blob };
  return insertFiles(trx, toFileOwner(ingestionId, owner), [file]);
}

/** Returns the files of an ingestion: the replacement content and the parsed blocks. */
export async function getIngestionFiles(
  db: Executor,
  ingestionId: string,
): Promise<{ readonly replacement: StoredFile | undefined; readonly blocks: StoredFile | undefined }> {
  const files = await listFiles(db, ingestionId);
  return {
    replacement: files.find(({ name }) => name !== BLOCKS),
    blocks: files.find(({ name }) => name === BLOCKS),
  };
}

/** Returns the content that an ingestion reads. */
export async function getContentFile(db: Executor, ingestionId: string, documentId: string): Promise<StoredFile> {
  const { replacement } = await getIngestionFiles(db, ingestionId);
  const [file] = replacement ? [replacement] : await listFiles(db, documentId);
  if (!file) throw new Error(`document ${documentId} has no bytes`);
  return file;
}

/** Transfers the files of a failed ingestion to its retry. */
export function transferFiles(trx: Executor, from: string, to: string): Promise<void> {
  return reassignFiles(trx, from, { type: 'ingestion', id: to });
}

/** Replaces the content of a document. Returns the blob keys to remove after the commit. */
export async function applyReplacement(trx: Executor, ingestionId: string, documentId: string): Promise<string[]> {
  const replaced = await deleteFiles(trx, [documentId]);
  await reassignFiles(trx, ingestionId, { type: 'document', id: documentId });
  return replaced;
}

/** Deletes the files of ingestions. Returns the blob keys to remove after the commit. */
export function deleteIngestionFiles(
  trx: Executor,
  ingestionIds: readonly string[],
  only?: 'blocks',
): Promise<string[]> {
  return deleteFiles(trx, ingestionIds, only && BLOCKS);
}

function toFileOwner(ingestionId: string, { orgId, projectId }: DocumentOwner) {
  return { type: 'ingestion', id: ingestionId, orgId, projectId };
}
