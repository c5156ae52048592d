import Type from 'typebox';
import { listFiles } from '../../src/files/queries.ts';
import { listChunks } from '../../src/knowledge/documents/chunks.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { FILE_RESPONSES, FileQuery, sendFile } from '../plugins/files.ts';
import { Envelope, SHORT_PAGE_QUERY } from '../plugins/pagination.ts';
import { Chunk, toChunkRecord } from './chunk-schema.ts';

const DOCUMENT = '/org/{org_id}/project/{project_id}/document/{document_id}';

const download = operation(
  {
    id: 'document.download',
    method: 'GET',
    path: `${DOCUMENT}/download`,
    tag: 'Documents',
    summary: 'Download the original file of a document',
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
    path: `${DOCUMENT}/embeddings`,
    tag: 'Documents',
    summary: 'List the chunks of a document',
    description: 'In document order. A document has no chunks until it is ready.',
    auth: { permission: 'document:view' },
    request: { query: Type.Object(SHORT_PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Chunk) } },
  },
  async ({ ctx, params, page }) => mapPage(await listChunks(ctx.db, params.document_id, page), toChunkRecord),
);

const read = operation(
  {
    id: 'document.embedding.read',
    method: 'GET',
    path: `${DOCUMENT}/embedding/{embedding_id}`,
    tag: 'Documents',
    summary: 'Get a chunk of a document',
    auth: { permission: 'document:view' },
    response: { schemas: { 200: Chunk } },
  },
  ({ parents }) => toChunkRecord(parents.embedding_id),
);

export const DOCUMENT_CONTENT_OPERATIONS = [download, list, read];
