import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyableId } from '../../../ui/copyable.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Page } from '../../../ui/page.tsx';
import { PagePlaceholder } from '../../../ui/page-placeholder.tsx';
import { w } from '../../../words/index.ts';
import { collectionList } from '../queries.ts';
import { Crawl } from './crawl.tsx';
import { EditSource } from './make.tsx';
import { isOver, runsOf, SOURCE, type Source, type SourceRun, source, sourceChanged } from './queries.ts';
import { RefusedSync } from './refused.tsx';
import { RemoveSource } from './remove.tsx';
import { OpenRun, Runs } from './runs.tsx';
import { SaySchedule, sayPlace } from './say.tsx';

const route = getRouteApi('/in/knowledge/sources/$sourceId');

/** A source: what it is, how its syncs went, and the ways to begin one, change it and give it up. */
export default function SourceScreen() {
  const { sourceId } = route.useParams();
  const { cursor, run } = route.useSearch();
  const scope = useScope();
  const { data, error, refetch } = useQuery(source(scope, sourceId));
  const runs = useQuery(runsOf(scope, sourceId, cursor));
  const mayEdit = useHasPermission('project', 'edit') === true;
  const maySync = useHasPermission('project', 'create_document');
  if (!data) return <PagePlaceholder title={w.sources.title} query={{ error, refetch }} />;
  return (
    <Page title={data.name} actions={<CopyableId id={data.id} />}>
      <Link to="/knowledge/sources" className="text-accent underline">
        ← {w.sources.title}
      </Link>
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {maySync === false && <p className="text-muted">{w.sources.mayNotSync}</p>}
      <About of={data} />
      <Acts of={data} newest={runs.data?.results[0]} mayEdit={mayEdit} maySync={maySync === true} />
      <Runs of={data} runs={runs} cursor={cursor} maySync={maySync === true} />
      {run !== undefined && <OpenRun of={data} id={run} maySync={maySync === true} />}
    </Page>
  );
}

function About({ of }: { readonly of: Source }) {
  const known = useQuery(collectionList(useScope())).data?.results ?? [];
  const joined = of.collection_ids.map(
    (id) => [id, known.find((each) => each.id === id)?.title ?? id.slice(-6)] as const,
  );
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="break-all">
        {w.sources.kinds[of.kind]} {sayPlace(of.kind, of.config)}
      </p>
      <span className="flex flex-wrap gap-x-2">
        <span className="text-muted">{w.sources.schedule}:</span> <SaySchedule of={of} />
      </span>
      <p className="text-sm text-muted">
        <Link to="/knowledge/documents" search={{ source: of.id }} className="text-accent underline">
          {w.sources.documents(formatNumber(of.document_count))}
        </Link>
        {joined.length > 0 && ` ${w.sources.join} `}
        {joined.map(([id, title], at) => (
          <span key={id}>
            {at > 0 && ', '}
            <Link to="/knowledge/$collectionId" params={{ collectionId: id }} className="text-accent underline">
              {title}
            </Link>
          </span>
        ))}
      </p>
    </div>
  );
}

interface ActsProps {
  readonly of: Source;
  readonly newest: SourceRun | undefined;
  readonly mayEdit: boolean;
  readonly maySync: boolean;
}

function Acts({ of, newest, mayEdit, maySync }: ActsProps) {
  const [open, setOpen] = useState<'edit' | 'remove' | 'crawl'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {maySync && !of.is_scrape && <Sync of={of} busy={newest !== undefined && !isOver(newest)} />}
      {maySync && of.is_scrape && (
        <Button variant="primary" onClick={() => setOpen('crawl')}>
          {newest ? w.sources.crawlAgain : w.sources.crawl}
        </Button>
      )}
      {mayEdit && of.schedule !== null && <Rest of={of} />}
      {mayEdit && !of.is_scrape && <Button onClick={() => setOpen('edit')}>{w.sources.edit}</Button>}
      {mayEdit && <Button onClick={() => setOpen('remove')}>{w.sources.remove}</Button>}
      {open === 'edit' && <EditSource of={of} onClose={close} />}
      {open === 'crawl' && <Crawl {...(newest ? { like: newest } : {})} onClose={close} />}
      {open === 'remove' && <RemoveSource of={of} onClose={close} />}
    </div>
  );
}

/** Begins a sync now. */
function Sync({ of, busy }: { readonly of: Source; readonly busy: boolean }) {
  const path = { ...useScope(), knowledge_source_id: of.id };
  const sync = useMutation({
    mutationFn: () => post(`${SOURCE}/sync`, { params: { path } }),
    onSuccess: sourceChanged,
  });
  return (
    <>
      <Button variant="primary" isPending={sync.isPending} disabled={busy} onClick={() => sync.mutate()}>
        {w.sources.sync}
      </Button>
      {sync.error && (
        <div className="order-last basis-full">
          <RefusedSync error={sync.error} />
          <ErrorAlert error={sync.error} />
        </div>
      )}
    </>
  );
}

/** Lets the schedule rest, or go on. */
function Rest({ of: { id, paused } }: { readonly of: Source }) {
  const path = { ...useScope(), knowledge_source_id: id };
  const change = useMutation({
    mutationFn: () => post(SOURCE, { params: { path }, body: { paused: !paused } }),
    onSuccess: sourceChanged,
  });
  return (
    <>
      <Button isPending={change.isPending} onClick={() => change.mutate()}>
        {paused ? w.sources.goOn : w.sources.rest}
      </Button>
      {change.error && <ErrorAlert error={change.error} />}
    </>
  );
}
