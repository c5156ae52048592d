import { summaryWorkflow } from '../../src/knowledge/collections/contract.ts';
import * as collections from '../../src/knowledge/collections/queries.ts';
import { askForSummary } from '../../src/knowledge/collections/summaries.ts';
import { collectionErrors } from '../../src/knowledge/errors.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import { operation } from '../operation.ts';
import { Collection, collectionRecord } from './collection-schemas.ts';

export const updateSummary = operation(
  {
    id: 'collection.update_summary',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/collection/{collection_id}/update_summary',
    tag: 'Collections',
    summary: 'Have a model sum up anew what is in a collection',
    description:
      'It answers at once; `summary_status` tells when it is done. The summary before stays until then, and where it fails. What the model costs is charged to the organization.',
    auth: { permission: 'collection:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Collection }, errors: { 402: START_ERRORS, 409: ['COLLECTION_EMPTY'] } },
    audit: { event: 'collection.summary_requested' },
  },
  async ({ ctx, caller, params: { collection_id: id }, change }) => {
    assertCanStart(await findAccount(ctx.db, caller), ctx.config);
    const row = await change(async (trx) => {
      const before = orNotFound(await collections.lockCollection(trx, caller.projectId, id), 'collection', id);
      if (before.chunk_count === 0) throw collectionErrors.empty();
      await askForSummary(trx, id);
      const result = orNotFound(await collections.findCollection(trx, caller.projectId, id), 'collection', id);
      return { result, audited: { resource: { type: 'collection', id }, name: before.title } };
    });
    await wakeWorkflow(ctx, summaryWorkflow(id));
    return collectionRecord(row);
  },
);
