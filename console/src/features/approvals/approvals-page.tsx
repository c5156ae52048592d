import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { getFocusedRowKey, useRowShortcuts } from '../../lib/row-shortcuts.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Optional } from '../../ui/optional.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { ApprovalDetail } from './approval-detail.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { type Approval, canBeDecided, type QueueFilter, queueQuery } from './queries.ts';
import { QueueFilters } from './queue-filters.tsx';
import { QueueList, toggleId } from './queue-list.tsx';
import { useNextRequest, useOpenRequest } from './use-queue-navigation.ts';
import { useStableList } from './use-stable-list.ts';

const QueueGroups = lazy(() => import('./queue-groups.tsx'));
const InboxToolbar = lazy(() => import('./inbox/inbox-toolbar.tsx'));
const SnoozedNote = lazy(() => import('./inbox/snoozed-note.tsx'));

/** Keeps the space of the toolbar until it is loaded. */
const TOOLBAR_SPACE = <div className="min-h-15" />;

/** Shows the queue and the selected request; a phone shows one of the two. */
export default function ApprovalsPage() {
  const { approvalId: openId } = useParams({ strict: false });
  const filter = useSearch({ strict: false }) as QueueFilter;
  const requests = useQuery(queueQuery(useScope(), filter, useCurrentUser()?.user_id ?? undefined));
  const { rows, newCount, showNew } = useStableList(requests.data?.results, JSON.stringify(filter));
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  useQueueKeys(rows, openId, setSelectedIds);
  const openNext = useNextRequest({ rows, openId, requests, showNew });
  const list = <QueueList requests={rows} {...{ openId, selectedIds }} onSelectionChange={setSelectedIds} />;
  const isEmpty = requests.data !== undefined && rows.length === 0 && openId === undefined;
  return (
    <Page title={w.approvals.title}>
      <div
        className={joinClassNames(
          'grid items-start gap-4',
          !isEmpty && 'lg:h-[calc(100dvh-5rem)] lg:grid-cols-[minmax(20rem,26rem)_1fr] lg:grid-rows-[minmax(0,1fr)]',
        )}
      >
        <section
          aria-label={w.approvals.queue}
          className={joinClassNames(
            'flex min-h-0 min-w-0 flex-col gap-2 lg:h-full lg:overflow-y-auto',
            openId !== undefined && 'max-lg:hidden',
          )}
        >
          <QueueFilters filter={filter} />
          <Optional fallback={TOOLBAR_SPACE}>
            {/* Loads after the queue. */}
            {requests.data ? <InboxToolbar filter={filter} /> : TOOLBAR_SPACE}
          </Optional>
          {newCount > 0 && <Button onClick={showNew}>{w.approvals.fresh({ n: newCount })}</Button>}
          <BulkActions
            selected={rows.filter((row) => selectedIds.has(row.id) && canBeDecided(row))}
            onClear={() => setSelectedIds(new Set())}
          />
          {requests.error && (
            <ErrorAlert
              error={requests.error}
              onRetry={() => void requests.refetch()}
              {...(requests.data ? { intro: w.failure.keepsOld } : {})}
            />
          )}
          {requests.isPending && <Loading />}
          {requests.data && rows.length === 0 && <EmptyQueue filter={filter} />}
          {filter.group === 'tool' ? (
            <Optional fallback={list}>
              <QueueGroups requests={rows} {...{ openId, selectedIds }} onSelectionChange={setSelectedIds} />
            </Optional>
          ) : (
            list
          )}
          {requests.data && (
            <Optional>
              <SnoozedNote filter={filter} />
            </Optional>
          )}
          {requests.data && <Pagination pagination={requests.data.pagination} cursor={filter.cursor} />}
        </section>
        <section
          key={openId}
          aria-label={w.approvals.selected}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the section
          tabIndex={0}
          className={joinClassNames(
            'scrolls-itself-lg min-w-0 rounded-lg border bg-surface shadow-sm lg:h-full lg:overflow-y-auto',
            openId === undefined && 'max-lg:hidden',
            isEmpty && 'hidden',
          )}
        >
          {openId === undefined ? (
            <p className="py-12 text-center text-muted">{w.approvals.choose}</p>
          ) : (
            // The padding is inside the scroll container, because the sticky button bar aligns with its edge.
            <div className="flex min-h-full flex-col p-4">
              <Link to="/approvals" search={(search: object) => search} className="mb-2 inline-block link lg:hidden">
                ← {w.approvals.backToQueue}
              </Link>
              <ApprovalDetail id={openId} onDecided={(decided) => void openNext(decided)} />
            </div>
          )}
        </section>
      </div>
    </Page>
  );
}

/** Registers the keys of the queue: J and K move, X selects. */
function useQueueKeys(
  rows: readonly Approval[],
  openId: string | undefined,
  setSelectedIds: (change: (previous: ReadonlySet<string>) => ReadonlySet<string>) => void,
): void {
  const openRequest = useOpenRequest();
  useRowShortcuts({
    startRow: openId,
    onMove: openId === undefined ? undefined : openRequest,
    descriptions: w.approvals.keys,
  });
  const select = () => {
    const targetId = getFocusedRowKey() ?? openId;
    const request = rows.find(({ id }) => id === targetId);
    if (request) setSelectedIds((previous) => toggleId(previous, request.id));
  };
  useShortcuts([{ key: 'x', description: w.approvals.keys.select, run: select }]);
}
