import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { getFocusedRowKey, useRowShortcuts } from '../../lib/row-shortcuts.ts';
import { useScope } from '../../lib/session.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { Bulk } from './bulk.tsx';
import { Detail } from './detail.tsx';
import { Filters } from './filters.tsx';
import { NothingWaits } from './nothing.tsx';
import { type Approval, type QueueFilter, queue } from './queries.ts';
import { QueueList } from './queue-list.tsx';
import { useStill } from './still.ts';
import { toggled } from './toggled.ts';

/** The queue, and beside it the request that is open; on a phone one of the two. */
export function Screen({ open }: { readonly open: string | undefined }) {
  const filter = useSearch({ strict: false }) as QueueFilter;
  const list = useQuery(queue(useScope(), filter));
  const { shown, fresh, showFresh } = useStill(list.data?.results, JSON.stringify(filter));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useMoves(shown, open, setChosen);
  return (
    <Page title={w.approvals.title}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(20rem,26rem)_1fr]">
        <section
          aria-label={w.approvals.queue}
          className={joinClassNames('flex flex-col gap-2', open !== undefined && 'max-lg:hidden')}
        >
          <Filters filter={filter} />
          {fresh > 0 && <Button onClick={showFresh}>{w.approvals.fresh(fresh)}</Button>}
          <Bulk chosen={shown.filter(({ id }) => chosen.has(id))} onClear={() => setChosen(new Set())} />
          {list.error && (
            <ErrorAlert
              error={list.error}
              onRetry={() => void list.refetch()}
              {...(list.data ? { intro: w.failure.keepsOld } : {})}
            />
          )}
          {list.isPending && <Loading />}
          {list.data && shown.length === 0 && <NothingWaits filter={filter} />}
          <QueueList requests={shown} open={open} chosen={chosen} onChoose={setChosen} />
          {list.data && <Pagination pagination={list.data.pagination} cursor={filter.cursor} />}
        </section>
        <section
          className={joinClassNames('min-w-0 rounded-lg border bg-surface p-4', open === undefined && 'max-lg:hidden')}
        >
          {open === undefined ? (
            <p className="py-12 text-center text-muted">{w.approvals.choose}</p>
          ) : (
            <>
              <Link
                to="/approvals"
                search={(search: object) => search}
                className="mb-2 inline-block text-accent underline lg:hidden"
              >
                ← {w.approvals.backToQueue}
              </Link>
              <Detail id={open} />
            </>
          )}
        </section>
      </div>
    </Page>
  );
}

/** J and K go through the queue: to the row, or to the request where one is open. X selects. */
function useMoves(
  shown: readonly Approval[],
  shownId: string | undefined,
  setChosen: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void,
): void {
  const navigate = useNavigate();
  const open = (approvalId: string) =>
    void navigate({ to: '/approvals/$approvalId', params: { approvalId }, search: (search: object) => search });
  useRowShortcuts({
    startRow: shownId,
    onMove: shownId === undefined ? undefined : open,
    descriptions: w.approvals.keys,
  });
  const select = () => {
    const chosen = getFocusedRowKey() ?? shownId;
    const request = shown.find(({ id }) => id === chosen);
    if (request) setChosen((before) => toggled(before, request.id));
  };
  useShortcuts([{ key: 'x', description: w.approvals.keys.select, run: select }]);
}
