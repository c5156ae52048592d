import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Globe } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { RunStatusBadge } from '../../runs/run-status.tsx';
import { KnowledgeTabs } from '../knowledge-tabs.tsx';
import { CrawlDialog } from './crawl-dialog.tsx';
import { type Source, sourcesQuery } from './queries.ts';
import { CreateSourceDialog } from './source-dialogs.tsx';
import { formatLocation, SourceSchedule } from './source-schedule.tsx';

const route = getRouteApi('/in/knowledge/sources');

/** Lists the knowledge sources of the project with the status of their latest sync. */
export default function SourcesPage() {
  const { cursor } = route.useSearch();
  const canView = useHasPermission('project', 'view');
  const canCreate = useHasPermission('project', 'edit');
  const canCrawl = useHasPermission('project', 'create_document');
  const { data, error, refetch } = useQuery({ ...sourcesQuery(useScope(), cursor), enabled: canView === true });
  const [openDialog, setOpenDialog] = useState<'make' | 'crawl'>();
  const close = () => setOpenDialog(undefined);
  const isEmpty = data?.results.length === 0;
  const createButton = canCreate && (
    <Button variant="primary" onClick={() => setOpenDialog('make')}>
      {w.sources.create}
    </Button>
  );
  const actions = (
    <span className="flex flex-wrap gap-2">
      {canCrawl && <Button onClick={() => setOpenDialog('crawl')}>{w.sources.crawl}</Button>}
      {!isEmpty && createButton}
    </span>
  );
  return (
    <Page title={w.sources.title} actions={actions}>
      <KnowledgeTabs selectedTab="sources" />
      {canView === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {canView && canCreate === false && <p className="text-muted">{w.sources.cannotCreate}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && canView !== false && <Loading lineCount={5} />}
      {isEmpty && (
        <EmptyState icon={Globe} title={w.sources.none} action={createButton}>
          {w.sources.noneHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table caption={w.sources.title} columns={getColumns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {openDialog === 'make' && <CreateSourceDialog onClose={close} />}
      {openDialog === 'crawl' && <CrawlDialog onClose={close} />}
    </Page>
  );
}

function getColumns(): readonly Column<Source>[] {
  return [
    {
      header: w.sources.name,
      render: (source) => (
        <span className="flex flex-col">
          <Link to="/knowledge/sources/$sourceId" params={{ sourceId: source.id }} className="break-words link">
            {source.name}
          </Link>
          <span className="flex flex-wrap gap-x-1 text-sm text-muted">
            <span>{w.sources.kinds[source.kind]}</span>
            <span className="break-all">{formatLocation(source.kind, source.config)}</span>
          </span>
        </span>
      ),
    },
    {
      header: w.sources.lastSync,
      render: ({ last_run_status: status, withheld_removals, late_reason }) => (
        <span className="flex flex-col items-start gap-1">
          {status === null ? <span className="text-muted">{w.sources.never}</span> : <RunStatusBadge status={status} />}
          {withheld_removals && <StatusBadge tone="warn">{w.sources.withheld.title}</StatusBadge>}
          {late_reason !== null && <StatusBadge tone="warn">{w.sources.late}</StatusBadge>}
        </span>
      ),
    },
    { header: w.sources.schedule, hidesOnMobile: true, render: (source) => <SourceSchedule source={source} /> },
    { header: w.knowledge.documents, alignsEnd: true, render: ({ document_count }) => formatNumber(document_count) },
  ];
}
