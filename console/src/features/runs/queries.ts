import { queryOptions } from '@tanstack/react-query';
import { AGENT, PROJECT, TASK } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { listAll, MAX_PAGE_LIMIT } from '../../lib/pagination.ts';
import type { Scope } from '../../lib/session.ts';
import type { RunAddress } from './use-run-steps.ts';

export type AgentRun = Schemas['AgentRun'];
export type TaskRun = Schemas['TaskRun'];
export type Turn = Schemas['Turn'];

export function agentRunQuery(address: RunAddress) {
  return queryOptions({
    queryKey: ['agent_run', address.run_id],
    queryFn: () => get(`${AGENT}/run/{run_id}`, { params: { path: { ...address } } }),
  });
}

/** Runs that a run can be compared with. */
const MAX_SIBLINGS = 50;

/** Returns the newest runs of an agent. */
export function siblingRunsQuery({ run_id, ...path }: RunAddress) {
  const query = { page_limit: MAX_SIBLINGS };
  return queryOptions({
    queryKey: ['agent_run', 'list', 'siblings', path.task_agent_id],
    queryFn: async () => (await get(`${AGENT}/run`, { params: { path, query } })).results as readonly AgentRun[],
  });
}

/** Returns the newest runs of a task. */
export function siblingTaskRunsQuery({ task_run_id, ...path }: TaskAddress) {
  const query = { page_limit: MAX_SIBLINGS };
  return queryOptions({
    queryKey: ['task_run', 'list', 'siblings', path.task_id],
    queryFn: async () => (await get(`${TASK}/run`, { params: { path, query } })).results as readonly TaskRun[],
  });
}

/** Returns the runs of a run's session before it, at most the newest 99, oldest first. */
export function earlierRunsQuery({ run_id, ...path }: RunAddress, { id, session_id }: AgentRun) {
  return queryOptions({
    queryKey: ['agent_run', run_id, 'earlier'],
    queryFn: async () => {
      const { runs } = await get(`${AGENT}/session/{session_id}`, { params: { path: { ...path, session_id } } });
      // IDs are UUIDv7, which sort by time.
      return runs.filter((run) => run.id < id).toReversed();
    },
  });
}

/** Forks that a run's page links to. */
const MAX_FORKS = 5;

/** Returns the newest forks of a run that the user can see. */
export function forksQuery({ run_id, ...path }: RunAddress) {
  const query = { forked_from_run_id: run_id, page_limit: MAX_FORKS };
  return queryOptions({
    queryKey: ['agent_run', run_id, 'forks'],
    queryFn: async () => (await get(`${AGENT}/run`, { params: { path, query } })).results as readonly AgentRun[],
  });
}

/** Pages of 100 turns. */
const MAX_TURN_PAGES = 5;

/** Returns usage and cost of the first 500 turns. The run's record has the totals. */
export function runTurnsQuery(address: RunAddress, run: AgentRun) {
  return queryOptions({
    queryKey: ['agent_run', address.run_id, 'turns', run.turns, run.status],
    queryFn: async () => {
      const { results } = await listAll(
        (query) => get(`${AGENT}/run/{run_id}/turns`, { params: { path: { ...address }, query } }),
        MAX_TURN_PAGES,
      );
      return results;
    },
  });
}

/** Returns the effects of a run by tool call ID. */
export function runEffectsQuery(address: RunAddress, run: AgentRun) {
  return queryOptions({
    queryKey: ['agent_run', address.run_id, 'effects', run.turns, run.status],
    queryFn: async () => {
      const { results } = await get(`${AGENT}/run/{run_id}/effects`, {
        params: { path: { ...address }, query: { page_limit: MAX_PAGE_LIMIT } },
      });
      return new Map(results.map((effect) => [effect.tool_call_id, effect]));
    },
  });
}

/** Returns the approval requests of a run with the rules that they matched. */
export function runRequestsQuery(scope: Scope, run: AgentRun) {
  const query = { run_id: run.id, page_limit: MAX_PAGE_LIMIT };
  return queryOptions({
    queryKey: ['approval_request', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent/approval-request`, { params: { path: { ...scope }, query } }),
  });
}

export interface TaskAddress extends Scope {
  readonly task_id: string;
  readonly task_run_id: string;
}

export function taskRunQuery(address: TaskAddress) {
  return queryOptions({
    queryKey: ['task_run', address.task_run_id],
    queryFn: () => get(`${TASK}/run/{task_run_id}`, { params: { path: { ...address } } }),
  });
}

/** Returns the milliseconds from acceptance to the end. Null for an unfinished run. */
export function getTaskRunDuration({ created, completed }: Pick<TaskRun, 'created' | 'completed'>): number | null {
  return completed === null ? null : Date.parse(completed) - Date.parse(created);
}
