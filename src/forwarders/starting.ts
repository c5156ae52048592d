import { bestEffort } from '../platform/best-effort.ts';
import type { Log } from '../platform/log.ts';
import type { RunStarter } from '../platform/temporal/starter.ts';
import { DELIVERY_DUE, type DeliverForwardInput, deliveryWorkflowId } from './contract.ts';

/** Has a delivery tried now. One that can't be started is taken up by a chore. */
export function startDelivery(
  { log, temporal }: { readonly log: Pick<Log, 'warn'>; readonly temporal: Pick<RunStarter, 'ensureWorkflow'> },
  { id, org_id: orgId }: { readonly id: string; readonly org_id: string },
): Promise<void> {
  const input: DeliverForwardInput = { deliveryId: id };
  const place = { queue: 'background', orgId } as const;
  const start = () => temporal.ensureWorkflow('deliverForward', deliveryWorkflowId(id), input, DELIVERY_DUE, place);
  return bestEffort(log, 'start a delivery', start, { delivery_id: id });
}
