import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FlaskConical } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { EvalStatusBadge, PassRate } from './badges.tsx';
import { latestEvalQuery } from './queries.ts';

const route = getRouteApi('/in/evals');
/** Each row costs a request for its latest eval. */
const PAGE_LIMIT = 25;

interface Row extends Subject {
  readonly hasGate: boolean;
}

/** Returns a page of agents or tasks, for their evals. */
function subjectsQuery(scope: Scope, kind: Subject['kind'], cursor: string | undefined) {
  const init = { params: { path: { ...scope }, query: { page_limit: PAGE_LIMIT, cursor } } };
  return queryOptions({
    queryKey: [kind === 'task' ? 'task' : 'agent', 'list', scope.project_id, 'evals', cursor],
    queryFn: async () => {
      const page = kind === 'task' ? await get(`${PROJECT}/task`, init) : await get(`${PROJECT}/task-agent`, init);
      const rows = page.results.map(
        ({ id, name, release_gate }): Row => ({ kind, id, name, hasGate: release_gate !== null }),
      );
      return { rows, pagination: page.pagination };
    },
  });
}

/** Lists the agents or tasks of the project with their latest evals. */
export default function EvalsOverviewPage() {
  const { kind: kindParam, cursor } = route.useSearch();
  const kind = kindParam === 'task' ? 'task' : 'task_agent';
  const canView = useCanViewAny(kind);
  const { data, error, refetch } = useQuery({
    ...subjectsQuery(useScope(), kind, cursor),
    enabled: canView === true,
  });
  const tabs = (['task_agent', 'task'] as const).map((each) => ({
    label: each === 'task' ? w.shell.tasks : w.shell.agents,
    isCurrent: each === kind,
    search: { kind: each === 'task' ? 'task' : undefined, cursor: undefined },
  }));
  const canCreate = useHasPermission('project', kind === 'task' ? 'create_task' : 'create_agent');
  const createLink = canCreate && (
    <Link to={kind === 'task' ? '/tasks/new' : '/agents/new'} className={getButtonClassName('primary')}>
      {kind === 'task' ? w.tasks.create : w.agents.create}
    </Link>
  );
  return (
    <Page title={w.evals.title}>
      <p className="max-w-prose text-muted">{w.evals.hint}</p>
      <Tabs label={w.evals.parts} tabs={tabs} />
      {canView === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && canView !== false && <Loading lineCount={6} />}
      {data?.rows.length === 0 && (
        <EmptyState icon={FlaskConical} title={kind === 'task' ? w.tasks.none : w.agents.none} action={createLink}>
          {kind === 'task' ? w.tasks.noneHint : w.agents.noneHint}
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <Table caption={w.evals.title} columns={getColumns()} rows={data.rows} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function getColumns(): readonly Column<Row>[] {
  return [
    {
      header: w.evals.name,
      render: ({ kind, id, name }) =>
        kind === 'task' ? (
          <Link to="/tasks/$taskId" params={{ taskId: id }} search={{ tab: 'evals' }} className="link break-words">
            {name}
          </Link>
        ) : (
          <Link to="/agents/$agentId" params={{ agentId: id }} search={{ tab: 'evals' }} className="link break-words">
            {name}
          </Link>
        ),
    },
    { header: w.evals.latest, render: (row) => <LatestEval subject={row} part="status" /> },
    { header: w.evals.passRate, render: (row) => <LatestEval subject={row} part="rate" /> },
    {
      header: w.evals.gate,
      hidesOnMobile: true,
      render: ({ hasGate }) => (hasGate ? w.shell.on : <span className="text-muted">–</span>),
    },
  ];
}

/** Shows a part of the latest eval of an agent or a task. */
function LatestEval({ subject, part }: { readonly subject: Subject; readonly part: 'status' | 'rate' }) {
  const { data, isPending } = useQuery(latestEvalQuery(useScope(), subject));
  if (!data) return <span className="text-muted">{isPending ? '…' : '–'}</span>;
  if (part === 'rate') return <PassRate run={data} />;
  return (
    <Link
      to="/evals/$kind/$ofId/runs/$evalId"
      params={{ kind: subject.kind, ofId: subject.id, evalId: data.id }}
      className="link inline-flex flex-wrap items-center gap-2"
    >
      <EvalStatusBadge status={data.status} /> <Time at={data.created} />
    </Link>
  );
}
