import type { NewFile } from '../../files/queries.ts';
import type { Executor } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { type RunContext, startRun } from '../../runs/start.ts';
import { copyTags, setTags } from '../../tags/queries.ts';
import type { DocumentSource } from '../contract.ts';
import { readAs } from './equal-bytes.ts';
import { insertBytes } from './files.ts';
import { type Bringer, insertIngestions } from './insert.ts';
import { ingestionKind } from './run-kind.ts';

/** A document that is to be made. Its bytes are staged already. */
export interface NewDocument {
  readonly title: string;
  readonly description?: string;
  readonly file: NewFile;
  readonly source: DocumentSource;
  readonly sourceId?: string | null;
  readonly sourceRef?: string | null;
}

/** Documents that come in together. */
export interface DocumentOrder extends Bringer {
  /** Made where it is left out. */
  readonly groupId?: string;
  readonly documents: readonly NewDocument[];
  /** How they are read. */
  readonly strategy: string;
  /** Collections of the project that are to hold them; that the bringer may add to them is proved before. */
  readonly collectionIds: readonly string[];
  /** By name or id. */
  readonly tags: readonly string[];
}

/** Ingestions whose rows are stored: once that is committed they are to be started. */
export interface AcceptedDocuments {
  readonly groupId: string;
  /** In the order of the documents that were given. */
  readonly documentIds: readonly string[];
  readonly ingestionIds: readonly string[];
}

/** Documents that are stored in one statement. */
const AT_ONCE = 200;
/** Workflows that are started side by side. */
const STARTING = 20;

/** Stores documents with all that belongs to them, and an ingestion for each; {@link startIngestions} follows the commit. */
export async function acceptDocuments(trx: Executor, order: DocumentOrder): Promise<AcceptedDocuments> {
  const groupId = order.groupId ?? newId();
  const made = order.documents.map((document) => ({ document, documentId: newId(), ingestionId: newId() }));
  for (let from = 0; from < made.length; from += AT_ONCE)
    await insertDocuments(trx, order, groupId, made.slice(from, from + AT_ONCE));
  const documentIds = made.map(({ documentId }) => documentId);
  const [first, ...others] = documentIds;
  if (first !== undefined && order.tags.length > 0) {
    const { orgId, projectId } = order;
    await setTags(trx, { orgId, projectId, kind: 'document' }, first, order.tags);
    await copyTags(trx, first, others);
  }
  return { groupId, documentIds, ingestionIds: made.map(({ ingestionId }) => ingestionId) };
}

/**
 * Starts the workflows of ingestions whose rows are committed, not all at once. It never fails: what can't be started now
 * maintenance starts.
 */
export async function startIngestions(ctx: RunContext, orgId: string, ingestionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < ingestionIds.length; from += STARTING)
    await Promise.all(ingestionIds.slice(from, from + STARTING).map((id) => startRun(ctx, ingestionKind, id, orgId)));
}

interface Made {
  readonly document: NewDocument;
  readonly documentId: string;
  readonly ingestionId: string;
}

async function insertDocuments(
  trx: Executor,
  order: DocumentOrder,
  groupId: string,
  made: readonly Made[],
): Promise<void> {
  const { orgId, projectId, by, strategy } = order;
  const place = { org_id: orgId, project_id: projectId };
  await trx
    .insertInto('documents')
    .values(
      made.map(({ document, documentId }) => ({
        ...place,
        id: documentId,
        title: document.title,
        description: document.description ?? '',
        source: document.source,
        source_id: document.sourceId ?? null,
        source_ref: document.sourceRef ?? null,
        strategy,
        group_id: groupId,
        created_by_type: by.type,
        created_by: by.id,
      })),
    )
    .execute();
  await insertIngestions(trx, order, made);
  await trx
    .insertInto('document_contents')
    .values(
      made.map(({ document: { file }, documentId, ingestionId }) => ({
        document_id: documentId,
        project_id: projectId,
        ingestion_id: ingestionId,
        media_type: file.mediaType,
        size: file.blob.size,
        sha256: file.blob.sha256,
        read_as: readAs(file),
      })),
    )
    .execute();
  for (const { document, documentId } of made) await insertBytes(trx, { documentId, orgId, projectId }, document.file);
  const members = made.flatMap(({ documentId }) =>
    order.collectionIds.map((collectionId) => ({ collection_id: collectionId, document_id: documentId })),
  );
  if (members.length > 0) await trx.insertInto('collection_documents').values(members).execute();
}
