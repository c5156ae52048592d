import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { locateQuery } from '../../lib/locate.ts';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { CopyableId, toShortId } from '../../ui/copyable.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import { type AgentRun, forksQuery } from './queries.ts';
import { RunStarter } from './run-starter.tsx';
import { RunStatusBadge } from './run-status.tsx';

/** Shows the status and cost of a run, and links to everything it belongs to. */
export function RunSummary({ run }: { readonly run: AgentRun }) {
  const now = useNow();
  const { deleted } = run.task_agent;
  const { data: agent } = useQuery({ ...agentQuery(useScope(), run.task_agent_id), enabled: !deleted });
  const durationMs = run.duration_ms ?? now - Date.parse(run.created);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <RunStatusBadge status={run.status} />
      <Fact name={w.runs.agent}>
        <Link to="/agents/$agentId" params={{ agentId: run.task_agent_id }} className="link break-words">
          {run.task_agent.name}
        </Link>
        {deleted && <span className="text-warning"> {w.runs.deleted}</span>}
      </Fact>
      <Fact name={w.runs.revision}>
        <Link
          to="/agents/$agentId"
          params={{ agentId: run.task_agent_id }}
          search={{ tab: 'revisions' }}
          className="link"
        >
          {getRevisionName({ id: run.task_agent_revision_id }, agent?.revisions ?? [])}
        </Link>
      </Fact>
      <Fact name={w.runs.startedBy}>
        <RunStarter run={run} subject={{ kind: 'task_agent', id: run.task_agent_id }} />
      </Fact>
      <ChildLinks run={run} />
      <ForkLinks run={run} />
      <CopyableId id={run.id} />
      <RunTrace runId={run.id} />
      <Figures>
        <Time at={run.created} />
        <span>{formatDuration(Math.max(0, durationMs))}</span>
        <span>{w.runs.turns({ n: run.turns })}</span>
        <span>
          {w.runs.inAndOut({ input: formatNumber(run.input_tokens), output: formatNumber(run.output_tokens) })}
        </span>
        <span>{w.runs.credits({ n: formatCredits(run.tree_charged_credits) })}</span>
      </Figures>
    </div>
  );
}

/** Time and cost of a run, on a line of their own. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex basis-full flex-wrap gap-x-2 gap-y-1 tabular-nums [&>:not(:last-child)]:after:ms-2 [&>:not(:last-child)]:after:content-['·']">
      {children}
    </span>
  );
}

/** A named value of a run. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span>
      {name} {children}
    </span>
  );
}

/** Shows the ID of a run's trace, with a link to the UI of the traces. Renders nothing while traces are off. */
export function RunTrace({ runId }: { readonly runId: string }) {
  const { trace_id: id, trace_url: url } = useQuery(locateQuery(runId)).data ?? {};
  if (!id) return null;
  return (
    <Fact name={w.runs.trace}>
      <CopyableId id={id} />
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer" className="link">
          {w.runs.openTrace}
        </a>
      )}
    </Fact>
  );
}

/** Maximum number of links. The steps have all. */
const MAX_CHILDREN = 5;

function ChildLinks({ run: { child_runs: children } }: { readonly run: AgentRun }) {
  if (children.length === 0) return null;
  return (
    <Fact name={w.runs.children({ n: children.length })}>
      {children.slice(0, MAX_CHILDREN).map(({ id }, index) => (
        <Link key={id} to="/runs/$runId" params={{ runId: id }} className="link me-1">
          {w.runs.childNumber({ n: index + 1 })}
        </Link>
      ))}
    </Fact>
  );
}

/** Links a fork to its original run, and a run to its forks. */
function ForkLinks({ run }: { readonly run: AgentRun }) {
  const address = { ...useScope(), task_agent_id: run.task_agent_id, run_id: run.id };
  const forks = useQuery(forksQuery(address)).data ?? [];
  return (
    <>
      {run.forked_from_run_id !== null && (
        <Fact name={w.runs.forkedFrom}>
          <RunLink id={run.forked_from_run_id} />
        </Fact>
      )}
      {forks.length > 0 && (
        <Fact name={w.runs.forks}>
          {forks.map(({ id }) => (
            <RunLink key={id} id={id} />
          ))}
        </Fact>
      )}
    </>
  );
}

function RunLink({ id }: { readonly id: string }) {
  return (
    <Link to="/runs/$runId" params={{ runId: id }} className="link me-1 whitespace-nowrap">
      {w.runs.named({ id: toShortId(id) })}
    </Link>
  );
}
