import { DOMAIN_CHANGED, domainWorkflowId, INVITE_RESENT, inviteWorkflowId } from '../../src/organizations/contract.ts';
import { neglectedDomains } from '../../src/organizations/domains.ts';
import { neglectedInvites } from '../../src/organizations/invites/delivery.ts';
import { bestEffort } from '../../src/platform/best-effort.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';
import { alertLowCredits } from './credit-alerts.ts';

/** Maintenance jobs of organizations, their invites and domains. */
export const organizationMaintenance: readonly MaintenanceJob[] = [
  { name: 'start due invites', everyCycles: 1, run: lookAfterInvites },
  { name: 'start due domain checks', everyCycles: 1, run: lookAfterDomains },
  { name: 'notify about low credits', everyCycles: 1, run: alertLowCredits },
];

/** Starts or wakes the workflows of overdue invites. */
async function lookAfterInvites(ctx: MaintenanceContext): Promise<void> {
  const wake = (id: string) =>
    ctx.temporal.ensureWorkflow('invite', inviteWorkflowId(id), { inviteId: id }, INVITE_RESENT);
  const invites = await neglectedInvites(ctx.db, ctx.graceSeconds);
  await Promise.all(
    invites.map((id) => bestEffort(ctx.log, 'look after an invite', () => wake(id), { invite_id: id })),
  );
}

/** The same for domains. */
async function lookAfterDomains(ctx: MaintenanceContext): Promise<void> {
  const wake = (id: string) =>
    ctx.temporal.ensureWorkflow('domainVerification', domainWorkflowId(id), { domainId: id }, DOMAIN_CHANGED);
  const domains = await neglectedDomains(ctx.db, ctx.graceSeconds);
  await Promise.all(domains.map((id) => bestEffort(ctx.log, 'look after a domain', () => wake(id), { domain_id: id })));
}
