import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { FromLink } from '../shares/from-link.tsx';
import { TagFilter, TagLinks } from '../subjects/tag-filter.tsx';
import { type Agent, agentList } from './queries.ts';

const route = getRouteApi('/in/agents');

/** The agents of the project. */
export default function Agents() {
  const { cursor, tag } = route.useSearch();
  const seesSome = useCanViewAny('task_agent');
  const { data, error, refetch } = useQuery({ ...agentList(useScope(), tag, cursor), enabled: seesSome === true });
  const mayMake = useHasPermission('project', 'create_agent');
  const make = mayMake && (
    <span className="flex flex-wrap gap-2">
      <FromLink kind="task_agent" />
      <Link to="/agents/new" className={getButtonClassName('primary')}>
        {w.agents.make}
      </Link>
    </span>
  );
  return (
    <Page title={w.agents.title} actions={make}>
      {mayMake === false && <p className="text-quiet">{w.agents.mayNotMake}</p>}
      {seesSome && <TagFilter kind="task_agent" tag={tag} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {seesSome === false && <p className="text-quiet">{w.failure.takesRole.project}</p>}
      {!data && !error && seesSome !== false && <Loading lineCount={6} />}
      {data?.results.length === 0 && <EmptyState title={w.agents.none}>{w.agents.noneHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table caption={w.agents.title} columns={columns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function columns(): readonly Column<Agent>[] {
  return [
    {
      header: w.agents.name,
      render: ({ id, name, description }) => (
        <span className="flex flex-col">
          <Link to="/agents/$agentId" params={{ agentId: id }} className="break-words text-accent underline">
            {name}
          </Link>
          <span className="line-clamp-2 text-sm text-quiet">{description}</span>
        </span>
      ),
    },
    { header: w.building.tags, hidesOnMobile: true, render: ({ tags }) => <TagLinks kind="task_agent" tags={tags} /> },
    { header: w.agents.runs, alignsEnd: true, render: ({ seven_day_summary: week }) => formatNumber(week?.runs ?? 0) },
    {
      header: w.agents.failed,
      alignsEnd: true,
      hidesOnMobile: true,
      render: ({ seven_day_summary: week }) => formatNumber(week?.failed ?? 0),
    },
    {
      header: w.agents.credits,
      alignsEnd: true,
      hidesOnMobile: true,
      render: ({ seven_day_summary: week }) => formatDecimal(week?.charged_credits ?? '0'),
    },
  ];
}
