import Type from 'typebox';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { tieKeyToRun } from '../../../src/platform/idempotency.ts';
import { wakeWorkflow } from '../../../src/platform/temporal/workflow.ts';
import { runsNotVisibleError } from '../../../src/runs/visibility.ts';
import { DELIVERY_STATUSES, deliveryWorkflow } from '../../../src/tasks/forwarders/contract.ts';
import {
  attemptsAt,
  type DeliveryRow,
  deliverAgain,
  isDeliverySeen,
  listDeliveries,
} from '../../../src/tasks/forwarders/deliveries.ts';
import { forwarderErrors } from '../../../src/tasks/forwarders/errors.ts';
import { lockForwarder } from '../../../src/tasks/forwarders/queries.ts';
import type { Caller } from '../../caller.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { Id, OneOf } from '../../schemas.ts';
import { Delivery, deliveryRecord, FORWARDER, TAG, WholeDelivery, wholeDelivery } from './schemas.ts';

const DELIVERIES = `${FORWARDER}/delivery` as const;

const list = operation(
  {
    id: 'forward_delivery.list',
    method: 'GET',
    path: DELIVERIES,
    tag: TAG,
    summary: 'What went to a forwarder, or is on its way, of runs that you may see',
    auth: { permission: 'task_forwarder:view_deliveries' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        status: Type.Optional(OneOf(DELIVERY_STATUSES)),
        task_id: Type.Optional(Id),
        task_run_id: Type.Optional(Id),
      }),
    },
    response: { schemas: { 200: Envelope(Delivery) } },
  },
  async ({ ctx, caller, params, query, page }) => {
    const filter = { status: query.status, taskId: query.task_id, runId: query.task_run_id };
    const found = await listDeliveries(ctx.db, caller, params.task_forwarder_id, filter, page);
    return mapPage(found, deliveryRecord);
  },
);

const read = operation(
  {
    id: 'forward_delivery.read',
    method: 'GET',
    path: `${DELIVERIES}/{forward_delivery_id}`,
    tag: TAG,
    summary: 'Read a delivery with its attempts',
    auth: { permission: 'task_forwarder:view_deliveries' },
    response: { schemas: { 200: WholeDelivery } },
  },
  async ({ ctx, caller, parents }) => {
    const row = parents.forward_delivery_id;
    await checkSeen(ctx.db, caller, row);
    return wholeDelivery(row, await attemptsAt(ctx.db, row.id));
  },
);

const redeliver = operation(
  {
    id: 'forward_delivery.redeliver',
    method: 'POST',
    path: `${DELIVERIES}/{forward_delivery_id}/redeliver`,
    tag: TAG,
    summary: 'Deliver once more under the same id, whatever became of it',
    description:
      'One that is on its way is tried at once. It has another day of tries, and goes to where the forwarder sends now. Only who may see the run has it delivered again.',
    auth: { permission: 'task_forwarder:edit' },
    request: { idempotent: true },
    response: { schemas: { 200: Delivery }, errors: { 409: ['FORWARDER_PAUSED'] } },
    audit: { event: 'forward_delivery.redelivered', audience: 'task_forwarder:view_deliveries' },
  },
  async ({ ctx, caller, params, parents, request, change }) => {
    const { task_forwarder_id: forwarderId, forward_delivery_id: id } = params;
    await checkSeen(ctx.db, caller, parents.forward_delivery_id);
    if (request.earlierRun !== undefined) {
      change.none();
      return deliveryRecord(parents.forward_delivery_id);
    }
    const row = await change(async (trx) => {
      const forwarder = await lockForwarder(trx, caller.projectId, forwarderId);
      const { status, reason } = orNotFound(forwarder, 'task_forwarder', forwarderId);
      if (status === 'paused') throw forwarderErrors.paused(reason);
      if (request.idempotency) await tieKeyToRun(trx, request.idempotency.owner, id);
      const again = orNotFound(await deliverAgain(trx, id), 'forward_delivery', id);
      const labels = { task_forwarder_id: forwarderId };
      return { result: again, audited: { resource: { type: 'forward_delivery', id }, labels } };
    });
    void wakeWorkflow(ctx, deliveryWorkflow(row.id, row.org_id));
    return deliveryRecord(row);
  },
);

/** Refuses who does not see the run of a delivery. Throws a 403. */
async function checkSeen(db: Executor, caller: Caller, { id, task_id }: DeliveryRow): Promise<void> {
  if (!(await isDeliverySeen(db, caller, id))) throw runsNotVisibleError(caller, { type: 'task', id: task_id });
}

export const DELIVERY_OPERATIONS = [list, read, redeliver];
