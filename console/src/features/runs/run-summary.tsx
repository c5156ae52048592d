import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { triggersQuery } from '../triggers/queries.ts';
import type { AgentRun } from './queries.ts';
import { RunStatusBadge } from './run-status.tsx';

/** Shows the status and cost of a run, and links to everything it belongs to. */
export function RunSummary({ run }: { readonly run: AgentRun }) {
  const now = useNow();
  const durationMs = run.duration_ms ?? now - Date.parse(run.created);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <RunStatusBadge status={run.status} />
      <Fact name={w.runs.agent}>
        <Link to="/agents/$agentId" params={{ agentId: run.task_agent_id }} className="link break-words">
          {run.task_agent.name}
        </Link>
        {run.task_agent.deleted && <span className="text-warning"> {w.runs.deleted}</span>}
      </Fact>
      <Fact name={w.runs.revision}>
        <Link
          to="/agents/$agentId"
          params={{ agentId: run.task_agent_id }}
          search={{ tab: 'revisions' }}
          className="link"
        >
          {toRevisionLabel({ id: run.task_agent_revision_id })}
        </Link>
      </Fact>
      <Fact name={w.runs.startedBy}>
        <Starter run={run} />
      </Fact>
      <ChildLinks run={run} />
      <CopyableId id={run.id} />
      <Time at={run.created} />
      <span>{formatDuration(Math.max(0, durationMs))}</span>
      <span>{w.runs.turns({ n: run.turns })}</span>
      <span>{w.runs.inAndOut({ input: formatNumber(run.input_tokens), output: formatNumber(run.output_tokens) })}</span>
      <span>{w.runs.credits({ n: formatDecimal(run.tree_charged_credits) })}</span>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span>
      {name} {children}
    </span>
  );
}

/** What started a run: its parent run, its trigger, or a program or person with the API. */
function Starter({ run }: { readonly run: AgentRun }) {
  if (run.parent)
    return (
      <Link to="/runs/$runId" params={{ runId: run.parent.task_agent_run_id }} className="link">
        {w.runs.parent}
      </Link>
    );
  if (run.trigger_id !== null) return <TriggerLink triggerId={run.trigger_id} />;
  return w.runs.starters[run.trigger_type as keyof typeof w.runs.starters] ?? run.trigger_type;
}

function TriggerLink({ triggerId }: { readonly triggerId: string }) {
  const canView = useHasPermission('project', 'view');
  const triggers = useQuery({ ...triggersQuery(useScope()), enabled: canView === true }).data ?? [];
  const trigger = triggers.find(({ id }) => id === triggerId);
  if (!trigger) return <CopyableId id={triggerId} />;
  return (
    <Link to="/triggers/$type/$triggerId" params={{ type: trigger.type, triggerId }} className="link break-words">
      {trigger.name}
    </Link>
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
