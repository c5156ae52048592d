import Type from 'typebox';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { attachKeyToRun } from '../../../src/platform/idempotency.ts';
import { Id, StringEnum } from '../../../src/platform/schemas.ts';
import { wakeWorkflow } from '../../../src/platform/temporal/workflow.ts';
import { createRunsNotVisibleError } from '../../../src/runs/visibility.ts';
import { DELIVERY_STATUSES, deliveryWorkflow } from '../../../src/tasks/forwarders/contract.ts';
import {
  type DeliveryRow,
  isDeliveryVisible,
  listAttempts,
  listDeliveries,
  requeueDelivery,
} from '../../../src/tasks/forwarders/deliveries.ts';
import { forwarderErrors } from '../../../src/tasks/forwarders/errors.ts';
import { lockForwarder } from '../../../src/tasks/forwarders/queries.ts';
import type { Caller } from '../../caller.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { Delivery, DeliveryWithAttempts, FORWARDER, TAG, toDeliveryRecord, toDeliveryWithAttempts } from './schemas.ts';

const DELIVERIES = `${FORWARDER}/delivery` as const;

const list = operation(
  {
    id: 'forward_delivery.list',
    method: 'GET',
    path: DELIVERIES,
    tag: TAG,
    summary: 'List deliveries of a forwarder',
    description: 'Returns deliveries of runs that the caller can see.',
    auth: { permission: 'task_forwarder:view_deliveries' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        status: Type.Optional(StringEnum(DELIVERY_STATUSES)),
        task_id: Type.Optional(Id),
        task_run_id: Type.Optional(Id),
      }),
    },
    response: { schemas: { 200: Envelope(Delivery) } },
  },
  async ({ ctx, caller, params, query, page }) => {
    const filter = { status: query.status, taskId: query.task_id, runId: query.task_run_id };
    const deliveries = await listDeliveries(ctx.db, caller, params.task_forwarder_id, filter, page);
    return mapPage(deliveries, toDeliveryRecord);
  },
);

const read = operation(
  {
    id: 'forward_delivery.read',
    method: 'GET',
    path: `${DELIVERIES}/{forward_delivery_id}`,
    tag: TAG,
    summary: 'Get a delivery with its attempts',
    auth: { permission: 'task_forwarder:view_deliveries' },
    response: { schemas: { 200: DeliveryWithAttempts } },
  },
  async ({ ctx, caller, parents }) => {
    const row = parents.forward_delivery_id;
    await assertRunVisible(ctx.db, caller, row);
    return toDeliveryWithAttempts(row, await listAttempts(ctx.db, row.id));
  },
);

const redeliver = operation(
  {
    id: 'forward_delivery.redeliver',
    method: 'POST',
    path: `${DELIVERIES}/{forward_delivery_id}/redeliver`,
    tag: TAG,
    summary: 'Redeliver a delivery',
    description:
      'Sends the run again under the same delivery ID, immediately and to the current destination. Retries start over. Requires permission to view the run.',
    auth: { permission: 'task_forwarder:edit' },
    request: { idempotent: true },
    response: { schemas: { 200: Delivery }, errors: { 409: ['FORWARDER_PAUSED'] } },
    audit: { event: 'forward_delivery.redelivered', audience: 'task_forwarder:view_deliveries' },
  },
  async ({ ctx, caller, params, parents, request, change }) => {
    const { task_forwarder_id: forwarderId, forward_delivery_id: id } = params;
    await assertRunVisible(ctx.db, caller, parents.forward_delivery_id);
    if (request.earlierRun !== undefined) {
      change.none();
      return toDeliveryRecord(parents.forward_delivery_id);
    }
    const row = await change(async (trx) => {
      const forwarder = await lockForwarder(trx, caller.projectId, forwarderId);
      const { status, reason } = orNotFound(forwarder, 'task_forwarder', forwarderId);
      if (status === 'paused') throw forwarderErrors.paused(reason?.msg ?? null);
      if (request.idempotency) await attachKeyToRun(trx, request.idempotency.owner, id);
      const requeued = orNotFound(await requeueDelivery(trx, id), 'forward_delivery', id);
      const labels = { task_forwarder_id: forwarderId };
      return { result: requeued, audited: { resource: { type: 'forward_delivery', id }, labels } };
    });
    void wakeWorkflow(ctx, deliveryWorkflow(row.id, row.org_id));
    return toDeliveryRecord(row);
  },
);

/** Throws a 403 if the caller cannot see the run of a delivery. */
async function assertRunVisible(db: Executor, caller: Caller, { id, task_id }: DeliveryRow): Promise<void> {
  if (!(await isDeliveryVisible(db, caller, id)))
    throw createRunsNotVisibleError(caller, { type: 'task', id: task_id });
}

export const DELIVERY_OPERATIONS = [list, read, redeliver];
