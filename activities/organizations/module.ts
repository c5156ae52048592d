import type { NextCheck, OrganizationActivities } from '../../src/organizations/contract.ts';
import { checkRecord, findDomainToCheck, storeCheckResult } from '../../src/organizations/domains.ts';
import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { advanceInvite } from './invite.ts';
import { organizationMaintenance } from './maintenance.ts';

/** Creates the activities of the organizations module. */
function organizationActivities(ctx: ActivityContext): OrganizationActivities {
  return {
    advanceInvite: ({ inviteId }) => advanceInvite(ctx, inviteId),
    checkDomain: ({ domainId }) => checkDomain(ctx, domainId),
  };
}

/** Organizations, their invites and domains. */
export const organizations: ActivityModule = {
  name: 'organizations',
  activities: { background: organizationActivities },
  maintenance: organizationMaintenance,
};

/** Checks the DNS record of an unverified domain and returns when to check again. */
async function checkDomain(ctx: ActivityContext, domainId: string): Promise<NextCheck> {
  const domain = await findDomainToCheck(ctx.db, domainId);
  if (!domain) return { over: true, inMs: 0 };
  if (domain.in_ms > 0) return { over: false, inMs: Math.ceil(domain.in_ms) };
  const found = await checkRecord(ctx.resolver, domain);
  const stored = await storeCheckResult(ctx.db, domain, found, { patient: true });
  if (!stored || stored.status === 'verified' || stored.next_check_at === null) return { over: true, inMs: 0 };
  return { over: false, inMs: Math.max(1, Math.ceil(stored.in_ms)) };
}
