import { findReportingGroup } from '../../../src/usage/reporting-groups/queries.ts';
import { parent } from '../../path.ts';

export const REPORTING_GROUP_PARENTS = {
  reporting_group_id: parent({
    description: 'Reporting group of the project.',
    field: 'reporting_group',
    load: (db, { id, caller }) => findReportingGroup(db, caller.projectId, id),
  }),
};
