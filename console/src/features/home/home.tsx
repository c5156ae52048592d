import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../lib/api.ts';
import { isolateText } from '../../lib/hidden-text.ts';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { useScope } from '../../lib/session.ts';
import { formatWait } from '../../lib/waits.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { findReasonText } from '../../ui/reason-text.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { Cost } from './cost.tsx';
import { FirstRun } from './first-run.tsx';
import { brokenAgentRuns, brokenTaskRuns, heldRuns, waiting } from './queries.ts';
import { Section } from './section.tsx';

/** The first page: what needs me, what is broken, what it cost. */
export default function Home() {
  const seesAgents = useCanViewAny('task_agent');
  if (seesAgents === undefined) return <Loading lineCount={8} />;
  return (
    <Page title={w.home.title}>
      {seesAgents && <FirstRun />}
      {!seesAgents && <p className="text-quiet">{w.home.noAgents}</p>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {seesAgents && <NeedsMe />}
        <Broken seesAgents={seesAgents} />
        <Cost />
      </div>
    </Page>
  );
}

const MORE = 'text-sm text-accent underline';

function NeedsMe() {
  const { data, error, refetch } = useQuery(waiting(useScope()));
  return (
    <Section
      title={w.home.needsMe}
      more={
        <Link to="/approvals" className={MORE}>
          {w.home.allApprovals}
        </Link>
      }
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data?.results.length === 0 && <p className="text-quiet">{w.home.nothingWaits}</p>}
      <ul className="flex flex-col divide-y">
        {data?.results.map((request) => (
          <li key={request.id} className="flex items-baseline justify-between gap-3 py-1.5">
            <Link
              to="/approvals/$approvalId"
              params={{ approvalId: request.id }}
              className="min-w-0 break-words text-accent underline"
            >
              {w.approvals.kinds[request.kind].asks(
                isolateText(request.task_agent_name),
                isolateText(request.tool_name),
              )}
            </Link>
            <span className="text-sm text-quiet">
              <Time at={request.created} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** An error in one line: as the page's language has it, else as the server says it. */
const sayError = ({ reason, message }: Schemas['RunError']) => findReasonText(reason) ?? message;

interface Trouble {
  readonly id: string;
  readonly of: string;
  readonly what: string;
  readonly created: string;
}

function Broken({ seesAgents }: { readonly seesAgents: boolean }) {
  const scope = useScope();
  const held = useQuery({ ...heldRuns(scope), enabled: seesAgents });
  const broken = useQuery({ ...brokenAgentRuns(scope), enabled: seesAgents });
  const parts = seesAgents ? [held, broken] : [];
  const ofTasks = useQuery(brokenTaskRuns(scope));
  const error = held.error ?? broken.error ?? ofTasks.error;
  const known = parts.every(({ data }) => data) && ofTasks.data !== undefined;
  const seen = new Map<string, Trouble>();
  for (const run of parts.flatMap(({ data }) => data?.results ?? []))
    seen.set(run.id, {
      id: run.id,
      of: run.task_agent.name,
      what: (run.error && sayError(run.error)) ?? (run.waiting_for && formatWait(run.waiting_for)) ?? run.status,
      created: run.created,
    });
  for (const run of ofTasks.data?.results ?? [])
    seen.set(run.id, {
      id: run.id,
      of: run.task.name,
      what: (run.error && sayError(run.error)) ?? run.status,
      created: run.created,
    });
  const troubles = [...seen.values()].toSorted((a, b) => b.created.localeCompare(a.created));
  return (
    <Section
      title={w.home.broken}
      more={
        <span className="flex gap-3">
          {(held.data?.results.length ?? 0) > 0 && (
            <Link to="/runs" search={{ state: 'held' }} className={MORE}>
              {w.home.allHeld}
            </Link>
          )}
          <Link to="/runs" search={{ state: 'failed', since: 'week' }} className={MORE}>
            {w.home.allFailed}
          </Link>
        </span>
      }
    >
      {error && (
        <ErrorAlert error={error} onRetry={() => void Promise.all([...parts, ofTasks].map((p) => p.refetch()))} />
      )}
      {!known && !error && <Loading lineCount={3} />}
      {known && troubles.length === 0 && <p className="text-quiet">{w.home.nothingBroken}</p>}
      <ul className="flex flex-col divide-y">
        {troubles.map(({ id, of, what, created }) => (
          <li key={id} className="flex flex-col py-1.5">
            <span className="flex items-baseline justify-between gap-3">
              <Link to="/runs/$runId" params={{ runId: id }} className="min-w-0 break-words text-accent underline">
                {of}
              </Link>
              <span className="text-sm text-quiet">
                <Time at={created} />
              </span>
            </span>
            <span className="line-clamp-2 text-sm break-words text-bad">{what}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
