import { DOMAIN_CHANGED, domainWorkflowId, INVITE_RESENT, inviteWorkflowId } from '../../src/organizations/contract.ts';
import { neglectedDomains } from '../../src/organizations/domains.ts';
import { neglectedInvites } from '../../src/organizations/invites/delivery.ts';
import { bestEffort } from '../../src/platform/best-effort.ts';
import type { Chore, ChoreContext } from '../background/chore.ts';
import { alertLowCredits } from './credit-alerts.ts';

/** What organizations, their invites and domains need. */
export const organizationChores: readonly Chore[] = [
  { name: 'look after invites', everyRounds: 1, work: lookAfterInvites },
  { name: 'look after domains', everyRounds: 1, work: lookAfterDomains },
  { name: 'tell of low credits', everyRounds: 1, work: alertLowCredits },
];

/** Starts or wakes the workflows of invites that nobody looks after. */
async function lookAfterInvites(ctx: ChoreContext): Promise<void> {
  const wake = (id: string) =>
    ctx.temporal.ensureWorkflow('invite', inviteWorkflowId(id), { inviteId: id }, INVITE_RESENT);
  const invites = await neglectedInvites(ctx.db, ctx.graceSeconds);
  await Promise.all(
    invites.map((id) => bestEffort(ctx.log, 'look after an invite', () => wake(id), { invite_id: id })),
  );
}

/** The same for domains. */
async function lookAfterDomains(ctx: ChoreContext): Promise<void> {
  const wake = (id: string) =>
    ctx.temporal.ensureWorkflow('domainVerification', domainWorkflowId(id), { domainId: id }, DOMAIN_CHANGED);
  const domains = await neglectedDomains(ctx.db, ctx.graceSeconds);
  await Promise.all(domains.map((id) => bestEffort(ctx.log, 'look after a domain', () => wake(id), { domain_id: id })));
}
