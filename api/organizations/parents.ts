import { findDomain } from '../../src/organizations/domains.ts';
import { parent } from '../path.ts';

export const ORGANIZATION_PARENTS = {
  domain_id: parent({
    description: 'domain of the organization',
    field: 'domain',
    load: (db, { id, caller }) => findDomain(db, caller.orgId, id),
  }),
  /** Proved by the statement that changes it. */
  org_invite_id: { description: 'invite of the organization' },
};
