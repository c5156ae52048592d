import { Link } from '@tanstack/react-router';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { formatDuration } from '../../lib/time.ts';
import { findWaitDetail, formatWait } from '../../lib/waits.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ReasonText, ServerText } from '../../ui/reason-text.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import type { AgentRun } from './queries.ts';
import { RunStatusBadge } from './run-status.tsx';

/** Shows the status, cost and wait reason of a run. */
export function RunSummary({ run }: { readonly run: AgentRun }) {
  const now = useNow();
  const durationMs = run.duration_ms ?? now - Date.parse(run.created);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RunStatusBadge status={run.status} />
        <CopyableId id={run.id} className="text-muted" />
        <Time at={run.created} />
        <span>{formatDuration(Math.max(0, durationMs))}</span>
        <span>{w.runs.turns({ n: run.turns })}</span>
        <span>
          {w.runs.inAndOut({ input: formatNumber(run.input_tokens), output: formatNumber(run.output_tokens) })}
        </span>
        <span>{w.runs.credits({ n: formatDecimal(run.tree_charged_credits) })}</span>
        {run.task_agent.deleted && <span className="text-warning">{w.runs.deleted}</span>}
        {run.parent && (
          <Link to="/runs/$runId" params={{ runId: run.parent.task_agent_run_id }} className="link">
            {w.runs.parent}
          </Link>
        )}
      </p>
      {run.waiting_for && <WaitReason waiting={run.waiting_for} />}
      {run.error && (
        <p role="alert" className="rounded-md border border-danger bg-danger-subtle p-2 text-danger">
          <ReasonText {...run.error} />
        </p>
      )}
    </div>
  );
}

function WaitReason({ waiting }: { readonly waiting: NonNullable<AgentRun['waiting_for']> }) {
  const now = useNow();
  const extraDetail = findWaitDetail(waiting);
  return (
    <p className="rounded-md border border-warning bg-warning-subtle p-2 text-warning">
      <strong>{formatWait(waiting)}</strong> {extraDetail && <ServerText text={extraDetail} />} ·{' '}
      {formatDuration(Math.max(0, now - Date.parse(waiting.since)))}
      {waiting.until && (
        <>
          {' '}
          · {w.runs.until} <Time at={waiting.until} />
        </>
      )}
    </p>
  );
}
