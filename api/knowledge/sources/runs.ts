import Type from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { ITEM_OUTCOMES } from '../../../src/knowledge/sources/contract.ts';
import { sourceRunKind } from '../../../src/knowledge/sources/run-kind.ts';
import { findSourceRun, listRunItems, listSourceRuns } from '../../../src/knowledge/sources/runs.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { StringEnum } from '../../../src/platform/schemas.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { CANCEL_OPERATION, cancelRun } from '../../runs/cancel.ts';
import { startSync } from './accept.ts';
import { SOURCES, SourceRun, SourceRunItem, toSourceRunRecord } from './schemas.ts';

const TAG = 'Knowledge sources';
const RUNS = `${SOURCES}/{knowledge_source_id}/run` as const;

const sync = operation(
  {
    id: 'knowledge_source.sync',
    method: 'POST',
    path: `${SOURCES}/{knowledge_source_id}/sync`,
    tag: TAG,
    summary: 'Start a sync',
    description:
      'Returns the run immediately. A source has one run at a time: returns 409 SYNC_RUNNING while another run has not ended.',
    auth: { permission: 'project:create_document' },
    request: { idempotent: true },
    response: { schemas: { 200: SourceRun }, errors: { 409: ['SYNC_RUNNING', 'NOTHING_TO_SYNC'] } },
    audit: { event: null, startedEvent: 'source_run.started' },
  },
  async (input) => {
    const { caller, parents } = input;
    return toSourceRunRecord(
      await startSync(input, async () => parents.knowledge_source_id),
      hasPermission(caller.grants, 'project:edit'),
    );
  },
);

const list = operation(
  {
    id: 'source_run.list',
    method: 'GET',
    path: RUNS,
    tag: TAG,
    summary: 'List the runs of a source',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(SourceRun) } },
  },
  async ({ ctx, caller, params, page }) =>
    mapPage(await listSourceRuns(ctx.db, params.knowledge_source_id, page), (row) =>
      toSourceRunRecord(row, hasPermission(caller.grants, 'project:edit')),
    ),
);

const read = operation(
  {
    id: 'source_run.read',
    method: 'GET',
    path: `${RUNS}/{sync_run_id}`,
    tag: TAG,
    summary: 'Get a run of a source',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: SourceRun } },
  },
  ({ caller, parents }) => toSourceRunRecord(parents.sync_run_id, hasPermission(caller.grants, 'project:edit')),
);

const items = operation(
  {
    id: 'source_run.items',
    method: 'GET',
    path: `${RUNS}/{sync_run_id}/item`,
    tag: TAG,
    summary: 'List the items of a run',
    description:
      'Outcome of each item with its reason. Unchanged items are not listed, nor documents that the source restricts to others. Stored for the latest 50 runs of a source.',
    auth: { permission: 'document:view' },
    request: { query: Type.Object({ ...PAGE_QUERY, outcome: Type.Optional(StringEnum(ITEM_OUTCOMES)) }) },
    response: { schemas: { 200: Envelope(SourceRunItem) } },
  },
  async ({ ctx, caller, params, query, page }) =>
    mapPage(
      await listRunItems(ctx.db, caller, params.sync_run_id, query.outcome, page),
      ({ run_id: _, ...item }) => item,
    ),
);

const cancel = operation(
  {
    summary: 'Cancel a run of a source',
    description:
      'Responds once the run has stopped. Returns 409 RUN_ENDED if it had already ended. Completed changes are kept.',
    id: 'source_run.cancel',
    method: 'POST',
    path: `${RUNS}/{sync_run_id}/cancel`,
    tag: TAG,
    auth: { permission: 'project:create_document' },
    request: CANCEL_OPERATION.request,
    response: { errors: CANCEL_OPERATION.errors, schemas: { 200: SourceRun, 202: SourceRun } },
    audit: { event: 'source_run.cancelled' },
  },
  async ({ ctx, caller, params, parents, request, reply, change }) => {
    const run = parents.sync_run_id;
    const labels = { knowledge_source_id: params.knowledge_source_id };
    const find = () => findSourceRun(ctx.db, caller.projectId, run.id);
    const row = await cancelRun({ ctx, kind: sourceRunKind, run, labels, read: find, request, reply, change });
    return toSourceRunRecord(row, hasPermission(caller.grants, 'project:edit'));
  },
);

export const SOURCE_RUN_OPERATIONS = [sync, list, read, items, cancel];
