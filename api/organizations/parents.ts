import { findDomain } from '../../src/organizations/domains.ts';
import { isId } from '../../src/platform/ids.ts';
import { parent } from '../path.ts';
import { refuseUnstorable } from '../plugins/text.ts';

export const ORGANIZATION_PARENTS = {
  domain_id: parent({
    description: 'domain of the organization',
    field: 'domain',
    load: async (db, { id, caller }) => {
      refuseUnstorable('path', { domain_id: id });
      return isId(id) ? findDomain(db, caller.orgId, id) : undefined;
    },
  }),
  /** Proved by the statement that changes it. */
  org_invite_id: { description: 'invite of the organization' },
};
