import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { w } from '../../words/index.ts';
import { type QueueFilter, queue } from './queries.ts';
import { QueueList } from './queue-list.tsx';

const MOST_SHOWN = 5;

/** Says that nothing waits, and what was decided last. */
export function NothingWaits({ filter }: { readonly filter: QueueFilter }) {
  const isInbox =
    (filter.status ?? 'pending') === 'pending' && filter.agent === undefined && filter.tool_type === undefined;
  const all = useQuery({ ...queue(useScope(), { status: 'all' }), enabled: isInbox });
  const last = (all.data?.results ?? []).filter(({ status }) => status !== 'pending').slice(0, MOST_SHOWN);
  if (!isInbox) return <EmptyState title={w.approvals.noneOfFilter} />;
  return (
    <>
      <EmptyState title={w.approvals.nothing}>{w.approvals.nothingHint}</EmptyState>
      {last.length > 0 && (
        <>
          <h2 className="font-semibold">{w.approvals.lastDecided}</h2>
          <QueueList requests={last} open={undefined} chosen={new Set()} onChoose={() => {}} />
        </>
      )}
    </>
  );
}
