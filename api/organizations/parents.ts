import { findDomain } from '../../src/organizations/domains.ts';
import { isId } from '../../src/platform/ids.ts';
import { parent } from '../path.ts';
import { assertStorable } from '../plugins/storable-values.ts';

export const ORGANIZATION_PARENTS = {
  domain_id: parent({
    description: 'Domain of the organization.',
    field: 'domain',
    load: async (db, { id, caller }) => {
      assertStorable('path', { domain_id: id });
      return isId(id) ? findDomain(db, caller.orgId, id) : undefined;
    },
  }),
  /** Verified by the statement that changes it. */
  org_invite_id: { description: 'Invite of the organization.' },
};
