import Type from 'typebox';
import { toChangePayload } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import * as collections from '../../src/knowledge/collections/queries.ts';
import { DOCUMENT_SOURCES } from '../../src/knowledge/contract.ts';
import { checkRefiling } from '../../src/knowledge/documents/filing.ts';
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
import { fillWhatLacks } from './collections.ts';
import { DOCUMENT_STATUSES, Document, DocumentUpdate, documentRecord } from './document-schemas.ts';

const DOCUMENTS = '/org/{org_id}/project/{project_id}/document';
/** Fields whose values an event shows. */
const SHOWN = ['title', 'tags', 'collections'];

const list = operation(
  {
    id: 'document.list',
    method: 'GET',
    path: DOCUMENTS,
    tag: 'Documents',
    summary: 'List documents',
    description: 'Whoever may not see all documents of the project is shown those on which they hold a role.',
    auth: { permission: 'document:view', lists: 'document' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        title: Type.Optional(Text(200, { description: 'part of the title' })),
        collection_id: Type.Optional(Type.String({ ...Id, description: 'keeps what is in the collection' })),
        connection_id: Type.Optional(Type.String({ ...Id, description: 'keeps what was synced from the source' })),
        source: Type.Optional(OneOf(DOCUMENT_SOURCES, { description: 'how it came' })),
        strategy: Type.Optional(OneOf(STRATEGIES)),
        status: Type.Optional(OneOf(DOCUMENT_STATUSES)),
        tag_id: Type.Optional(NonEmpty(60, { description: 'id or name of one of its tags' })),
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
    return mapPage(await documents.listDocuments(ctx.db, caller, filter, page), documentRecord);
  },
);

const read = operation(
  {
    id: 'document.read',
    method: 'GET',
    path: `${DOCUMENTS}/{document_id}`,
    tag: 'Documents',
    summary: 'Read a document, and how far it is on its way to being found',
    auth: { permission: 'document:view' },
    response: { schemas: { 200: Document } },
  },
  ({ parents }) => documentRecord(parents.document_id),
);

const update = operation(
  {
    id: 'document.update',
    method: 'POST',
    path: `${DOCUMENTS}/{document_id}`,
    tag: 'Documents',
    summary: 'Edit what a document is called, what is said of it, its tags, and which collections hold it',
    description: 'A collection that it is put into, or taken out of, has to be one that the caller may edit.',
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
    const { title, description, tags, strategy, collections: wanted } = body;
    const { row, into } = await change(async (trx) => {
      const id = params.document_id;
      const before = orNotFound(await documents.lockDocument(trx, caller.projectId, id), 'document', id);
      const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'document' };
      const problems = new Problems();
      await problems.of(() =>
        assertImmutableFields(before, { strategy }, ['strategy'], 'it is chosen when a document is created'),
      );
      await problems.of(() => tags && setTags(trx, scope, id, tags));
      const refiling = () => checkRefiling(trx, caller, before.collections, wanted ?? before.collections);
      const { into, outOf } = await problems.last(refiling);
      for (const collection of into) await collections.addDocuments(trx, collection, [id]);
      for (const collection of outOf) await collections.removeDocuments(trx, collection, [id]);
      const refiled = orNotFound(await documents.findDocument(trx, caller.projectId, id), 'document', id);
      const after = { title, description, tags: refiled.tags, collections: refiled.collections };
      const payload = toChangePayload(before, after, SHOWN);
      if (payload.changed.length === 0) return { result: { row: before, into }, audited: 'unchanged' };
      const fields = { title, description: description ?? before.description };
      const version = await documents.updateDocument(trx, id, fields);
      const result = { row: { ...refiled, ...fields, ...version }, into };
      return { result, audited: { resource: { type: 'document', id }, name: title, payload } };
    });
    for (const id of into) {
      const collection = await collections.findCollection(ctx.db, caller.projectId, id);
      if (collection) await fillWhatLacks(ctx, collection);
    }
    return documentRecord(row);
  },
);

const remove = operation(
  {
    id: 'document.delete',
    method: 'DELETE',
    path: `${DOCUMENTS}/{document_id}`,
    tag: 'Documents',
    summary: 'Delete a document with its passages and its bytes; its collections stay',
    description: 'An ingestion that is under way is stopped.',
    auth: { permission: 'document:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Document } },
    audit: { event: 'document.deleted' },
  },
  async ({ ctx, caller, params, change }) => {
    const { record, blobs } = await change(async (trx) => {
      const id = params.document_id;
      const row = orNotFound(await documents.lockDocument(trx, caller.projectId, id), 'document', id);
      const result = { record: documentRecord(row), blobs: await documents.deleteDocument(trx, id) };
      return { result, audited: { resource: { type: 'document', id }, name: row.title } };
    });
    await cancelWorkflows(ctx, stopRunsOf(ctx.db, ingestionKind, 'document_id', params.document_id));
    await removeBlobs(ctx.blobs, blobs);
    return { ...record, deleted: true };
  },
);

export const DOCUMENT_RECORD_OPERATIONS = [list, read, update, remove];
