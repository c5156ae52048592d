import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SquareCheckBig } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { CloneFromLinkButton } from '../shares/clone-from-link-button.tsx';
import { TagFilter, TagLinks } from '../subjects/tag-filter.tsx';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import { type Task, taskListQuery } from './queries.ts';

const route = getRouteApi('/in/tasks');

/** The list of the project's tasks. */
export default function TasksScreen() {
  const { cursor, tag } = route.useSearch();
  const canViewAny = useCanViewAny('task');
  const { data, error, refetch } = useQuery({
    ...taskListQuery(useScope(), tag, cursor),
    enabled: canViewAny === true,
  });
  const canCreate = useHasPermission('project', 'create_task');
  const isEmpty = data?.results.length === 0;
  const createLink = (
    <Link to="/tasks/new" className={getButtonClassName('primary')}>
      {w.tasks.create}
    </Link>
  );
  const createActions = canCreate && (
    <span className="flex flex-wrap gap-2">
      <CloneFromLinkButton kind="task" />
      {!isEmpty && createLink}
    </span>
  );
  return (
    <Page title={w.tasks.title} actions={createActions}>
      {canCreate === false && <p className="text-muted">{w.tasks.cannotCreate}</p>}
      {canViewAny && <TagFilter kind="task" tag={tag} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {canViewAny === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {!data && !error && canViewAny !== false && <Loading lineCount={6} />}
      {isEmpty && (
        <EmptyState icon={SquareCheckBig} title={w.tasks.none} action={canCreate && createLink}>
          {w.tasks.noneHint}
        </EmptyState>
      )}
      {isEmpty && canCreate && <TemplateGallery chosenId={undefined} />}
      {data && data.results.length > 0 && (
        <Table caption={w.tasks.title} columns={getColumns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function getColumns(): readonly Column<Task>[] {
  return [
    {
      header: w.tasks.name,
      render: ({ id, name, description, enabled }) => (
        <span className="flex flex-col items-start">
          <Link to="/tasks/$taskId" params={{ taskId: id }} className="break-words link">
            {name}
          </Link>
          {!enabled && <StatusBadge tone="quiet">{w.tasks.disabled}</StatusBadge>}
          <span className="line-clamp-2 text-sm text-muted">{description}</span>
        </span>
      ),
    },
    {
      header: w.building.tags,
      hidesOnMobile: true,
      render: ({ tags }) => <TagLinks kind="task" tags={tags} />,
    },
    {
      header: w.tasks.serving,
      hidesOnMobile: true,
      alignsEnd: true,
      render: ({ active_revisions }) => active_revisions.length,
    },
    { header: w.tasks.changed, render: ({ modified }) => <Time at={modified} /> },
  ];
}
