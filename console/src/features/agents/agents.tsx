import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Bot } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { CloneFromLinkButton } from '../shares/clone-from-link-button.tsx';
import { TagFilter, TagLinks } from '../subjects/tag-filter.tsx';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import { type Agent, agentListQuery } from './queries.ts';

const route = getRouteApi('/in/agents');

/** The list of the project's agents. */
export default function AgentsScreen() {
  const { cursor, tag } = route.useSearch();
  const canViewAny = useCanViewAny('task_agent');
  const { data, error, refetch } = useQuery({
    ...agentListQuery(useScope(), tag, cursor),
    enabled: canViewAny === true,
  });
  const canCreate = useHasPermission('project', 'create_agent');
  const isEmpty = data?.results.length === 0;
  const createLink = (
    <Link to="/agents/new" className={getButtonClassName('primary')}>
      {w.agents.create}
    </Link>
  );
  const createActions = canCreate && (
    <span className="flex flex-wrap gap-2">
      <CloneFromLinkButton kind="task_agent" />
      {!isEmpty && createLink}
    </span>
  );
  return (
    <Page title={w.agents.title} actions={createActions}>
      {canCreate === false && <p className="text-muted">{w.agents.cannotCreate}</p>}
      {canViewAny && <TagFilter kind="task_agent" tag={tag} />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {canViewAny === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {!data && !error && canViewAny !== false && <Loading lineCount={6} />}
      {isEmpty && (
        <EmptyState icon={Bot} title={w.agents.none} action={canCreate && createLink}>
          {w.agents.noneHint}
        </EmptyState>
      )}
      {isEmpty && canCreate && <TemplateGallery chosenId={undefined} />}
      {data && data.results.length > 0 && (
        <Table caption={w.agents.title} columns={getColumns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </Page>
  );
}

function getColumns(): readonly Column<Agent>[] {
  return [
    {
      header: w.agents.name,
      render: ({ id, name, description }) => (
        <span className="flex flex-col">
          <Link to="/agents/$agentId" params={{ agentId: id }} className="break-words link">
            {name}
          </Link>
          <span className="line-clamp-2 text-sm text-muted">{description}</span>
        </span>
      ),
    },
    { header: w.building.tags, hidesOnMobile: true, render: ({ tags }) => <TagLinks kind="task_agent" tags={tags} /> },
    {
      header: w.agents.runs,
      alignsEnd: true,
      render: ({ seven_day_summary: summary }) => formatNumber(summary?.runs ?? 0),
    },
    {
      header: w.agents.failed,
      alignsEnd: true,
      hidesOnMobile: true,
      render: ({ seven_day_summary: summary }) => formatNumber(summary?.failed ?? 0),
    },
    {
      header: w.agents.credits,
      alignsEnd: true,
      hidesOnMobile: true,
      render: ({ seven_day_summary: summary }) => formatCredits(summary?.charged_credits ?? '0'),
    },
  ];
}
