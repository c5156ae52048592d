import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useScope } from '../../lib/session.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { w } from '../../words/index.ts';
import { type QueueFilter, queueQuery } from './queries.ts';
import { QueueList } from './queue-list.tsx';

const MAX_RECENT_DECISIONS = 5;

/** Says that no request is pending, and lists the last decisions. */
export function EmptyQueue({ filter }: { readonly filter: QueueFilter }) {
  const isUnfiltered =
    (filter.status ?? 'pending') === 'pending' &&
    filter.agent === undefined &&
    filter.tool_type === undefined &&
    filter.assigned === undefined;
  const allRequests = useQuery({ ...queueQuery(useScope(), { status: 'all' }), enabled: isUnfiltered });
  const recentDecisions = (allRequests.data?.results ?? [])
    .filter(({ status }) => status !== 'pending')
    .slice(0, MAX_RECENT_DECISIONS);
  if (!isUnfiltered)
    return (
      <EmptyState
        title={w.approvals.noneOfFilter}
        action={
          <Link to="/approvals" className={getButtonClassName()}>
            {w.ui.clearFilters}
          </Link>
        }
      />
    );
  return (
    <>
      <EmptyState
        title={w.approvals.nothing}
        action={
          <Link to="/agents" className={getButtonClassName()}>
            {w.runList.openAgents}
          </Link>
        }
      >
        {w.approvals.nothingHint}
      </EmptyState>
      {recentDecisions.length > 0 && (
        <>
          <h2 className="font-semibold">{w.approvals.lastDecided}</h2>
          <QueueList
            requests={recentDecisions}
            openId={undefined}
            selectedIds={new Set()}
            onSelectionChange={() => {}}
          />
        </>
      )}
    </>
  );
}
