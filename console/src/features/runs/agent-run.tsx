import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { RunActs } from './acts.tsx';
import { Conversation } from './conversation.tsx';
import type { Following } from './event-source.ts';
import { RunFeedback } from './feedback.tsx';
import { type RunAddress, useRunSteps } from './follow.ts';
import { Inspector } from './inspector.tsx';
import { type AgentRun, agentRun } from './queries.ts';
import { FINAL } from './state-sign.tsx';
import type { RunSteps } from './steps.ts';
import { Summary } from './summary.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  readonly address: RunAddress;
  readonly workflowUrl: string | null;
}

export function AgentRunView({ address, workflowUrl }: Props) {
  const run = useQuery(agentRun(address));
  if (!run.data) return <PagePlaceholder title={w.runs.title} query={run} />;
  return (
    <Page
      title={run.data.task_agent.name}
      actions={<RunActs address={address} run={run.data} workflowUrl={workflowUrl} />}
    >
      {run.error && <ErrorAlert error={run.error} intro={w.failure.keepsOld} onRetry={() => void run.refetch()} />}
      <Summary run={run.data} />
      <Steps address={address} run={run.data} />
      <RunFeedback of={{ subject: { kind: 'task_agent', id: address.task_agent_id }, runId: address.run_id }} />
    </Page>
  );
}

const route = getRouteApi('/in/runs/$runId');

/** The tree of steps with the bars, and what is chosen in it; what the run says, where nothing is. */
function Steps({ address, run }: { readonly address: RunAddress; readonly run: AgentRun }) {
  const { step: chosen } = route.useSearch();
  const navigate = useNavigate();
  const { steps, state, error, again } = useRunSteps(address, FINAL.includes(run.status));
  const choose = (id: string) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, step: id }), replace: true });
  const inspector = useRef<HTMLElement>(null);
  const decide = (id: string) => {
    choose(id);
    inspector.current?.focus();
  };
  useEffect(() => {
    if (state === 'over') void queryClient.invalidateQueries({ queryKey: ['agent_run', address.run_id] });
  }, [state, address.run_id]);
  return (
    <>
      {error !== undefined && <ErrorAlert error={error} onRetry={again} />}
      <div className="grid gap-4 lg:h-[65vh] lg:min-h-96 lg:grid-cols-[3fr_2fr] lg:grid-rows-[minmax(0,1fr)]">
        <section aria-label={w.runs.steps.name} className="flex min-h-0 min-w-0 flex-col">
          <FollowSign state={state} />
          <ToDecide steps={steps} chosen={chosen} onChoose={decide} />
          <Timeline steps={steps} chosen={chosen} onChoose={choose} />
        </section>
        <section
          ref={inspector}
          aria-label={w.runs.inspector}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          className="min-w-0 rounded-md border bg-surface lg:min-h-0 lg:overflow-y-auto"
        >
          {/* The padding is of what scrolls, not of the frame: the bar of buttons sticks to the frame's own edge. */}
          <div className="p-4">
            {chosen === undefined ? (
              <Conversation steps={steps} run={run} />
            ) : (
              <Inspector {...{ steps, run, address }} id={chosen} />
            )}
          </div>
        </section>
      </div>
    </>
  );
}

interface ToDecideProps {
  readonly steps: RunSteps;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The way to the request that the run waits for, which is one step of many; none where it is looked at. */
function ToDecide({ steps, chosen, onChoose }: ToDecideProps) {
  useSyncExternalStore(steps.subscribe, steps.seen);
  const id = steps.toDecide()?.id;
  if (id === undefined || id === chosen) return null;
  return (
    <div className="mb-2">
      <Button variant="primary" onClick={() => onChoose(id)}>
        {w.runs.decide}
      </Button>
    </div>
  );
}

/** Says how the events come, as soon as it is not by themselves. */
function FollowSign({ state }: { readonly state: Following }) {
  const bad = state === 'broken';
  return (
    <p role="status" className={joinClassNames('mb-1 text-sm', bad ? 'text-danger' : 'text-muted')}>
      {w.runs.following[state]}
    </p>
  );
}
