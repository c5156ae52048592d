import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatCredits } from '../../lib/numbers.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListTree } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { RunFilters } from './run-filters.tsx';
import { agentRunsQuery, mergeRuns, type RunListItem, taskRunsQuery } from './run-list.ts';
import { RunStatus } from './run-status.tsx';

const route = getRouteApi('/in/runs');

/** Lists runs of tasks and agents. */
export default function RunsPage() {
  const scope = useScope();
  const search = route.useSearch();
  const [canViewAgents, canViewTasks] = [useCanViewAny('task_agent'), useCanViewAny('task')];
  const { kind, agent, task, state, since } = search;
  const includesAgents = canViewAgents === true && kind !== 'task' && (agent !== undefined || task === undefined);
  const includesTasks = canViewTasks === true && kind !== 'agent' && (task !== undefined || agent === undefined);
  const agentRuns = useInfiniteQuery({ ...agentRunsQuery(scope, search), enabled: includesAgents });
  const taskRuns = useInfiniteQuery({ ...taskRunsQuery(scope, search), enabled: includesTasks });
  const lists = [...(includesAgents ? [agentRuns] : []), ...(includesTasks ? [taskRuns] : [])];
  const { runs, next } = mergeRuns(lists);
  const error = lists.find((list) => list.error)?.error;
  const isPending = canViewAgents === undefined || canViewTasks === undefined || lists.some((list) => list.isPending);
  const isFiltered = [kind, agent, task, state, since].some(Boolean);
  const isEmpty = !isPending && !error && runs.length === 0;
  return (
    <Page title={w.runList.title}>
      {(isFiltered || !isEmpty) && <RunFilters />}
      {error && <ErrorAlert error={error} onRetry={() => void Promise.all(lists.map((list) => list.refetch()))} />}
      {isPending && !error && <Loading lineCount={8} />}
      {!isPending && runs.length > 0 && (
        <Table caption={w.runList.title} columns={getColumns()} rows={runs} getRowKey={({ id }) => id} />
      )}
      {isEmpty && <EmptyRunList isFiltered={isFiltered} />}
      {next && (
        <div className="flex justify-center">
          <Button isPending={next.isFetchingNextPage} onClick={() => void next.fetchNextPage()}>
            {w.runList.more}
          </Button>
        </div>
      )}
    </Page>
  );
}

function getColumns(): readonly Column<RunListItem>[] {
  return [
    {
      header: w.runList.of,
      render: (run) => (
        <>
          <Link to="/runs/$runId" params={{ runId: run.id }} className="break-words link">
            {run.subjectName}
          </Link>
          <span dir="auto" className="line-clamp-1 text-sm break-all text-muted">
            {run.preview}
          </span>
          <span className="text-sm text-muted md:hidden">
            <Time at={run.created} />
          </span>
        </>
      ),
    },
    {
      header: w.runList.kind,
      hidesOnMobile: true,
      render: (run) => (run.kind === 'agent' ? w.runList.agent : w.runList.task),
    },
    { header: w.runList.state, render: (run) => <RunStatus run={run} /> },
    { header: w.runList.begun, hidesOnMobile: true, render: (run) => <Time at={run.created} /> },
    {
      header: w.runList.took,
      hidesOnMobile: true,
      alignsEnd: true,
      render: (run) => (run.durationMs === undefined ? '–' : formatDuration(run.durationMs)),
    },
    { header: w.runList.credits, hidesOnMobile: true, alignsEnd: true, render: (run) => formatCredits(run.credits) },
  ];
}

function EmptyRunList({ isFiltered }: { readonly isFiltered: boolean }) {
  const clear = (
    <Link to="/runs" className={getButtonClassName()}>
      {w.ui.clearFilters}
    </Link>
  );
  if (isFiltered) return <EmptyState icon={ListTree} title={w.runList.noneFits} action={clear} />;
  const open = (
    <Link to="/agents" className={getButtonClassName('primary')}>
      {w.runList.openAgents}
    </Link>
  );
  return (
    <EmptyState icon={ListTree} title={w.runList.none} action={open}>
      {w.runList.noneHint}
    </EmptyState>
  );
}
