import { findBudget } from '../../src/usage/budgets.ts';
import { findReportingGroup } from '../../src/usage/reporting-groups/queries.ts';
import { parent } from '../path.ts';

export const USAGE_PARENTS = {
  credit_budget_id: parent({
    description: 'Credit budget of the project.',
    field: 'credit_budget',
    load: (db, { id, caller }) => findBudget(db, caller.projectId, id),
  }),
  reporting_group_id: parent({
    description: 'Reporting group of the project.',
    field: 'reporting_group',
    load: (db, { id, caller }) => findReportingGroup(db, caller.projectId, id),
  }),
};
