import { domainWorkflow } from '../../src/organizations/contract.ts';
import { listOverdueDomains } from '../../src/organizations/domains.ts';
import { expireInvites } from '../../src/organizations/invites/create.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';

/** Maintenance jobs of organizations, their invites and domains. */
export const organizationMaintenance: readonly MaintenanceJob[] = [
  { name: 'expire invites', everyCycles: 1, run: ({ db }) => expireInvites(db) },
  { name: 'start due domain checks', everyCycles: 1, run: startDueDomainChecks },
];

/** Starts or wakes the workflows of overdue domain checks. */
async function startDueDomainChecks(ctx: MaintenanceContext): Promise<void> {
  const ids = await listOverdueDomains(ctx.db, ctx.graceSeconds);
  await Promise.all(ids.map((id) => wakeWorkflow(ctx, domainWorkflow(id))));
}
