import Type from 'typebox';
import { findSource, lockSource } from '../../../src/knowledge/sources/queries.ts';
import {
  decideRemovals,
  deleteConfirmedDocuments,
  listWithheldRemovals,
  REMOVAL_DECISIONS,
} from '../../../src/knowledge/sources/removals.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { StringEnum } from '../../../src/platform/schemas.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { KnowledgeSource, SOURCES, toSourceRecord, WithheldRemoval } from './schemas.ts';

const TAG = 'Knowledge sources';
const REMOVALS = `${SOURCES}/{knowledge_source_id}/withheld_removal` as const;
/** Maximum number of documents deleted within the request; maintenance deletes the others. */
const MAX_DELETED_PER_REQUEST = 1000;

const list = operation(
  {
    id: 'knowledge_source.withheld_removals',
    method: 'GET',
    path: REMOVALS,
    tag: TAG,
    summary: 'List withheld removals',
    description:
      'Lists documents that are missing from the latest complete listing of the source. Because unusually many are missing, they stay until someone decides about them.',
    auth: { permission: 'document:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(WithheldRemoval) } },
  },
  async ({ ctx, caller, params, page }) =>
    mapPage(await listWithheldRemovals(ctx.db, caller, params.knowledge_source_id, page), (row) => ({
      ref: row.ref,
      document_id: row.document_id,
      title: row.title,
      problem: row.removal_problem,
    })),
);

const decide = operation(
  {
    id: 'knowledge_source.decide_removals',
    method: 'POST',
    path: REMOVALS,
    tag: TAG,
    summary: 'Decide about withheld removals',
    description:
      '`apply` deletes the listed documents; `keep` keeps them, and later syncs do not report them again while the source lacks them. The decision applies only to the list with this digest. Returns 409 REMOVALS_CHANGED if a later sync replaced the list, and 409 NO_WITHHELD_REMOVALS once it is decided. Documents that the source lists again meanwhile are kept.',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({
        digest: Type.String({ minLength: 1, maxLength: 100, description: 'Digest of the list, from the source.' }),
        decision: StringEnum(REMOVAL_DECISIONS, { description: 'Whether to delete or keep the documents.' }),
      }),
      idempotent: false,
      example: { digest: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef', decision: 'keep' },
    },
    response: {
      schemas: { 200: KnowledgeSource },
      errors: { 409: ['NO_WITHHELD_REMOVALS', 'REMOVALS_CHANGED'] },
    },
    audit: { event: 'knowledge_source.removals_decided' },
  },
  async ({ ctx, caller, parents, body, change }) => {
    const { id, name } = parents.knowledge_source_id;
    const row = await change(async (trx) => {
      orNotFound(await lockSource(trx, caller.projectId, id), 'knowledge_source', id);
      const documents = await decideRemovals(trx, id, body);
      const result = orNotFound(await findSource(trx, caller.projectId, id), 'knowledge_source', id);
      const { digest, decision } = body;
      const payload = { digest, decision, documents };
      return { result, audited: { resource: { type: 'knowledge_source', id }, name, payload } };
    });
    if (body.decision === 'keep') return toSourceRecord(row, true);
    await deleteConfirmedDocuments(ctx, id, MAX_DELETED_PER_REQUEST);
    return toSourceRecord(orNotFound(await findSource(ctx.db, caller.projectId, id), 'knowledge_source', id), true);
  },
);

export const SOURCE_REMOVAL_OPERATIONS = [list, decide];
