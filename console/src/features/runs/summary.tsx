import { Link } from '@tanstack/react-router';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { sayDuration } from '../../lib/time.ts';
import { sayWait, toldBesides } from '../../lib/waits.ts';
import { CopyId } from '../../ui/copyable.tsx';
import { Problem, ServerText } from '../../ui/problem.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import type { AgentRun } from './queries.ts';
import { StateSign } from './state-sign.tsx';

/** What is to be known of a run first: how it stands, why it waits, what it cost. */
export function Summary({ run }: { readonly run: AgentRun }) {
  const now = useNow();
  const took = run.duration_ms ?? now - Date.parse(run.created);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateSign status={run.status} />
        <CopyId id={run.id} className="text-quiet" />
        <Time at={run.created} />
        <span>{sayDuration(Math.max(0, took))}</span>
        <span>{w.runs.turns(run.turns)}</span>
        <span>{w.runs.inAndOut(sayNumber(run.input_tokens), sayNumber(run.output_tokens))}</span>
        <span>{w.runs.credits(sayDecimal(run.tree_charged_credits))}</span>
        {run.task_agent.deleted && <span className="text-warn">{w.runs.deleted}</span>}
        {run.parent && (
          <Link to="/runs/$runId" params={{ runId: run.parent.task_agent_run_id }} className="text-accent underline">
            {w.runs.parent}
          </Link>
        )}
      </p>
      {run.waiting_for && <WaitingFor waiting={run.waiting_for} />}
      {run.error && (
        <p role="alert" className="rounded-md border border-bad bg-bad-ground p-2 text-bad">
          <Problem {...run.error} />
        </p>
      )}
    </div>
  );
}

function WaitingFor({ waiting }: { readonly waiting: NonNullable<AgentRun['waiting_for']> }) {
  const now = useNow();
  const besides = toldBesides(waiting);
  return (
    <p className="rounded-md border border-warn bg-warn-ground p-2 text-warn">
      <strong>{sayWait(waiting)}</strong> {besides && <ServerText text={besides} />} ·{' '}
      {sayDuration(Math.max(0, now - Date.parse(waiting.since)))}
      {waiting.until && (
        <>
          {' '}
          · {w.runs.until} <Time at={waiting.until} />
        </>
      )}
    </p>
  );
}
