import { findPartner } from '../../../src/organizations/partners/queries.ts';
import { parent } from '../../path.ts';

export const PARTNER_PARENTS = {
  partner_id: parent({ description: 'Partner.', field: 'partner', load: (db, { id }) => findPartner(db, id) }),
};
