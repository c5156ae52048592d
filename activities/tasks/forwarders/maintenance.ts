import { wakeWorkflow } from '../../../src/platform/temporal/workflow.ts';
import { deliveryWorkflow } from '../../../src/tasks/forwarders/contract.ts';
import { neglectedDeliveries } from '../../../src/tasks/forwarders/deliveries.ts';
import type { MaintenanceContext, MaintenanceJob } from '../../maintenance/job.ts';
import { tellOwners } from './owners.ts';

/** Maintenance jobs of forwarders and deliveries. */
export const forwarderMaintenance: readonly MaintenanceJob[] = [
  { name: 'start due deliveries', everyCycles: 1, run: lookAfterDeliveries },
  { name: 'notify owners of paused forwarders', everyCycles: 1, run: (ctx) => tellOwners(ctx) },
];

/** Starts or wakes the workflows of overdue deliveries. */
async function lookAfterDeliveries(ctx: MaintenanceContext): Promise<void> {
  const neglected = await neglectedDeliveries(ctx.db, ctx.wakeGraceSeconds);
  await Promise.all(neglected.map(({ id, org_id }) => wakeWorkflow(ctx, deliveryWorkflow(id, org_id))));
}
