import { queryOptions, useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import type { Subject } from '../../../lib/subject.ts';
import { w } from '../../../words/index.ts';
import { fetchSubjects } from '../../subjects/queries.ts';

export type Budget = Schemas['CreditBudget'];
export type Period = Budget['period'];

const PAGE = 50;

/** Budgets of the project; read again with each run that changes. */
export function budgets(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'budget', query],
    queryFn: () => get(`${PROJECT}/credit_budget`, { params: { path: { ...scope }, query } }),
  });
}

/** What a budget can be of besides the project: its tasks and agents. */
function spenders(scope: Scope) {
  return queryOptions({
    queryKey: ['task', 'list', scope.project_id, 'spender'],
    queryFn: async () => (await Promise.all([fetchSubjects(scope, 'task'), fetchSubjects(scope, 'task_agent')])).flat(),
  });
}

export function useSpenders(): readonly Subject[] {
  return useQuery(spenders(useScope())).data ?? [];
}

/** Whose budget it is; by its id where that is not known. */
export function sayTarget({ task_id, task_agent_id }: Budget, known: readonly Subject[]): string {
  const id = task_id ?? task_agent_id;
  if (id === null) return w.budgets.wholeProject;
  const name = known.find((each) => each.id === id)?.name ?? id;
  return task_id === null ? w.budgets.agent(name) : w.budgets.task(name);
}
