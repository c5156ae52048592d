import { findBudget } from '../../src/usage/budgets.ts';
import { parent } from '../path.ts';

export const USAGE_PARENTS = {
  credit_budget_id: parent({
    description: 'Credit budget of the project.',
    field: 'credit_budget',
    load: (db, { id, caller }) => findBudget(db, caller.projectId, id),
  }),
};
