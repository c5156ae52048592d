import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isolateText } from '../../lib/hidden-text.ts';
import { useScope } from '../../lib/session.ts';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ApprovalStatusBadge } from './badges.tsx';
import { getKindConfig } from './kinds.ts';
import { type Approval, agentRunQuery, runEventsQuery, toolRequestsQuery } from './queries.ts';
import { getStepsBefore } from './recent-steps.ts';

/** Shows the last steps of the run before the request, and earlier requests for the same tool. */
export default function RequestHistory({ request }: { readonly request: Approval }) {
  const scope = useScope();
  const run = useQuery(agentRunQuery(scope, request)).data;
  const events = useQuery(runEventsQuery(scope, run)).data?.events ?? [];
  const earlierRequests = (useQuery(toolRequestsQuery(scope, request)).data?.results ?? [])
    .filter(({ id, status }) => id !== request.id && status !== 'pending')
    .slice(0, 5);
  const steps = getStepsBefore(events, request.tool_call_id);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section>
        <h2 className="font-semibold">{w.approvals.lastSteps}</h2>
        {steps.length === 0 && <p className="text-muted">{w.approvals.noSteps}</p>}
        <ol className="flex flex-col gap-1">
          {steps.map(({ id, text }) => (
            <li key={id} dir="auto" className="line-clamp-2 break-words">
              {text}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2 className="font-semibold">{w.approvals.lastTimes({ tool: isolateText(request.tool_name) })}</h2>
        {earlierRequests.length === 0 && <p className="text-muted">{w.approvals.noTimes}</p>}
        <ul className="flex flex-col gap-1">
          {earlierRequests.map((earlier) => (
            <li key={earlier.id} className="flex flex-wrap items-center gap-2">
              <ApprovalStatusBadge request={earlier} />
              {earlier.call?.outcome && <span>{getKindConfig(earlier).formatCallResult(earlier)}</span>}
              <Link to="/approvals/$approvalId" params={{ approvalId: earlier.id }} className="link">
                <Time at={earlier.created} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
