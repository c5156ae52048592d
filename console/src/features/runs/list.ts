import { infiniteQueryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';
import { formatWait } from '../../lib/waits.ts';

/** What the list is cut down to, as its address has it. */
export interface RunFilter {
  readonly kind?: string;
  /** Ids of what they are runs of: with one of them only its runs are listed. */
  readonly agent?: string;
  readonly task?: string;
  readonly state?: string;
  readonly since?: string;
}

/** A run of either kind as the list shows it. */
export interface AnyRun {
  readonly id: string;
  readonly kind: 'agent' | 'task';
  /** The name of what it is a run of. */
  readonly of: string;
  readonly status: string;
  readonly isError: boolean;
  /** Why it does not move; null while it does. */
  readonly waits: string | null;
  readonly created: string;
  readonly tookMs: number | undefined;
  readonly credits: string;
}

const PAGE = 50;

/** States that the list can be cut down to, and what they are of each kind of run. */
export const STATES = {
  open: { agent: { status: 'running' }, task: undefined },
  waiting: { agent: { status: 'waiting_for_human' }, task: undefined },
  held: { agent: { status: 'held' }, task: undefined },
  failed: { agent: { is_error: true }, task: { status: 'error' } },
  completed: { agent: { status: 'completed' }, task: { status: 'success' } },
} as const;

type State = keyof typeof STATES;
export const stateOf = (name: string | undefined): State | undefined =>
  name !== undefined && Object.hasOwn(STATES, name) ? (name as State) : undefined;

/** Spans of time to look back over, in hours. */
export const SPANS: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 168 };
const LONGEST_HOURS = 24 * 90;

const sinceOf = (span: string | undefined, otherwise?: number) => {
  const hours = SPANS[span ?? ''] ?? otherwise;
  return hours === undefined ? undefined : new Date(Date.now() - hours * 3_600_000).toISOString();
};

/** Where a page begins. A cursor holds for the filters that it was asked with, so that the time goes with it. */
interface Place {
  readonly cursor?: string;
  readonly after?: string | undefined;
}

interface Part {
  readonly runs: readonly AnyRun[];
  /** Null at the end of the list. */
  readonly next: Place | null;
}

const FIRST: Place = {};
const pages = { initialPageParam: FIRST, getNextPageParam: ({ next }: Part) => next };

/** Where the page after this one begins. */
const placeAfter = (cursor: string | null, after: string | undefined): Place | null =>
  cursor === null ? null : { cursor, after };

/** Runs of agents, newest first. */
export function agentRuns(scope: Scope, { agent, state, since }: RunFilter) {
  const only = STATES[stateOf(state) ?? 'open'].agent;
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['agent_run', 'list', scope.project_id, { agent, state, since }],
    queryFn: async ({ pageParam: { cursor, after = sinceOf(since) } }): Promise<Part> => {
      const filter = stateOf(state) === undefined ? {} : only;
      const query = {
        ...filter,
        task_agent_id: agent,
        created_after: after,
        page_limit: PAGE,
        cursor,
      };
      const page = await get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } });
      return { runs: page.results.map(ofAgent), next: placeAfter(page.pagination.next_cursor, after) };
    },
  });
}

/** Runs of tasks, newest first; none where only agents have the state that is asked for. */
export function taskRuns(scope: Scope, { task, state, since }: RunFilter) {
  const known = stateOf(state);
  const only = known && STATES[known].task;
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['task_run', 'list', scope.project_id, { task, state, since }],
    queryFn: async ({ pageParam: { cursor, after = sinceOf(since, LONGEST_HOURS) } }): Promise<Part> => {
      if (known !== undefined && only === undefined) return { runs: [], next: null };
      const query = {
        ...only,
        task_id: task,
        start_date: after,
        page_limit: PAGE,
        cursor,
      };
      const page = await get(`${PROJECT}/task_run`, { params: { path: { ...scope }, query } });
      return { runs: page.results.map(ofTask), next: placeAfter(page.pagination.next_cursor, after) };
    },
  });
}

function ofAgent(run: Schemas['AgentRun']): AnyRun {
  return {
    id: run.id,
    kind: 'agent',
    of: run.task_agent.name,
    status: run.status,
    isError: run.is_error,
    waits: run.waiting_for && formatWait(run.waiting_for),
    created: run.created,
    tookMs: run.duration_ms ?? undefined,
    credits: run.tree_charged_credits,
  };
}

function ofTask(run: Schemas['TaskRun']): AnyRun {
  return {
    id: run.id,
    kind: 'task',
    of: run.task.name,
    status: run.status,
    isError: run.is_error,
    waits: run.waiting_for && formatWait(run.waiting_for),
    created: run.created,
    tookMs: run.completed === null ? undefined : Date.parse(run.completed) - Date.parse(run.created),
    credits: run.charged_credits,
  };
}

/** A list that is read page by page. */
interface Reading {
  readonly data?: { readonly pages: readonly Part[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * Several lists as one, newest first. What is older than the end of a list that goes on is kept back: runs that are not read
 * yet may belong before it. `next` is the list to read on.
 */
export function merged(lists: readonly Reading[]): { runs: readonly AnyRun[]; next: Reading | undefined } {
  const read = lists.map((list) => ({ list, runs: list.data?.pages.flatMap(({ runs }) => runs) ?? [] }));
  const ends = read
    .filter(({ list }) => list.hasNextPage)
    .map(({ list, runs }) => ({ list, at: runs.at(-1)?.created ?? '' }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  const from = ends[0]?.at ?? '';
  const runs = read.flatMap((part) => part.runs).filter(({ created }) => created >= from);
  return { runs: runs.toSorted((a, b) => b.created.localeCompare(a.created)), next: ends[0]?.list };
}
