import type { OrganizationActivities } from '../../src/organizations/contract.ts';
import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { checkDomain } from './domain.ts';
import { advanceInvite } from './invite.ts';
import { organizationMaintenance } from './maintenance.ts';

/** Creates the activities of the organizations module. */
export function organizationActivities(ctx: ActivityContext): OrganizationActivities {
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
