import { type WorkflowContext, wakeWorkflow } from '../platform/temporal/workflow.ts';
import { deliveryWorkflow } from './contract.ts';

/** Starts or wakes the workflow of a delivery. */
export function startDelivery(
  ctx: WorkflowContext,
  { id, org_id }: { readonly id: string; readonly org_id: string },
): Promise<void> {
  return wakeWorkflow(ctx, deliveryWorkflow(id, org_id));
}
