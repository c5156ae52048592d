import { wakeWorkflow } from '../../../src/platform/temporal/workflow.ts';
import { deliveryWorkflow } from '../../../src/tasks/forwarders/contract.ts';
import { listOverdueDeliveries } from '../../../src/tasks/forwarders/deliveries.ts';
import type { MaintenanceContext, MaintenanceJob } from '../../maintenance/job.ts';

/** Maintenance jobs of forwarders and deliveries. */
export const forwarderMaintenance: readonly MaintenanceJob[] = [
  { name: 'start due deliveries', everyCycles: 1, run: wakeOverdueDeliveries },
];

/** Starts or wakes the workflows of overdue deliveries. */
async function wakeOverdueDeliveries(ctx: MaintenanceContext): Promise<void> {
  const overdue = await listOverdueDeliveries(ctx.db, ctx.wakeGraceSeconds);
  await Promise.all(overdue.map(({ id, org_id }) => wakeWorkflow(ctx, deliveryWorkflow(id, org_id))));
}
