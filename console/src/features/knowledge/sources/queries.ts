import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Scope } from '../../../lib/session.ts';

export const SOURCES = `${PROJECT}/knowledge_source` as const;
export const SOURCE = `${SOURCES}/{knowledge_source_id}` as const;
export const SOURCE_RUN = `${SOURCE}/run/{sync_run_id}` as const;

export type Source = Schemas['KnowledgeSource'];
export type SourceRun = Schemas['SourceRun'];
export type Outcome = Schemas['SourceRunItem']['outcome'];

const PAGE = 50;

export function sourceList(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['knowledge_source', 'list', scope.project_id, query],
    queryFn: () => get(SOURCES, { params: { path: { ...scope }, query } }),
  });
}

export function source(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['knowledge_source', id],
    queryFn: () => get(SOURCE, { params: { path: { ...scope, knowledge_source_id: id } } }),
  });
}

/** Runs of a source, newest first. */
export function runsOf(scope: Scope, id: string, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['source_run', 'list', id, query],
    queryFn: () => get(`${SOURCE}/run`, { params: { path: { ...scope, knowledge_source_id: id }, query } }),
  });
}

export function sourceRun(scope: Scope, sourceId: string, id: string) {
  return queryOptions({
    queryKey: ['source_run', id],
    queryFn: () => {
      const path = { ...scope, knowledge_source_id: sourceId, sync_run_id: id };
      return get(SOURCE_RUN, { params: { path } });
    },
  });
}

/** What became of the things at the source in a run, page after page. */
export function itemsOf(scope: Scope, run: SourceRun, outcome: Outcome | undefined) {
  const path = { ...scope, knowledge_source_id: run.knowledge_source_id, sync_run_id: run.id };
  return infiniteQueryOptions({
    queryKey: ['source_run', run.id, 'items', outcome],
    queryFn: ({ pageParam }) =>
      get(`${SOURCE_RUN}/item`, { params: { path, query: { page_limit: PAGE, cursor: pageParam, outcome } } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}

/** Reads again what a change of a source or of a run of it makes old. */
export function sourceChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['knowledge_source'] });
  void queryClient.invalidateQueries({ queryKey: ['source_run'] });
}

/** Whether a run has come to its end. */
export function isOver(run: SourceRun): boolean {
  return run.completed !== null;
}
