import { domainWorkflow, inviteWorkflow } from '../../src/organizations/contract.ts';
import { listOverdueDomains } from '../../src/organizations/domains.ts';
import { listOverdueInvites } from '../../src/organizations/invites/steps.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';

/** Maintenance jobs of organizations, their invites and domains. */
export const organizationMaintenance: readonly MaintenanceJob[] = [
  { name: 'start due invites', everyCycles: 1, run: startDueInvites },
  { name: 'start due domain checks', everyCycles: 1, run: startDueDomainChecks },
];

/** Starts or wakes the workflows of overdue invites. */
async function startDueInvites(ctx: MaintenanceContext): Promise<void> {
  const ids = await listOverdueInvites(ctx.db, ctx.graceSeconds);
  await Promise.all(ids.map((id) => wakeWorkflow(ctx, inviteWorkflow(id))));
}

/** Starts or wakes the workflows of overdue domain checks. */
async function startDueDomainChecks(ctx: MaintenanceContext): Promise<void> {
  const ids = await listOverdueDomains(ctx.db, ctx.graceSeconds);
  await Promise.all(ids.map((id) => wakeWorkflow(ctx, domainWorkflow(id))));
}
