import { infiniteQueryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { isolateText, truncateText } from '../../lib/hidden-text.ts';
import type { Scope } from '../../lib/session.ts';
import { formatWait } from '../../lib/waits.ts';
import { getTaskRunDuration } from './queries.ts';

/** Filters of the run list, as the address stores them. */
export interface RunFilter {
  readonly kind?: string;
  /** ID of an agent or task. With one, the list contains only its runs. */
  readonly agent?: string;
  readonly task?: string;
  readonly state?: string;
  readonly since?: string;
}

/** An agent run or task run in the list. */
export interface RunListItem {
  readonly id: string;
  readonly kind: 'agent' | 'task';
  /** Name of the agent or task. */
  readonly subjectName: string;
  /** Start of its message or input. */
  readonly preview: string;
  readonly status: string;
  readonly isError: boolean;
  /** Reason why the run waits, or null. */
  readonly waitReason: string | null;
  readonly created: string;
  readonly durationMs: number | undefined;
  readonly credits: string;
}

const PAGE_SIZE = 50;

/** State filters, with the query that each kind of run needs. Undefined where a kind does not have the state. */
export const STATE_FILTERS = {
  open: { agent: { status: 'running' }, task: undefined },
  waiting: { agent: { status: 'waiting_for_human' }, task: undefined },
  held: { agent: { status: 'held' }, task: undefined },
  failed: { agent: { is_error: true }, task: { status: 'error' } },
  completed: { agent: { status: 'completed' }, task: { status: 'success' } },
} as const;

type StateFilter = keyof typeof STATE_FILTERS;
const toStateFilter = (name: string | undefined): StateFilter | undefined =>
  name !== undefined && Object.hasOwn(STATE_FILTERS, name) ? (name as StateFilter) : undefined;

/** Time filters in hours. */
export const TIME_SPAN_HOURS: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 168 };
const MAX_TASK_RUN_AGE_HOURS = 24 * 90;

const toStartTime = (span: string | undefined, defaultHours?: number) => {
  const hours = TIME_SPAN_HOURS[span ?? ''] ?? defaultHours;
  return hours === undefined ? undefined : new Date(Date.now() - hours * 3_600_000).toISOString();
};

/** Start of a page. A cursor is valid only with the filters it was created with, so the time filter is part of it. */
interface PageStart {
  readonly cursor?: string;
  readonly after?: string | undefined;
}

interface RunPage {
  readonly runs: readonly RunListItem[];
  /** Null on the last page. */
  readonly next: PageStart | null;
}

const FIRST_PAGE: PageStart = {};
const pagingOptions = { initialPageParam: FIRST_PAGE, getNextPageParam: ({ next }: RunPage) => next };

/** Returns the start of the next page, or null. */
const toNextPage = (cursor: string | null, after: string | undefined): PageStart | null =>
  cursor === null ? null : { cursor, after };

/** Returns agent runs, newest first. */
export function agentRunsQuery(scope: Scope, { agent, state, since }: RunFilter) {
  const stateQuery = STATE_FILTERS[toStateFilter(state) ?? 'open'].agent;
  return infiniteQueryOptions({
    ...pagingOptions,
    queryKey: ['agent_run', 'list', scope.project_id, { agent, state, since }],
    queryFn: async ({ pageParam: { cursor, after = toStartTime(since) } }): Promise<RunPage> => {
      const filter = toStateFilter(state) === undefined ? {} : stateQuery;
      const query = {
        ...filter,
        task_agent_id: agent,
        created_after: after,
        page_limit: PAGE_SIZE,
        cursor,
      };
      const page = await get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } });
      return { runs: page.results.map(fromAgentRun), next: toNextPage(page.pagination.next_cursor, after) };
    },
  });
}

/** Returns task runs, newest first. Returns none where only agent runs have the state. */
export function taskRunsQuery(scope: Scope, { task, state, since }: RunFilter) {
  const stateFilter = toStateFilter(state);
  const stateQuery = stateFilter && STATE_FILTERS[stateFilter].task;
  return infiniteQueryOptions({
    ...pagingOptions,
    queryKey: ['task_run', 'list', scope.project_id, { task, state, since }],
    queryFn: async ({
      pageParam: { cursor, after = toStartTime(since, MAX_TASK_RUN_AGE_HOURS) },
    }): Promise<RunPage> => {
      if (stateFilter !== undefined && stateQuery === undefined) return { runs: [], next: null };
      const query = {
        ...stateQuery,
        task_id: task,
        start_date: after,
        page_limit: PAGE_SIZE,
        cursor,
      };
      const page = await get(`${PROJECT}/task_run`, { params: { path: { ...scope }, query } });
      return { runs: page.results.map(fromTaskRun), next: toNextPage(page.pagination.next_cursor, after) };
    },
  });
}

/** Returns why a run waits, or null. The status itself says that it waits for an approval. */
function findWaitReason({ status, waiting_for }: Pick<Schemas['AgentRun'], 'status' | 'waiting_for'>): string | null {
  if (waiting_for === null || (status === 'waiting_for_human' && waiting_for.kind === 'approval')) return null;
  return formatWait(waiting_for);
}

const MAX_PREVIEW_LENGTH = 160;

function toPreview(...values: readonly unknown[]): string {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return isolateText(truncateText(texts.join(' · '), MAX_PREVIEW_LENGTH));
}

function fromAgentRun(run: Schemas['AgentRun']): RunListItem {
  return {
    id: run.id,
    kind: 'agent',
    subjectName: run.task_agent.name,
    preview: toPreview(run.message),
    status: run.status,
    isError: run.is_error,
    waitReason: findWaitReason(run),
    created: run.created,
    durationMs: run.duration_ms ?? undefined,
    credits: run.tree_charged_credits,
  };
}

function fromTaskRun(run: Schemas['TaskRun']): RunListItem {
  return {
    id: run.id,
    kind: 'task',
    subjectName: run.task.name,
    preview: toPreview(...Object.values(run.run_data.submitted ?? run.run_data)),
    status: run.status,
    isError: run.is_error,
    waitReason: findWaitReason(run),
    created: run.created,
    durationMs: getTaskRunDuration(run) ?? undefined,
    credits: run.charged_credits,
  };
}

/** A paged query of runs. */
interface PagedRuns {
  readonly data?: { readonly pages: readonly RunPage[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * Merges several lists, newest first. It omits runs older than the end of a partly loaded list, because unloaded runs
 * may precede them. `next` is the list to continue.
 */
export function mergeRuns(lists: readonly PagedRuns[]): { runs: readonly RunListItem[]; next: PagedRuns | undefined } {
  const loaded = lists.map((list) => ({ list, runs: list.data?.pages.flatMap(({ runs }) => runs) ?? [] }));
  const openEnds = loaded
    .filter(({ list }) => list.hasNextPage)
    .map(({ list, runs }) => ({ list, oldest: runs.at(-1)?.created ?? '' }))
    .toSorted((a, b) => b.oldest.localeCompare(a.oldest));
  const oldestVisible = openEnds[0]?.oldest ?? '';
  const runs = loaded.flatMap((list) => list.runs).filter(({ created }) => created >= oldestVisible);
  return { runs: runs.toSorted((a, b) => b.created.localeCompare(a.created)), next: openEnds[0]?.list };
}
