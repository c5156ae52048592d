import { queryOptions, useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import { type Scope, useScope } from '../../../lib/session.ts';
import { whole } from '../../../lib/whole.ts';
import { w } from '../../../words/index.ts';

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

/** Something that a budget can be of besides the project. */
export interface Spender {
  readonly id: string;
  readonly kind: 'task' | 'agent';
  readonly name: string;
}

/** The tasks and agents of the project. */
function spenders(scope: Scope) {
  const path = { ...scope };
  return queryOptions({
    queryKey: ['task', 'list', scope.project_id, 'spender'],
    queryFn: async (): Promise<readonly Spender[]> => {
      const [tasks, agents] = await Promise.all([
        whole((query) => get(`${PROJECT}/task`, { params: { path, query } })),
        whole((query) => get(`${PROJECT}/task-agent`, { params: { path, query } })),
      ]);
      return [
        ...tasks.results.map(({ id, name }) => ({ id, name, kind: 'task' as const })),
        ...agents.results.map(({ id, name }) => ({ id, name, kind: 'agent' as const })),
      ];
    },
  });
}

export function useSpenders(): readonly Spender[] {
  return useQuery(spenders(useScope())).data ?? [];
}

/** Whose budget it is; by its id where that is not known. */
export function sayTarget({ task_id, task_agent_id }: Budget, known: readonly Spender[]): string {
  const id = task_id ?? task_agent_id;
  if (id === null) return w.budgets.wholeProject;
  const name = known.find((each) => each.id === id)?.name ?? id;
  return task_id === null ? w.budgets.agent(name) : w.budgets.task(name);
}
