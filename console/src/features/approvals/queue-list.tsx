import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isolateText } from '../../lib/hidden-text.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { MessageSquare, UserRound } from '../../ui/icons.ts';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ApprovalStatusBadge, EffectBadge, TimeLeft } from './badges.tsx';
import { findDifferences } from './differences.ts';
import { type Approval, canBeDecided } from './queries.ts';
import { formatSummary } from './summary.ts';
import { QUEUE_STATE } from './use-queue-navigation.ts';

/** A list of requests and what is selected in it. */
export interface QueueListProps {
  readonly requests: readonly Approval[];
  readonly openId: string | undefined;
  readonly selectedIds: ReadonlySet<string>;
  readonly onSelectionChange: (selectedIds: ReadonlySet<string>) => void;
}

/** Lists one page of the queue. */
export function QueueList({ requests, openId, selectedIds, onSelectionChange }: QueueListProps) {
  const differences = useMemo(() => findDifferences(requests), [requests]);
  return (
    <ul className="flex flex-col divide-y rounded-lg border bg-surface shadow-sm empty:hidden">
      {requests.map((request) => (
        <li
          key={request.id}
          data-row={request.id}
          className={joinClassNames(
            'relative flex gap-2.5 px-3 py-(--row-padding) transition-colors first:rounded-t-lg last:rounded-b-lg',
            request.id === openId
              ? 'bg-accent-subtle before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-accent'
              : 'hover:bg-surface-muted/60',
          )}
        >
          <input
            type="checkbox"
            aria-label={w.approvals.select({ what: formatSummary(request) })}
            checked={selectedIds.has(request.id) && canBeDecided(request)}
            disabled={!canBeDecided(request)}
            onChange={() => onSelectionChange(toggleId(selectedIds, request.id))}
            className="mt-[0.1875rem] size-4 shrink-0 accent-accent"
          />
          <QueueRow request={request} isOpen={request.id === openId} difference={differences.get(request.id)} />
        </li>
      ))}
    </ul>
  );
}

interface QueueRowProps {
  readonly request: Approval;
  readonly isOpen: boolean;
  /** Arguments that distinguish the request from similar ones. */
  readonly difference: string | undefined;
}

function QueueRow({ request, isOpen, difference }: QueueRowProps) {
  return (
    <Link
      to="/approvals/$approvalId"
      params={{ approvalId: request.id }}
      search={(search: object) => search}
      state={QUEUE_STATE}
      aria-current={isOpen || undefined}
      className="min-w-0 flex-1"
    >
      <span className="line-clamp-2 font-medium break-words">{formatSummary(request)}</span>
      {difference && (
        <span dir="auto" className="block truncate font-mono text-sm">
          {difference}
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {request.status === 'pending' ? <EffectBadge request={request} /> : <ApprovalStatusBadge request={request} />}
        <span className="min-w-0 truncate">{isolateText(request.task_agent_name)}</span>
        <Time at={request.created} />
        {request.status === 'pending' && request.expires_at !== null && <TimeLeft request={request} />}
        {request.assigned_to_name !== null && (
          <span className="flex min-w-0 items-center gap-1">
            <UserRound className="size-3.5 shrink-0" />
            <span className="truncate">{isolateText(request.assigned_to_name)}</span>
          </span>
        )}
        {request.comment_count > 0 && (
          <span className="flex items-center gap-1">
            <MessageSquare className="size-3.5" /> {request.comment_count}
          </span>
        )}
      </span>
    </Link>
  );
}

/** Returns the set with the ID added, or removed if present. */
export function toggleId(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
