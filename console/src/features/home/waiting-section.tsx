import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isolateText } from '../../lib/hidden-text.ts';
import { useScope } from '../../lib/session.ts';
import { CircleCheck } from '../../ui/icons.ts';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { EffectBadge, TimeLeft } from '../approvals/badges.tsx';
import type { Approval } from '../approvals/queries.ts';
import { formatSummary } from '../approvals/summary.ts';
import { HomeSection } from './home-section.tsx';
import { pendingApprovalsQuery } from './queries.ts';
import { sortByUrgency } from './urgency.ts';

const MAX_ROWS = 5;

/** Shows the pending requests in the order of what waiting costs. */
export function WaitingSection() {
  const query = useQuery(pendingApprovalsQuery(useScope()));
  const { data } = query;
  const requests = sortByUrgency(data?.results ?? []);
  return (
    <HomeSection
      title={w.home.needsMe}
      queries={[query]}
      action={
        <Link to="/approvals" className="link text-sm">
          {w.home.allApprovals}
        </Link>
      }
    >
      {data?.results.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck className="size-4 text-success" /> {w.home.nothingWaits}
        </p>
      )}
      <ul className="-mx-4 -mb-4 flex flex-col divide-y empty:hidden">
        {requests.slice(0, MAX_ROWS).map((request) => (
          <WaitingRow key={request.id} request={request} />
        ))}
      </ul>
    </HomeSection>
  );
}

function WaitingRow({ request }: { readonly request: Approval }) {
  return (
    <li data-row={request.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-(--row-padding)">
      <span className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5">
        <Link to="/approvals/$approvalId" params={{ approvalId: request.id }} className="link line-clamp-2 break-words">
          {formatSummary(request)}
        </Link>
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <span className="min-w-0 break-words">{isolateText(request.task_agent_name)}</span>
          <Time at={request.created} />
          {request.expires_at !== null && <TimeLeft request={request} />}
        </span>
      </span>
      <EffectBadge request={request} />
    </li>
  );
}
