import { queryOptions } from '@tanstack/react-query';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { RunAddress } from './follow.ts';

export type AgentRun = Schemas['AgentRun'];
export type TaskRun = Schemas['TaskRun'];
export type Turn = Schemas['Turn'];

export function agentRun(address: RunAddress) {
  return queryOptions({
    queryKey: ['agent_run', address.run_id],
    queryFn: () => get(`${AGENT}/run/{run_id}`, { params: { path: { ...address } } }),
  });
}

const PAGE = { page_limit: 100 } as const;

/** What each turn took and cost, of the first hundreds; the run's own record has the sums. */
export function turnsOf(address: RunAddress, run: AgentRun) {
  return queryOptions({
    queryKey: ['agent_run', address.run_id, 'turns', run.turns, run.status],
    queryFn: async () => {
      const turns: Turn[] = [];
      for (let cursor: string | undefined; turns.length < 500; ) {
        const query = { ...PAGE, cursor };
        const page = await get(`${AGENT}/run/{run_id}/turns`, { params: { path: { ...address }, query } });
        turns.push(...page.results);
        if (page.pagination.next_cursor === null) break;
        cursor = page.pagination.next_cursor;
      }
      return turns;
    },
  });
}

/** The effects of a run's calls, by call. */
export function effectsOf(address: RunAddress, run: AgentRun) {
  return queryOptions({
    queryKey: ['agent_run', address.run_id, 'effects', run.turns, run.status],
    queryFn: async () => {
      const { results } = await get(`${AGENT}/run/{run_id}/effects`, { params: { path: { ...address }, query: PAGE } });
      return new Map(results.map((effect) => [effect.tool_call_id, effect]));
    },
  });
}

export interface TaskAddress {
  readonly org_id: string;
  readonly project_id: string;
  readonly task_id: string;
  readonly task_run_id: string;
}

export function taskRun(address: TaskAddress) {
  return queryOptions({
    queryKey: ['task_run', address.task_run_id],
    queryFn: () => get(`${TASK}/run/{task_run_id}`, { params: { path: { ...address } } }),
  });
}
