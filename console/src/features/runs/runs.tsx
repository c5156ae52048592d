import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatDecimal } from '../../lib/numbers.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { type AnyRun, agentRuns, merged, taskRuns } from './list.ts';
import { RunFilters } from './run-filters.tsx';
import { RunStatus } from './run-status.tsx';

const route = getRouteApi('/in/runs');

/** Finds a run, of a task or of an agent. */
export default function Runs() {
  const scope = useScope();
  const search = route.useSearch();
  const [seesAgents, seesTasks] = [useCanViewAny('task_agent'), useCanViewAny('task')];
  const { kind, agent, task, state, since } = search;
  const wantsAgents = seesAgents === true && kind !== 'task' && (agent !== undefined || task === undefined);
  const wantsTasks = seesTasks === true && kind !== 'agent' && (task !== undefined || agent === undefined);
  const ofAgents = useInfiniteQuery({ ...agentRuns(scope, search), enabled: wantsAgents });
  const ofTasks = useInfiniteQuery({ ...taskRuns(scope, search), enabled: wantsTasks });
  const asked = [...(wantsAgents ? [ofAgents] : []), ...(wantsTasks ? [ofTasks] : [])];
  const { runs, next } = merged(asked);
  const error = asked.find((list) => list.error)?.error;
  const pending = seesAgents === undefined || seesTasks === undefined || asked.some((list) => list.isPending);
  return (
    <Page title={w.runList.title}>
      <RunFilters />
      {error && <ErrorAlert error={error} onRetry={() => void Promise.all(asked.map((list) => list.refetch()))} />}
      {pending && !error && <Loading lineCount={8} />}
      {!pending && runs.length > 0 && (
        <Table caption={w.runList.title} columns={columns()} rows={runs} getRowKey={({ id }) => id} />
      )}
      {!pending && !error && runs.length === 0 && <NoRuns filtered={[kind, agent, task, state, since].some(Boolean)} />}
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

function columns(): readonly Column<AnyRun>[] {
  return [
    {
      header: w.runList.of,
      render: (run) => (
        <Link to="/runs/$runId" params={{ runId: run.id }} className="break-words text-accent underline">
          {run.of}
        </Link>
      ),
    },
    {
      header: w.runList.kind,
      hidesOnMobile: true,
      render: (run) => (run.kind === 'agent' ? w.runList.agent : w.runList.task),
    },
    { header: w.runList.state, render: (run) => <RunStatus run={run} /> },
    { header: w.runList.begun, render: (run) => <Time at={run.created} /> },
    {
      header: w.runList.took,
      hidesOnMobile: true,
      alignsEnd: true,
      render: (run) => (run.tookMs === undefined ? '–' : formatDuration(run.tookMs)),
    },
    { header: w.runList.credits, hidesOnMobile: true, alignsEnd: true, render: (run) => formatDecimal(run.credits) },
  ];
}

function NoRuns({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <EmptyState title={w.runList.noneFits}>{w.runList.noneFitsHint}</EmptyState>;
  return (
    <EmptyState title={w.runList.none}>
      <Link to="/agents" className="text-accent underline">
        {w.runList.noneHint}
      </Link>
    </EmptyState>
  );
}
