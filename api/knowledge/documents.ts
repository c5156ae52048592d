import Type from 'typebox';
import { changesOf } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import { DOCUMENT_SOURCES } from '../../src/knowledge/contract.ts';
import * as documents from '../../src/knowledge/documents/queries.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import { STRATEGIES } from '../../src/knowledge/parsing/contract.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { setTags } from '../../src/tags/queries.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, NonEmpty, OneOf, Text } from '../schemas.ts';
import { DOCUMENT_STATUSES, Document, DocumentUpdate, documentRecord } from './document-schemas.ts';

const DOCUMENTS = '/org/{org_id}/project/{project_id}/document';
/** Fields whose values an event shows. */
const SHOWN = ['title', 'tags'];

const list = operation(
  {
    id: 'document.list',
    method: 'GET',
    path: DOCUMENTS,
    tag: 'Documents',
    summary: 'List documents',
    description: 'Whoever may not see all documents of the project is shown those on which they hold a role.',
    access: 'document:view',
    lists: 'document',
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
    answers: { 200: Envelope(Document) },
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
    access: 'document:view',
    answers: { 200: Document },
  },
  ({ parents }) => documentRecord(parents.document_id),
);

const update = operation(
  {
    id: 'document.update',
    method: 'POST',
    path: `${DOCUMENTS}/{document_id}`,
    tag: 'Documents',
    summary: 'Edit what a document is called, what is said of it, and its tags',
    access: 'document:edit',
    body: DocumentUpdate,
    answers: { 200: Document },
    audit: 'document.updated',
    idempotent: false,
    examples: { body: { title: 'Terms of delivery', description: 'As of this spring.' } },
  },
  async ({ caller, params, body, change }) => {
    const { title, description, tags, strategy } = body;
    const row = await change(async (trx) => {
      const id = params.document_id;
      const before = orNotFound(await documents.lockDocument(trx, caller.projectId, id), 'document', id);
      if (strategy !== undefined && strategy !== before.strategy)
        throw errors.invalid('strategy', 'is chosen when a document is created and stays');
      const scope = { orgId: caller.orgId, projectId: caller.projectId, kind: 'document' };
      if (tags !== undefined) await setTags(trx, scope, id, tags);
      const retagged = orNotFound(await documents.findDocument(trx, caller.projectId, id), 'document', id);
      const payload = changesOf(before, { title, description, tags: retagged.tags }, SHOWN);
      if (payload.changed.length === 0) return { result: before, audited: 'unchanged' };
      const fields = { title, description: description ?? before.description };
      const version = await documents.updateDocument(trx, id, fields);
      const result = { ...retagged, ...fields, ...version };
      return { result, audited: { resource: { type: 'document', id }, name: title, payload } };
    });
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
    access: 'document:delete',
    answers: { 200: Document },
    audit: 'document.deleted',
    idempotent: false,
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
