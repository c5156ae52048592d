import Type from 'typebox';
import { toChangePayload } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import * as collections from '../../src/knowledge/collections/queries.ts';
import { DOCUMENT_SOURCES } from '../../src/knowledge/contract.ts';
import { checkCollectionChange } from '../../src/knowledge/documents/collections.ts';
import * as documents from '../../src/knowledge/documents/queries.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { STRATEGIES } from '../../src/knowledge/parsing/contract.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound, Problems } from '../../src/platform/errors.ts';
import { cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { setTags } from '../../src/tags/queries.ts';
import { assertImmutableFields } from '../immutable-fields.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, NonEmpty, OneOf, Text } from '../schemas.ts';
import { startBackfill } from './collections.ts';
import { DOCUMENT_STATUSES, Document, DocumentUpdate, toDocumentRecord } from './document-schemas.ts';

const DOCUMENTS = '/org/{org_id}/project/{project_id}/document';
/** Fields whose values audit events contain. */
const AUDITED_FIELDS = ['title', 'tags', 'collections'];

const list = operation(
  {
    id: 'document.list',
    method: 'GET',
    path: DOCUMENTS,
    tag: 'Documents',
    summary: 'List documents',
    description:
      'Newest first. Callers who may not view all documents of the project see those on which they hold a role.',
    auth: { permission: 'document:view', lists: 'document' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        title: Type.Optional(Text(200, { description: 'Part of the title.' })),
        collection_id: Type.Optional(
          Type.String({ ...Id, description: 'ID of a collection that contains the documents.' }),
        ),
        connection_id: Type.Optional(
          Type.String({ ...Id, description: 'ID of the knowledge source that created the documents.' }),
        ),
        source: Type.Optional(OneOf(DOCUMENT_SOURCES, { description: 'Origin of the documents.' })),
        strategy: Type.Optional(OneOf(STRATEGIES)),
        status: Type.Optional(OneOf(DOCUMENT_STATUSES)),
        tag_id: Type.Optional(NonEmpty(60, { description: 'ID or name of a tag.' })),
      }),
    },
    response: { schemas: { 200: Envelope(Document) } },
  },
  async ({ ctx, caller, query, page }) => {
    const { title, collection_id, connection_id, source, strategy, status, tag_id } = query;
    const filter = {
      title,
      collectionId: collection_id,
      sourceId: connection_id,
      source,
      strategy,
      status,
      tag: tag_id,
    };
    return mapPage(await documents.listDocuments(ctx.db, caller, filter, page), toDocumentRecord);
  },
);

const read = operation(
  {
    id: 'document.read',
    method: 'GET',
    path: `${DOCUMENTS}/{document_id}`,
    tag: 'Documents',
    summary: 'Get a document',
    auth: { permission: 'document:view' },
    response: { schemas: { 200: Document } },
  },
  ({ parents }) => toDocumentRecord(parents.document_id),
);

const update = operation(
  {
    id: 'document.update',
    method: 'POST',
    path: `${DOCUMENTS}/{document_id}`,
    tag: 'Documents',
    summary: 'Update a document',
    description:
      'Changes the title, description, tags and collections. The caller must be able to edit each collection that is added or removed.',
    auth: { permission: 'document:edit' },
    request: {
      body: DocumentUpdate,
      idempotent: false,
      example: { title: 'Terms of delivery', description: 'As of this spring.' },
    },
    response: { schemas: { 200: Document } },
    audit: { event: 'document.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const { title, description, tags, strategy, collections: collectionIds } = body;
    const { row, added } = await change(async (trx) => {
      const id = params.document_id;
      const before = orNotFound(await documents.lockDocument(trx, caller.projectId, id), 'document', id);
      const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'document' };
      const problems = new Problems();
      await problems.run(() =>
        assertImmutableFields(before, { strategy }, ['strategy'], 'it can only be set when a document is created'),
      );
      await problems.run(() => tags && setTags(trx, scope, id, tags));
      const changeCollections = () =>
        checkCollectionChange(trx, caller, before.collections, collectionIds ?? before.collections);
      const { added, removed } = await problems.runLast(changeCollections);
      for (const collection of added) await collections.addDocuments(trx, collection, [id]);
      for (const collection of removed) await collections.removeDocuments(trx, collection, [id]);
      const updated = orNotFound(await documents.findDocument(trx, caller.projectId, id), 'document', id);
      const after = { title, description, tags: updated.tags, collections: updated.collections };
      const payload = toChangePayload(before, after, AUDITED_FIELDS);
      if (payload.changed.length === 0) return { result: { row: before, added }, audited: 'unchanged' };
      const fields = { title, description: description ?? before.description };
      const version = await documents.updateDocument(trx, id, fields);
      const result = { row: { ...updated, ...fields, ...version }, added };
      return { result, audited: { resource: { type: 'document', id }, name: title, payload } };
    });
    for (const id of added) {
      const collection = await collections.findCollection(ctx.db, caller.projectId, id);
      if (collection) await startBackfill(ctx, collection);
    }
    return toDocumentRecord(row);
  },
);

const remove = operation(
  {
    id: 'document.delete',
    method: 'DELETE',
    path: `${DOCUMENTS}/{document_id}`,
    tag: 'Documents',
    summary: 'Delete a document',
    description: 'Deletes the chunks and the original file, and cancels a running ingestion. The collections stay.',
    auth: { permission: 'document:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Document } },
    audit: { event: 'document.deleted' },
  },
  async ({ ctx, caller, params, change }) => {
    const { record, blobs } = await change(async (trx) => {
      const id = params.document_id;
      const row = orNotFound(await documents.lockDocument(trx, caller.projectId, id), 'document', id);
      const result = { record: toDocumentRecord(row), blobs: await documents.deleteDocument(trx, id) };
      return { result, audited: { resource: { type: 'document', id }, name: row.title } };
    });
    await cancelWorkflows(ctx, stopRunsOf(ctx.db, ingestionKind, 'document_id', params.document_id));
    await removeBlobs(ctx.blobs, blobs);
    return { ...record, deleted: true };
  },
);

export const DOCUMENT_RECORD_OPERATIONS = [list, read, update, remove];
