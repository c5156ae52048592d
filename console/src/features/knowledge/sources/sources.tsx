import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { w } from '../../../words/index.ts';
import { StateSign } from '../../runs/state-sign.tsx';
import { KnowledgeParts } from '../parts.tsx';
import { Crawl } from './crawl.tsx';
import { MakeSource } from './make.tsx';
import { type Source, sourceList } from './queries.ts';
import { SaySchedule, sayPlace } from './say.tsx';

const route = getRouteApi('/in/knowledge/sources');

/** Where documents of the project come from again and again, and how the newest sync of each went. */
export default function Sources() {
  const { cursor } = route.useSearch();
  const maySee = useHasPermission('project', 'view');
  const mayMake = useHasPermission('project', 'edit');
  const mayCrawl = useHasPermission('project', 'create_document');
  const { data, error, refetch } = useQuery({ ...sourceList(useScope(), cursor), enabled: maySee === true });
  const [open, setOpen] = useState<'make' | 'crawl'>();
  const close = () => setOpen(undefined);
  const acts = (
    <span className="flex flex-wrap gap-2">
      {mayCrawl && <Button onClick={() => setOpen('crawl')}>{w.sources.crawl}</Button>}
      {mayMake && (
        <Button variant="primary" onClick={() => setOpen('make')}>
          {w.sources.make}
        </Button>
      )}
    </span>
  );
  return (
    <Page title={w.sources.title} actions={acts}>
      <KnowledgeParts shown="sources" />
      {maySee === false && <p className="text-muted">{w.failure.takesRole.project}</p>}
      {maySee && mayMake === false && <p className="text-muted">{w.sources.mayNotMake}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && maySee !== false && <Loading lineCount={5} />}
      {data?.results.length === 0 && <EmptyState title={w.sources.none}>{w.sources.noneHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table caption={w.sources.title} columns={columns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {open === 'make' && <MakeSource onClose={close} />}
      {open === 'crawl' && <Crawl onClose={close} />}
    </Page>
  );
}

function columns(): readonly Column<Source>[] {
  return [
    {
      header: w.sources.name,
      render: (of) => (
        <span className="flex flex-col">
          <Link
            to="/knowledge/sources/$sourceId"
            params={{ sourceId: of.id }}
            className="break-words text-accent underline"
          >
            {of.name}
          </Link>
          <span className="flex flex-wrap gap-x-1 text-sm text-muted">
            <span>{w.sources.kinds[of.kind]}</span>
            <span className="break-all">{sayPlace(of.kind, of.config)}</span>
          </span>
        </span>
      ),
    },
    {
      header: w.sources.newest,
      render: ({ last_run_status: status }) =>
        status === null ? <span className="text-muted">{w.sources.never}</span> : <StateSign status={status} />,
    },
    { header: w.sources.schedule, hidesOnMobile: true, render: (of) => <SaySchedule of={of} /> },
    { header: w.knowledge.documents, alignsEnd: true, render: ({ document_count }) => formatNumber(document_count) },
  ];
}
