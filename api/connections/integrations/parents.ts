import { findIntegration } from '../../../src/connections/integrations/queries.ts';
import { parent } from '../../path.ts';

export const INTEGRATION_PARENTS = {
  integration_id: parent({
    description: 'Integration',
    field: 'integration',
    load: (db, { id, caller }) => findIntegration(db, caller.projectId, id),
  }),
};
