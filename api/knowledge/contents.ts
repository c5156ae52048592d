import Type from 'typebox';
import { listFiles } from '../../src/files/queries.ts';
import { listPassages } from '../../src/knowledge/documents/passages.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { FILE_RESPONSES, FileQuery, sendFile } from '../plugins/files.ts';
import { Envelope, SHORT_PAGE_QUERY } from '../plugins/pagination.ts';
import { Chunk, chunkRecord } from './chunk-schema.ts';

const ONE = '/org/{org_id}/project/{project_id}/document/{document_id}';

const download = operation(
  {
    id: 'document.download',
    method: 'GET',
    path: `${ONE}/download`,
    tag: 'Documents',
    summary: 'Download the bytes that a document was made of',
    auth: { permission: 'document:view' },
    request: { query: FileQuery },
    response: { schemas: FILE_RESPONSES },
  },
  async ({ ctx, params: { document_id: id }, query, request, reply }) => {
    const [file] = await listFiles(ctx.db, id);
    return sendFile(ctx, request, reply, orNotFound(file, 'file', id), query);
  },
);

const list = operation(
  {
    id: 'document.embedding.list',
    method: 'GET',
    path: `${ONE}/embeddings`,
    tag: 'Documents',
    summary: 'The passages that a document was cut into, in their order',
    description: 'There are none before a document is ready.',
    auth: { permission: 'document:view' },
    request: { query: Type.Object(SHORT_PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Chunk) } },
  },
  async ({ ctx, params, page }) => mapPage(await listPassages(ctx.db, params.document_id, page), chunkRecord),
);

const read = operation(
  {
    id: 'document.embedding.read',
    method: 'GET',
    path: `${ONE}/embedding/{embedding_id}`,
    tag: 'Documents',
    summary: 'Read a passage of a document',
    auth: { permission: 'document:view' },
    response: { schemas: { 200: Chunk } },
  },
  ({ parents }) => chunkRecord(parents.embedding_id),
);

export const DOCUMENT_CONTENT_OPERATIONS = [download, list, read];
