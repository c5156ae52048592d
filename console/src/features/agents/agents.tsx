import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { useSeesSome } from '../../lib/own-roles.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Paging, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { FromLink } from '../shares/from-link.tsx';
import { TagFilter, TagLinks } from '../subjects/tag-filter.tsx';
import { type Agent, agentList } from './queries.ts';

const route = getRouteApi('/in/agents');

/** The agents of the project. */
export default function Agents() {
  const { cursor, tag } = route.useSearch();
  const seesSome = useSeesSome('task_agent');
  const { data, error, refetch } = useQuery({ ...agentList(useScope(), tag, cursor), enabled: seesSome === true });
  const mayMake = useMay('project', 'create_agent');
  const make = mayMake && (
    <span className="flex flex-wrap gap-2">
      <FromLink kind="task_agent" />
      <Link to="/agents/new" className={buttonClass('primary')}>
        {w.agents.make}
      </Link>
    </span>
  );
  return (
    <Page title={w.agents.title} acts={make}>
      {mayMake === false && <p className="text-quiet">{w.agents.mayNotMake}</p>}
      {seesSome && <TagFilter kind="task_agent" tag={tag} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {seesSome === false && <p className="text-quiet">{w.failure.takesRole.project}</p>}
      {!data && !error && seesSome !== false && <Loading lines={6} />}
      {data?.results.length === 0 && <Empty title={w.agents.none}>{w.agents.noneHint}</Empty>}
      {data && data.results.length > 0 && (
        <Table caption={w.agents.title} columns={columns()} rows={data.results} keyOf={({ id }) => id} />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function columns(): readonly Column<Agent>[] {
  return [
    {
      name: w.agents.name,
      show: ({ id, name, description }) => (
        <span className="flex flex-col">
          <Link to="/agents/$agentId" params={{ agentId: id }} className="break-words text-accent underline">
            {name}
          </Link>
          <span className="line-clamp-2 text-sm text-quiet">{description}</span>
        </span>
      ),
    },
    { name: w.building.tags, wide: true, show: ({ tags }) => <TagLinks kind="task_agent" tags={tags} /> },
    { name: w.agents.runs, end: true, show: ({ seven_day_summary: week }) => sayNumber(week?.runs ?? 0) },
    {
      name: w.agents.failed,
      end: true,
      wide: true,
      show: ({ seven_day_summary: week }) => sayNumber(week?.failed ?? 0),
    },
    {
      name: w.agents.credits,
      end: true,
      wide: true,
      show: ({ seven_day_summary: week }) => sayDecimal(week?.charged_credits ?? '0'),
    },
  ];
}
