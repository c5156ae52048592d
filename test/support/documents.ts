import { stageBlob } from '../../src/files/staging.ts';
import type { IngestionStage } from '../../src/knowledge/contract.ts';
import { acceptDocuments, type NewDocument, startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { StoredMessage } from '../../src/platform/messages.ts';
import { openServices } from '../../src/services.ts';
import { eventually, type Tenant, type World } from './client.ts';

/** A file to upload. */
export interface UploadedFile {
  readonly name: string;
  readonly text: string | Buffer;
  readonly mediaType?: string;
}

/** Fields of a document that tests check. */
export interface IngestedDocument {
  readonly id: string;
  readonly ingestion_id: string;
  readonly status: string;
  readonly stage: IngestionStage | null;
  readonly error: { readonly reason: string; readonly message: string } | null;
  readonly waiting_for: { readonly kind: string; readonly detail: StoredMessage } | null;
  readonly progress: { readonly done: number; readonly total: number | null } | null;
  readonly chunk_count: number;
  readonly language: string | null;
  readonly ready_at: Date | null;
}

/** Uploads documents without the API, as its operations and sources do. `settings` are those of a process. */
export async function openUploader(settings: Record<string, string>) {
  const services = await openServices('command', ['db', 'blobs', 'temporal', 'log'], loadConfig(settings));
  return {
    services,
    async bring(
      tenant: Pick<Tenant, 'orgId' | 'projectId' | 'userId'>,
      files: readonly UploadedFile[],
      options: { strategy?: string; start?: boolean } = {},
    ) {
      const { orgId, projectId, userId } = tenant;
      const documents: NewDocument[] = [];
      for (const { name, text, mediaType = 'text/plain' } of files) {
        const blob = await stageBlob(services.blobs, { orgId }, [Buffer.from(text as string)]);
        documents.push({ title: name, file: { name, mediaType, blob }, source: 'upload' });
      }
      const accepted = await services.db.transaction().execute((trx) =>
        acceptDocuments(trx, {
          orgId,
          projectId,
          by: { type: 'user', id: userId },
          triggerType: 'api',
          documents,
          strategy: options.strategy ?? 'auto',
          collectionIds: [],
          tags: [],
        }),
      );
      if (options.start !== false) await startIngestions(services, orgId, accepted.ingestionIds);
      return accepted;
    },
    close: () => services[Symbol.asyncDispose](),
  };
}

export async function listIngestedDocuments(
  { db }: Pick<World, 'db'>,
  ids: readonly string[],
): Promise<IngestedDocument[]> {
  return db
    .selectFrom('document_contents as c')
    .innerJoin('ingestions as i', 'i.id', 'c.ingestion_id')
    .select([
      'c.document_id as id',
      'i.id as ingestion_id',
      'i.status',
      'i.stage',
      'i.error',
      'i.waiting_for',
      'i.progress',
    ])
    .select(['c.chunk_count', 'c.language', 'c.ready_at'])
    .where('c.document_id', 'in', ids)
    .orderBy('c.document_id')
    .execute();
}

/** Waits until all documents are in a state. */
export function waitForDocuments(
  world: Pick<World, 'db'>,
  ids: readonly string[],
  fits: (document: IngestedDocument) => boolean,
) {
  return eventually(
    () => listIngestedDocuments(world, ids),
    (documents) => documents.every(fits),
  );
}

export function listChunks({ db }: Pick<World, 'db'>, documentId: string) {
  return db
    .selectFrom('chunks')
    .select(['id', 'edition', 'position', 'text', 'page', 'heading_path', 'token_count', 'words', 'word_count'])
    .where('document_id', '=', documentId)
    .orderBy('edition')
    .orderBy('position')
    .execute();
}
