import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Check } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import type { RunSteps } from '../runs/run-steps.ts';
import { type RunAddress, useRunSteps } from '../runs/use-run-steps.ts';
import { useStepsVersion } from '../runs/use-steps-version.ts';

/** The demo model calls the tool, then counts in a second turn. */
const MESSAGE = 'Please use current_time {"timezone":"UTC"}, then wait 15 seconds.';

/** Runs an agent, kills the worker in the middle of it, and shows that the run continues. */
export function KillWorkerDialog({ agentId, onClose }: { readonly agentId: string; readonly onClose: () => void }) {
  const scope = useScope();
  const start = useMutation({
    mutationFn: async () => {
      const path = { ...scope, task_agent_id: agentId };
      const params = { path, header: { Prefer: 'respond-async' as const } };
      const run = await post(`${AGENT}/run`, { params, body: { message: MESSAGE } });
      return { ...path, run_id: (run as { id: string }).id };
    },
  });
  return (
    <Dialog title={w.home.stepKill} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{w.home.killHint}</p>
        {start.data ? (
          <Demonstration key={start.data.run_id} address={start.data} onRestart={() => start.mutate()} />
        ) : (
          <div>
            <Button variant="primary" isPending={start.isPending} onClick={() => start.mutate()}>
              {w.home.killStart}
            </Button>
          </div>
        )}
        {start.error && <ErrorAlert error={start.error} />}
      </div>
    </Dialog>
  );
}

/** What a run shows so far. */
function readProgress(steps: RunSteps) {
  const turns = steps.list.filter(({ kind }) => kind === 'turn');
  return {
    hasResult: steps.list.some(({ kind, state }) => kind === 'call' && state === 'good'),
    isRepeated: turns.some(({ state }) => state === 'void'),
    text: turns.at(-1)?.text ?? '',
    isCompleted: steps.list.some(({ kind, name }) => kind === 'done' && name === 'completed'),
  };
}

function Demonstration({ address, onRestart }: { readonly address: RunAddress; readonly onRestart: () => void }) {
  const { steps, state } = useRunSteps(address, false);
  useStepsVersion(steps);
  const { hasResult, isRepeated, text, isCompleted } = readProgress(steps);
  const kill = useMutation({
    mutationFn: () =>
      post('/api/v1/org/{org_id}/try-out/kill-worker', { params: { path: { org_id: address.org_id } } }),
  });
  const isKilled = kill.data !== undefined;
  const isBack = isKilled && (isRepeated || isCompleted || state === 'live');
  return (
    <>
      <div role="status">
        <ol className="flex flex-col gap-2">
          <Item isDone={hasResult}>{w.home.killCalled}</Item>
          <Item isDone={isKilled}>
            {isKilled ? w.home.killDone({ process: kill.data.process_id }) : w.home.killWaiting}
          </Item>
          <Item isDone={isBack}>{w.home.killBack}</Item>
          <Item isDone={isKilled && isRepeated}>{w.home.killRepeated}</Item>
          <Item isDone={isCompleted}>{isCompleted ? <Outcome address={address} /> : w.home.killCompleted}</Item>
        </ol>
      </div>
      {/* Screen readers announce only the list, because streamed text would be read in pieces. */}
      <p dir="auto" aria-live="off" className="min-h-12 rounded-md bg-surface-muted p-2 font-mono text-sm break-words">
        {text}
      </p>
      {kill.error && <ErrorAlert error={kill.error} />}
      <div className="flex flex-wrap gap-2">
        {!isKilled && !isCompleted && (
          <Button variant="danger" disabled={!hasResult} isPending={kill.isPending} onClick={() => kill.mutate()}>
            {w.home.killNow}
          </Button>
        )}
        {!isKilled && isCompleted && <Button onClick={onRestart}>{w.home.killAgain}</Button>}
        <Link to="/runs/$runId" params={{ runId: address.run_id }} className={getButtonClassName()}>
          {w.home.seeRun}
        </Link>
      </div>
    </>
  );
}

/** How often the tool was called, by the stored events of the run. */
function Outcome({ address }: { readonly address: RunAddress }) {
  const { data } = useQuery({
    queryKey: ['agent_run', address.run_id, 'calls'],
    queryFn: () => get(`${AGENT}/run/{run_id}/events`, { params: { path: { ...address } } }),
  });
  if (!data) return w.home.killCompleted;
  return w.home.killOutcome({ n: data.events.filter(({ event_type }) => event_type === 'tool_call').length });
}

function Item({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) {
  return (
    <li className={isDone ? 'flex items-start gap-2' : 'flex items-start gap-2 text-muted'}>
      <span aria-hidden className="mt-0.5 flex size-5 shrink-0 items-center justify-center">
        {isDone ? <Check className="size-4 text-success" /> : '·'}
      </span>
      <span>
        {children}
        {isDone && <span className="sr-only">{`, ${w.home.done}`}</span>}
      </span>
    </li>
  );
}
