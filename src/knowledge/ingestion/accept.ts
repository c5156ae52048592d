import type { NewFile } from '../../files/queries.ts';
import { type Executor, json } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { type RunContext, startRun } from '../../runs/start.ts';
import { copyTags, setTags } from '../../tags/queries.ts';
import type { DocumentSource } from '../contract.ts';
import type { Metadata, OwnMetadata, StatedMetadata } from '../metadata/contract.ts';
import { toReadAs } from './duplicate-content.ts';
import { insertContent } from './files.ts';
import { type IngestionAuthor, insertIngestions } from './insert.ts';
import { ingestionKind } from './run-kind.ts';

/** A document to create from staged bytes. */
export interface NewDocument {
  readonly title: string;
  readonly description?: string;
  readonly file: NewFile;
  readonly source: DocumentSource;
  readonly sourceId?: string | null;
  readonly sourceRef?: string | null;
  /** Values that the caller sets, and the resulting values. Default: those of `sourceMetadata`. */
  readonly metadata?: { readonly own: OwnMetadata; readonly resolved: Metadata };
  /** Values that the source states. */
  readonly sourceMetadata?: StatedMetadata;
  /** Who may read it at its source, as stored. Default: no restriction. */
  readonly sourceReaders?: readonly string[] | null;
}

/** Documents of one request. */
interface NewDocuments extends IngestionAuthor {
  /** Default: a new ID. */
  readonly groupId?: string;
  readonly documents: readonly NewDocument[];
  /** Parsing strategy. */
  readonly strategy: string;
  /** Collections to add the documents to. The caller has checked the permission. */
  readonly collectionIds: readonly string[];
  /** Names or IDs. */
  readonly tags: readonly string[];
}

/** Stored ingestions to start after the commit. */
interface AcceptedDocuments {
  readonly groupId: string;
  /** In the order of the request. */
  readonly documentIds: readonly string[];
  readonly ingestionIds: readonly string[];
}

/** Documents per insert statement. */
const DOCUMENTS_PER_STATEMENT = 200;
/** Maximum number of concurrent workflow starts. */
const MAX_CONCURRENT_STARTS = 20;

/** Stores documents and an ingestion for each. Call {@link startIngestions} after the commit. */
export async function acceptDocuments(trx: Executor, request: NewDocuments): Promise<AcceptedDocuments> {
  const groupId = request.groupId ?? newId();
  const identified = request.documents.map((document) => ({ document, documentId: newId(), ingestionId: newId() }));
  for (let from = 0; from < identified.length; from += DOCUMENTS_PER_STATEMENT)
    await insertDocuments(trx, request, groupId, identified.slice(from, from + DOCUMENTS_PER_STATEMENT));
  const documentIds = identified.map(({ documentId }) => documentId);
  const [first, ...others] = documentIds;
  if (first !== undefined && request.tags.length > 0) {
    const { orgId, projectId } = request;
    await setTags(trx, { orgId, projectId, kind: 'document' }, first, request.tags);
    await copyTags(trx, first, others);
  }
  return { groupId, documentIds, ingestionIds: identified.map(({ ingestionId }) => ingestionId) };
}

/** Starts the workflows of committed ingestions. Never fails: maintenance starts what could not be started. */
export async function startIngestions(ctx: RunContext, orgId: string, ingestionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < ingestionIds.length; from += MAX_CONCURRENT_STARTS)
    await Promise.all(
      ingestionIds.slice(from, from + MAX_CONCURRENT_STARTS).map((id) => startRun(ctx, ingestionKind, id, orgId)),
    );
}

interface IdentifiedDocument {
  readonly document: NewDocument;
  readonly documentId: string;
  readonly ingestionId: string;
}

async function insertDocuments(
  trx: Executor,
  request: NewDocuments,
  groupId: string,
  identified: readonly IdentifiedDocument[],
): Promise<void> {
  const { orgId, projectId, by, strategy } = request;
  const scope = { org_id: orgId, project_id: projectId };
  await trx
    .insertInto('documents')
    .values(
      identified.map(({ document, documentId }) => ({
        ...scope,
        id: documentId,
        title: document.title,
        description: document.description ?? '',
        source: document.source,
        source_id: document.sourceId ?? null,
        source_ref: document.sourceRef ?? null,
        strategy,
        group_id: groupId,
        ...(document.metadata && {
          metadata: json(document.metadata.resolved),
          own_metadata: json(document.metadata.own),
        }),
        ...(document.sourceMetadata && { source_metadata: json(document.sourceMetadata) }),
        ...(document.sourceReaders && { source_readers: [...document.sourceReaders] }),
        created_by_type: by.type,
        created_by: by.id,
      })),
    )
    .execute();
  await insertIngestions(trx, request, identified);
  await trx
    .insertInto('document_contents')
    .values(
      identified.map(({ document: { file }, documentId, ingestionId }) => ({
        document_id: documentId,
        project_id: projectId,
        ingestion_id: ingestionId,
        media_type: file.mediaType,
        size: file.blob.size,
        sha256: file.blob.sha256,
        read_as: toReadAs(file),
      })),
    )
    .execute();
  for (const { document, documentId } of identified)
    await insertContent(trx, { documentId, orgId, projectId }, document.file);
  const members = identified.flatMap(({ documentId }) =>
    request.collectionIds.map((collectionId) => ({ collection_id: collectionId, document_id: documentId })),
  );
  if (members.length > 0) await trx.insertInto('collection_documents').values(members).execute();
}
