import type { OrganizationActivities } from '../../src/organizations/contract.ts';
import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { checkDomain } from './domain.ts';
import { advanceInvite } from './invite.ts';
import { organizationMaintenance } from './maintenance.ts';

/** The activities of the organizations room over their dependencies. */
export function organizationActivities(ctx: ActivityContext): OrganizationActivities {
  return {
    advanceInvite: ({ inviteId }) => advanceInvite(ctx, inviteId),
    checkDomain: ({ domainId }) => checkDomain(ctx, domainId),
  };
}

/** Organizations, their invites and domains. */
export const organizations: Room = {
  activities: { background: organizationActivities },
  maintenance: organizationMaintenance,
};
