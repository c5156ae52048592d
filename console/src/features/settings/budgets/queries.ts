import { queryOptions, useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import type { Subject } from '../../../lib/subject.ts';
import { w } from '../../../words/index.ts';
import { fetchSubjects } from '../../subjects/queries.ts';

export type Budget = Schemas['CreditBudget'];
export type Period = Budget['period'];

const PAGE_SIZE = 50;

/** Returns the budgets of the project. A change of any run invalidates them. */
export function budgetsQuery(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'budget', query],
    queryFn: () => get(`${PROJECT}/credit_budget`, { params: { path: { ...scope }, query } }),
  });
}

/** Returns the tasks and agents that can have a budget. */
function budgetSubjectsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['task', 'list', scope.project_id, 'budget_subject'],
    queryFn: async () => (await Promise.all([fetchSubjects(scope, 'task'), fetchSubjects(scope, 'task_agent')])).flat(),
  });
}

export function useBudgetSubjects(): readonly Subject[] {
  return useQuery(budgetSubjectsQuery(useScope())).data ?? [];
}

/** Returns the name of a budget's target, or its ID if the name is unknown. */
export function formatTarget({ task_id, task_agent_id }: Budget, subjects: readonly Subject[]): string {
  const id = task_id ?? task_agent_id;
  if (id === null) return w.budgets.wholeProject;
  const name = subjects.find((subject) => subject.id === id)?.name ?? id;
  return task_id === null ? w.budgets.agent({ name }) : w.budgets.task({ name });
}
