import Type from 'typebox';
import { toChangePayload } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import * as collections from '../../src/knowledge/collections/queries.ts';
import { checkCollectionChange } from '../../src/knowledge/documents/collections.ts';
import * as documents from '../../src/knowledge/documents/queries.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { setMetadata } from '../../src/knowledge/metadata/fields.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound, Problems } from '../../src/platform/errors.ts';
import { lockMetadataFields } from '../../src/projects/queries.ts';
import { cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { setTags } from '../../src/tags/queries.ts';
import { assertImmutableFields } from '../immutable-fields.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { startBackfill } from './collections.ts';
import { DOCUMENT_FILTERS, toDocumentFilter } from './document-filters.ts';
import { Document, DocumentUpdate, toDocumentRecord } from './document-schemas.ts';

const DOCUMENTS = '/org/{org_id}/project/{project_id}/document';
/** Fields whose values audit events contain. */
const AUDITED_FIELDS = ['title', 'tags', 'collections', 'metadata'];

const list = operation(
  {
    id: 'document.list',
    method: 'GET',
    path: DOCUMENTS,
    tag: 'Documents',
    summary: 'List documents',
    description:
      'Newest first. Callers without permission to view all documents of the project see those on which they have a role.',
    auth: { permission: 'document:view', lists: 'document' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        ...DOCUMENT_FILTERS,
      }),
    },
    response: { schemas: { 200: Envelope(Document) } },
  },
  async ({ ctx, caller, query, page }) => {
    const filter = await toDocumentFilter(ctx, caller, query);
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
      'Changes the title, description, tags, metadata and collections. The caller must be able to edit each collection that is added or removed.',
    auth: { permission: 'document:edit' },
    request: {
      checks: 'dry-run',
      body: DocumentUpdate,
      idempotent: false,
      example: { title: 'Terms of delivery', description: 'As of this spring.' },
    },
    response: { schemas: { 200: Document } },
    audit: { event: 'document.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const { title, description, tags, strategy, metadata, collections: collectionIds } = body;
    const { row, added } = await change(async (trx) => {
      const id = params.document_id;
      const metadataFields = await lockMetadataFields(trx, caller.projectId, 'share');
      const before = orNotFound(await documents.lockDocument(trx, caller.projectId, id), 'document', id);
      const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'document' };
      const problems = new Problems();
      await problems.run(() =>
        assertImmutableFields(before, { strategy }, ['strategy'], 'it can only be set when a document is created'),
      );
      await problems.run(() => tags && setTags(trx, scope, id, tags));
      await problems.run(() => metadata && setMetadata(trx, metadataFields, before, metadata));
      const changeCollections = () =>
        checkCollectionChange(trx, caller, before.collections, collectionIds ?? before.collections);
      const { added, removed } = await problems.runLast(changeCollections);
      for (const collection of added) await collections.addDocuments(trx, collection, [id]);
      for (const collection of removed) await collections.removeDocuments(trx, collection, [id]);
      const updated = orNotFound(await documents.findDocument(trx, caller.projectId, id), 'document', id);
      const after = {
        title,
        description,
        tags: updated.tags,
        collections: updated.collections,
        metadata: updated.metadata,
      };
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
