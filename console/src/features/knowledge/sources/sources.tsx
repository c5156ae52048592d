import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sayNumber } from '../../../lib/numbers.ts';
import { useMay } from '../../../lib/rights.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { type Column, Paging, Table } from '../../../ui/table.tsx';
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
  const maySee = useMay('project', 'view');
  const mayMake = useMay('project', 'edit');
  const mayCrawl = useMay('project', 'create_document');
  const { data, error, refetch } = useQuery({ ...sourceList(useScope(), cursor), enabled: maySee === true });
  const [open, setOpen] = useState<'make' | 'crawl'>();
  const close = () => setOpen(undefined);
  const acts = (
    <span className="flex flex-wrap gap-2">
      {mayCrawl && <Button onClick={() => setOpen('crawl')}>{w.sources.crawl}</Button>}
      {mayMake && (
        <Button look="primary" onClick={() => setOpen('make')}>
          {w.sources.make}
        </Button>
      )}
    </span>
  );
  return (
    <Page title={w.sources.title} acts={acts}>
      <KnowledgeParts shown="sources" />
      {maySee === false && <p className="text-quiet">{w.failure.takesRole.project}</p>}
      {maySee && mayMake === false && <p className="text-quiet">{w.sources.mayNotMake}</p>}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && maySee !== false && <Loading lines={5} />}
      {data?.results.length === 0 && <Empty title={w.sources.none}>{w.sources.noneHint}</Empty>}
      {data && data.results.length > 0 && (
        <Table caption={w.sources.title} columns={columns()} rows={data.results} keyOf={({ id }) => id} />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
      {open === 'make' && <MakeSource onClose={close} />}
      {open === 'crawl' && <Crawl onClose={close} />}
    </Page>
  );
}

function columns(): readonly Column<Source>[] {
  return [
    {
      name: w.sources.name,
      show: (of) => (
        <span className="flex flex-col">
          <Link
            to="/knowledge/sources/$sourceId"
            params={{ sourceId: of.id }}
            className="break-words text-accent underline"
          >
            {of.name}
          </Link>
          <span className="flex flex-wrap gap-x-1 text-sm text-quiet">
            <span>{w.sources.kinds[of.kind]}</span>
            <span className="break-all">{sayPlace(of.kind, of.config)}</span>
          </span>
        </span>
      ),
    },
    {
      name: w.sources.newest,
      show: ({ last_run_status: status }) =>
        status === null ? <span className="text-quiet">{w.sources.never}</span> : <StateSign status={status} />,
    },
    { name: w.sources.schedule, wide: true, show: (of) => <SaySchedule of={of} /> },
    { name: w.knowledge.documents, end: true, show: ({ document_count }) => sayNumber(document_count) },
  ];
}
