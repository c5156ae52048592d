import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSeesSome } from '../../lib/own-roles.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Paging, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { FromLink } from '../shares/from-link.tsx';
import { TagFilter, TagLinks } from '../subjects/tag-filter.tsx';
import { type Task, taskList } from './queries.ts';

const route = getRouteApi('/in/tasks');

/** The tasks of the project. */
export default function Tasks() {
  const { cursor, tag } = route.useSearch();
  const seesSome = useSeesSome('task');
  const { data, error, refetch } = useQuery({ ...taskList(useScope(), tag, cursor), enabled: seesSome === true });
  const mayMake = useMay('project', 'create_task');
  const make = mayMake && (
    <span className="flex flex-wrap gap-2">
      <FromLink kind="task" />
      <Link to="/tasks/new" className={buttonClass('primary')}>
        {w.tasks.make}
      </Link>
    </span>
  );
  return (
    <Page title={w.tasks.title} acts={make}>
      {mayMake === false && <p className="text-quiet">{w.tasks.mayNotMake}</p>}
      {seesSome && <TagFilter kind="task" tag={tag} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {seesSome === false && <p className="text-quiet">{w.failure.takesRole.project}</p>}
      {!data && !error && seesSome !== false && <Loading lines={6} />}
      {data?.results.length === 0 && <Empty title={w.tasks.none}>{w.tasks.noneHint}</Empty>}
      {data && data.results.length > 0 && (
        <Table caption={w.tasks.title} columns={columns()} rows={data.results} keyOf={({ id }) => id} />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function columns(): readonly Column<Task>[] {
  return [
    {
      name: w.tasks.name,
      show: ({ id, name, description, enabled }) => (
        <span className="flex flex-col items-start">
          <Link to="/tasks/$taskId" params={{ taskId: id }} className="break-words text-accent underline">
            {name}
          </Link>
          {!enabled && <Status tone="quiet">{w.tasks.isOff}</Status>}
          <span className="line-clamp-2 text-sm text-quiet">{description}</span>
        </span>
      ),
    },
    {
      name: w.building.tags,
      wide: true,
      show: ({ tags }) => <TagLinks kind="task" tags={tags} />,
    },
    { name: w.tasks.serving, wide: true, end: true, show: ({ active_revisions }) => active_revisions.length },
    { name: w.tasks.changed, show: ({ modified }) => <Time at={modified} /> },
  ];
}
