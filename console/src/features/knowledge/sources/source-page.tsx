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
import { collectionsQuery } from '../queries.ts';
import { CrawlDialog } from './crawl-dialog.tsx';
import { DeleteSourceDialog } from './delete-source-dialog.tsx';
import {
  invalidateSources,
  isCompleted,
  SOURCE_PATH,
  type Source,
  type SourceRun,
  sourceQuery,
  sourceRunsQuery,
} from './queries.ts';
import { EditSourceDialog } from './source-dialogs.tsx';
import { SourceFreshness } from './source-freshness.tsx';
import { SourceRunDialog, SourceRuns } from './source-runs.tsx';
import { formatLocation, SourceSchedule } from './source-schedule.tsx';
import { SyncErrorHint } from './sync-error-hint.tsx';
import { WithheldRemovals } from './withheld-removals.tsx';

const route = getRouteApi('/in/knowledge/sources/$sourceId');

/** Page of a source: configuration, actions and syncs. */
export default function SourcePage() {
  const { sourceId } = route.useParams();
  const { cursor, run } = route.useSearch();
  const scope = useScope();
  const { data, error, refetch } = useQuery(sourceQuery(scope, sourceId));
  const runs = useQuery(sourceRunsQuery(scope, sourceId, cursor));
  const canEdit = useHasPermission('project', 'edit') === true;
  const canSync = useHasPermission('project', 'create_document');
  if (!data) return <PagePlaceholder title={w.sources.title} query={{ error, refetch }} />;
  return (
    <Page title={data.name} actions={<CopyableId id={data.id} />}>
      <Link to="/knowledge/sources" className="link">
        ← {w.sources.title}
      </Link>
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {canSync === false && <p className="text-muted">{w.sources.cannotSync}</p>}
      <SourceSummary source={data} />
      {data.withheld_removals && (
        <WithheldRemovals
          key={data.withheld_removals.digest}
          source={data}
          withheld={data.withheld_removals}
          canEdit={canEdit}
        />
      )}
      <SourceActions source={data} latestRun={runs.data?.results[0]} canEdit={canEdit} canSync={canSync === true} />
      <SourceRuns source={data} runs={runs} cursor={cursor} canSync={canSync === true} />
      {run !== undefined && <SourceRunDialog source={data} id={run} canSync={canSync === true} />}
    </Page>
  );
}

function SourceSummary({ source }: { readonly source: Source }) {
  const collections = useQuery(collectionsQuery(useScope())).data?.results ?? [];
  const sourceCollections = source.collection_ids.map(
    (id) => [id, collections.find((collection) => collection.id === id)?.title ?? id.slice(-6)] as const,
  );
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="break-all">
        {w.sources.kinds[source.kind]} {formatLocation(source.kind, source.config)}
      </p>
      <span className="flex flex-wrap gap-x-2">
        <span className="text-muted">{w.sources.schedule}:</span> <SourceSchedule source={source} />
      </span>
      <SourceFreshness source={source} />
      <p className="text-sm text-muted">
        <Link to="/knowledge/documents" search={{ source: source.id }} className="link">
          {w.sources.documents({ count: formatNumber(source.document_count) })}
        </Link>
        {sourceCollections.length > 0 && ` ${w.sources.join} `}
        {sourceCollections.map(([id, title], index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to="/knowledge/$collectionId" params={{ collectionId: id }} className="link">
              {title}
            </Link>
          </span>
        ))}
      </p>
    </div>
  );
}

interface SourceActionsProps {
  readonly source: Source;
  readonly latestRun: SourceRun | undefined;
  readonly canEdit: boolean;
  readonly canSync: boolean;
}

function SourceActions({ source, latestRun, canEdit, canSync }: SourceActionsProps) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'remove' | 'crawl'>();
  const close = () => setOpenDialog(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {canSync && !source.is_scrape && (
        <SyncButton source={source} isRunning={latestRun !== undefined && !isCompleted(latestRun)} />
      )}
      {canSync && source.is_scrape && (
        <Button variant="primary" onClick={() => setOpenDialog('crawl')}>
          {latestRun ? w.sources.crawlAgain : w.sources.crawl}
        </Button>
      )}
      {canEdit && source.schedule !== null && <PauseButton source={source} />}
      {canEdit && !source.is_scrape && <Button onClick={() => setOpenDialog('edit')}>{w.sources.edit}</Button>}
      {canEdit && <Button onClick={() => setOpenDialog('remove')}>{w.sources.remove}</Button>}
      {openDialog === 'edit' && <EditSourceDialog source={source} onClose={close} />}
      {openDialog === 'crawl' && <CrawlDialog {...(latestRun ? { previousRun: latestRun } : {})} onClose={close} />}
      {openDialog === 'remove' && <DeleteSourceDialog source={source} onClose={close} />}
    </div>
  );
}

function SyncButton({ source, isRunning }: { readonly source: Source; readonly isRunning: boolean }) {
  const path = { ...useScope(), knowledge_source_id: source.id };
  const sync = useMutation({
    mutationFn: () => post(`${SOURCE_PATH}/sync`, { params: { path } }),
    onSuccess: invalidateSources,
  });
  return (
    <>
      <Button variant="primary" isPending={sync.isPending} disabled={isRunning} onClick={() => sync.mutate()}>
        {w.sources.sync}
      </Button>
      {sync.error && (
        <div className="order-last basis-full">
          <SyncErrorHint error={sync.error} />
          <ErrorAlert error={sync.error} />
        </div>
      )}
    </>
  );
}

/** Pauses or resumes the schedule. */
function PauseButton({ source: { id, paused } }: { readonly source: Source }) {
  const path = { ...useScope(), knowledge_source_id: id };
  const toggle = useMutation({
    mutationFn: () => post(SOURCE_PATH, { params: { path }, body: { paused: !paused } }),
    onSuccess: invalidateSources,
  });
  return (
    <>
      <Button isPending={toggle.isPending} onClick={() => toggle.mutate()}>
        {paused ? w.sources.resumeSchedule : w.sources.rest}
      </Button>
      {toggle.error && <ErrorAlert error={toggle.error} />}
    </>
  );
}
