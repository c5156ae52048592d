import { Link } from '@tanstack/react-router';
import { isolateText } from '../../lib/hidden-text.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import type { Approval } from './queries.ts';
import { sentenceOf } from './sentence.ts';
import { EffectSign, RequestStatus, TimeLeft } from './signs.tsx';
import { toggled } from './toggled.ts';

interface Props {
  readonly requests: readonly Approval[];
  readonly open: string | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The requests of a page of the queue, a row each. */
export function QueueList({ requests, open, chosen, onChoose }: Props) {
  return (
    <ul className="flex flex-col gap-1.5">
      {requests.map((request) => (
        <li
          key={request.id}
          data-row={request.id}
          className={joinClassNames(
            'flex gap-2 rounded-md border p-2.5',
            request.id === open ? 'border-accent bg-accent-subtle' : 'bg-surface hover:bg-surface-muted',
          )}
        >
          <input
            type="checkbox"
            aria-label={w.approvals.select(sentenceOf(request))}
            checked={chosen.has(request.id)}
            disabled={request.status !== 'pending' || !request.can_decide.allowed}
            onChange={() => onChoose(toggled(chosen, request.id))}
            className="mt-1 size-4 accent-accent"
          />
          <Row request={request} isOpen={request.id === open} />
        </li>
      ))}
    </ul>
  );
}

function Row({ request, isOpen }: { readonly request: Approval; readonly isOpen: boolean }) {
  return (
    <Link
      to="/approvals/$approvalId"
      params={{ approvalId: request.id }}
      search={(search: object) => search}
      aria-current={isOpen || undefined}
      className="min-w-0 flex-1"
    >
      <span className="line-clamp-2 font-medium break-words">{sentenceOf(request)}</span>
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {request.status === 'pending' ? <EffectSign request={request} /> : <RequestStatus request={request} />}
        <span className="min-w-0 truncate">{isolateText(request.task_agent_name)}</span>
        <Time at={request.created} />
        {request.status === 'pending' && request.expires_at !== null && <TimeLeft request={request} />}
      </span>
    </Link>
  );
}
