import { summaryWorkflow } from '../../src/knowledge/collections/contract.ts';
import * as collections from '../../src/knowledge/collections/queries.ts';
import { requestSummary } from '../../src/knowledge/collections/summaries.ts';
import { collectionErrors } from '../../src/knowledge/errors.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import { operation } from '../operation.ts';
import { Collection, toCollectionRecord } from './collection-schemas.ts';

export const updateSummary = operation(
  {
    id: 'collection.update_summary',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/collection/{collection_id}/update_summary',
    tag: 'Collections',
    summary: 'Update the summary of a collection',
    description:
      'Responds immediately; `summary_status` shows the progress. The previous summary stays until the new one is ready, and if it fails. The organization pays for the model call.',
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
      await requestSummary(trx, id);
      const result = orNotFound(await collections.findCollection(trx, caller.projectId, id), 'collection', id);
      return { result, audited: { resource: { type: 'collection', id }, name: before.title } };
    });
    await wakeWorkflow(ctx, summaryWorkflow(id));
    return toCollectionRecord(row);
  },
);
