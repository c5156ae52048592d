import { toChangePayload } from '../../src/audit/changes.ts';
import { type ChunkEdit, type EditOutcome, editChunk, embedEdit } from '../../src/knowledge/documents/edit-chunk.ts';
import { lockDocument } from '../../src/knowledge/documents/queries.ts';
import { toQueryError, toQueryPayer } from '../../src/knowledge/retrieval/query.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { START_ERRORS } from '../../src/usage/start-check.ts';
import { operation } from '../operation.ts';
import { withDisconnectSignal } from '../plugins/disconnect.ts';
import { Chunk, ChunkUpdate, toChunkRecord } from './chunk-schema.ts';
import { MODEL_ERRORS } from './queries.ts';

/** Edits that are repeated because a collection with another model was added meanwhile. */
const MAX_ATTEMPTS = 3;
const AUDITED_FIELDS = ['enabled', 'token_count'];

/** Edits a chunk, or excludes it from searches. */
export const updateChunk = operation(
  {
    id: 'document.embedding.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/document/{document_id}/embedding/{embedding_id}',
    tag: 'Documents',
    summary: 'Update a chunk of a document',
    description:
      'Edits the text, or excludes the chunk from searches. Searches use the new text at once, with its new vectors. Edits stay until the content of the document is replaced. The organization pays for the vectors.',
    auth: { permission: 'document:edit' },
    request: {
      body: ChunkUpdate,
      idempotent: false,
      example: { text: 'We deliver within three days.', enabled: true },
    },
    response: { schemas: { 200: Chunk }, errors: { ...MODEL_ERRORS, 402: START_ERRORS } },
    audit: { event: 'document.chunk_updated' },
  },
  async ({ ctx, caller, params, parents, body, request, change }) => {
    const { document_id: documentId, embedding_id: id } = params;
    const edit: ChunkEdit = omitUndefined(body);
    const exclusions = await listEffectiveExclusions(ctx.db, caller.orgId, caller.projectId);
    const payer = toQueryPayer({ orgId: caller.orgId, projectId: caller.projectId, exclusions });
    for (let attempt = 1; ; attempt++) {
      const embed = (signal: AbortSignal) =>
        embedEdit(ctx, payer, parents.embedding_id, edit.text ?? '', signal).catch((error: unknown) => {
          throw toQueryError(error, caller.orgId);
        });
      const isNewText = edit.text !== undefined && edit.text !== parents.embedding_id.text;
      const vectors = isNewText ? await withDisconnectSignal(request, embed) : new Map();
      const outcome = await change<EditOutcome>(async (trx) => {
        const document = orNotFound(await lockDocument(trx, caller.projectId, documentId), 'document', documentId);
        const result = await editChunk(trx, { documentId, id }, edit, vectors);
        if (result.state !== 'edited') return { result, audited: 'unchanged' };
        const payload = toChangePayload(result.before, result.after, AUDITED_FIELDS);
        const isSame = payload.changed.length === 0 && result.before.text === result.after.text;
        if (isSame) return { result, audited: 'unchanged' };
        const details = { ...payload, chunk_id: id, position: result.after.position };
        return {
          result,
          audited: { resource: { type: 'document', id: documentId }, name: document.title, payload: details },
        };
      });
      if (outcome.state === 'edited') return toChunkRecord(outcome.after);
      if (outcome.state === 'gone' || attempt === MAX_ATTEMPTS) throw errors.notFound('embedding', id);
    }
  },
);
