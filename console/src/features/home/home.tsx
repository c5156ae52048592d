import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../lib/api.ts';
import { isolateText } from '../../lib/hidden-text.ts';
import { findReasonText } from '../../lib/messages.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useScope } from '../../lib/session.ts';
import { formatWait } from '../../lib/waits.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { CostSection } from './cost-section.tsx';
import { FirstRunGuide } from './first-run-guide.tsx';
import { HomeSection } from './home-section.tsx';
import { failedAgentRunsQuery, failedTaskRunsQuery, heldRunsQuery, pendingApprovalsQuery } from './queries.ts';

/** The home screen: pending approvals, failed runs and cost. */
export default function HomeScreen() {
  const canViewAgents = useCanViewAny('task_agent');
  if (canViewAgents === undefined) return <Loading lineCount={8} />;
  return (
    <Page title={w.home.title}>
      {canViewAgents && <FirstRunGuide />}
      {!canViewAgents && <p className="text-muted">{w.home.noAgents}</p>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {canViewAgents && <PendingApprovals />}
        <FailedRuns canViewAgents={canViewAgents} />
        <CostSection />
      </div>
    </Page>
  );
}

const MORE_LINK_CLASS_NAME = 'text-sm link';

function PendingApprovals() {
  const { data, error, refetch } = useQuery(pendingApprovalsQuery(useScope()));
  return (
    <HomeSection
      title={w.home.needsMe}
      action={
        <Link to="/approvals" className={MORE_LINK_CLASS_NAME}>
          {w.home.allApprovals}
        </Link>
      }
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data?.results.length === 0 && <p className="text-muted">{w.home.nothingWaits}</p>}
      <ul className="flex flex-col divide-y">
        {data?.results.map((request) => (
          <li key={request.id} className="flex items-baseline justify-between gap-3 py-1.5">
            <Link to="/approvals/$approvalId" params={{ approvalId: request.id }} className="min-w-0 break-words link">
              {w.approvals.kinds[request.kind].asks({
                agent: isolateText(request.task_agent_name),
                tool: isolateText(request.tool_name),
              })}
            </Link>
            <span className="text-sm text-muted">
              <Time at={request.created} />
            </span>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

/** Returns the translated reason, else the server's message. */
const formatRunError = ({ reason, message }: Schemas['RunError']) => findReasonText(reason) ?? message;

interface FailedRun {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly created: string;
}

function FailedRuns({ canViewAgents }: { readonly canViewAgents: boolean }) {
  const scope = useScope();
  const heldRuns = useQuery({ ...heldRunsQuery(scope), enabled: canViewAgents });
  const failedAgentRuns = useQuery({ ...failedAgentRunsQuery(scope), enabled: canViewAgents });
  const agentQueries = canViewAgents ? [heldRuns, failedAgentRuns] : [];
  const failedTaskRuns = useQuery(failedTaskRunsQuery(scope));
  const error = heldRuns.error ?? failedAgentRuns.error ?? failedTaskRuns.error;
  const isLoaded = agentQueries.every(({ data }) => data) && failedTaskRuns.data !== undefined;
  const failedRunsById = new Map<string, FailedRun>();
  for (const run of agentQueries.flatMap(({ data }) => data?.results ?? []))
    failedRunsById.set(run.id, {
      id: run.id,
      name: run.task_agent.name,
      description:
        (run.error && formatRunError(run.error)) ?? (run.waiting_for && formatWait(run.waiting_for)) ?? run.status,
      created: run.created,
    });
  for (const run of failedTaskRuns.data?.results ?? [])
    failedRunsById.set(run.id, {
      id: run.id,
      name: run.task.name,
      description: (run.error && formatRunError(run.error)) ?? run.status,
      created: run.created,
    });
  const failedRuns = [...failedRunsById.values()].toSorted((a, b) => b.created.localeCompare(a.created));
  return (
    <HomeSection
      title={w.home.broken}
      action={
        <span className="flex gap-3">
          {(heldRuns.data?.results.length ?? 0) > 0 && (
            <Link to="/runs" search={{ state: 'held' }} className={MORE_LINK_CLASS_NAME}>
              {w.home.allHeld}
            </Link>
          )}
          <Link to="/runs" search={{ state: 'failed', since: 'week' }} className={MORE_LINK_CLASS_NAME}>
            {w.home.allFailed}
          </Link>
        </span>
      }
    >
      {error && (
        <ErrorAlert
          error={error}
          onRetry={() => void Promise.all([...agentQueries, failedTaskRuns].map((query) => query.refetch()))}
        />
      )}
      {!isLoaded && !error && <Loading lineCount={3} />}
      {isLoaded && failedRuns.length === 0 && <p className="text-muted">{w.home.nothingBroken}</p>}
      <ul className="flex flex-col divide-y">
        {failedRuns.map(({ id, name, description, created }) => (
          <li key={id} className="flex flex-col py-1.5">
            <span className="flex items-baseline justify-between gap-3">
              <Link to="/runs/$runId" params={{ runId: id }} className="min-w-0 break-words link">
                {name}
              </Link>
              <span className="text-sm text-muted">
                <Time at={created} />
              </span>
            </span>
            <span className="line-clamp-2 text-sm break-words text-danger">{description}</span>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
