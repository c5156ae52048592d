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
import { Conversation } from './conversation.tsx';
import type { StreamState } from './event-stream.ts';
import { type AgentRun, agentRunQuery } from './queries.ts';
import { RunActions } from './run-actions.tsx';
import { RunFeedback } from './run-feedback.tsx';
import { FINAL_STATUSES } from './run-status.tsx';
import type { RunSteps } from './run-steps.ts';
import { RunSummary } from './run-summary.tsx';
import { Inspector } from './step-inspector.tsx';
import { Timeline } from './timeline.tsx';
import { type RunAddress, useRunSteps } from './use-run-steps.ts';

interface Props {
  readonly address: RunAddress;
  readonly workflowUrl: string | null;
}

export function AgentRunView({ address, workflowUrl }: Props) {
  const run = useQuery(agentRunQuery(address));
  if (!run.data) return <PagePlaceholder title={w.runs.title} query={run} />;
  return (
    <Page
      title={run.data.task_agent.name}
      actions={<RunActions address={address} run={run.data} workflowUrl={workflowUrl} />}
    >
      {run.error && <ErrorAlert error={run.error} intro={w.failure.keepsOld} onRetry={() => void run.refetch()} />}
      <RunSummary run={run.data} />
      <RunStepsView address={address} run={run.data} />
      <RunFeedback target={{ subject: { kind: 'task_agent', id: address.task_agent_id }, runId: address.run_id }} />
    </Page>
  );
}

const route = getRouteApi('/in/runs/$runId');

/** Shows the timeline of steps beside the selected step, or beside the conversation without a selection. */
function RunStepsView({ address, run }: { readonly address: RunAddress; readonly run: AgentRun }) {
  const { step: selectedId } = route.useSearch();
  const navigate = useNavigate();
  const { steps, state, error, retry } = useRunSteps(address, FINAL_STATUSES.includes(run.status));
  const select = (id: string) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, step: id }), replace: true });
  const inspectorRef = useRef<HTMLElement>(null);
  const openApproval = (id: string) => {
    select(id);
    inspectorRef.current?.focus();
  };
  useEffect(() => {
    if (state === 'over') void queryClient.invalidateQueries({ queryKey: ['agent_run', address.run_id] });
  }, [state, address.run_id]);
  return (
    <>
      {error !== undefined && <ErrorAlert error={error} onRetry={retry} />}
      <div className="grid gap-4 lg:h-[65vh] lg:min-h-96 lg:grid-cols-[3fr_2fr] lg:grid-rows-[minmax(0,1fr)]">
        <section aria-label={w.runs.steps.name} className="flex min-h-0 min-w-0 flex-col">
          <StreamStatus state={state} />
          <PendingApproval steps={steps} selectedId={selectedId} onSelect={openApproval} />
          <Timeline steps={steps} selectedId={selectedId} onSelect={select} />
        </section>
        <section
          ref={inspectorRef}
          aria-label={w.runs.inspector}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the section
          tabIndex={0}
          className="scrolls-itself-lg min-w-0 rounded-lg border bg-surface shadow-sm lg:min-h-0 lg:overflow-y-auto"
        >
          {/* The padding is inside the scroll container, because the sticky button bar aligns with its edge. */}
          <div className="p-4">
            {selectedId === undefined ? (
              <Conversation steps={steps} run={run} />
            ) : (
              <Inspector {...{ steps, run, address }} id={selectedId} />
            )}
          </div>
        </section>
      </div>
    </>
  );
}

interface PendingApprovalProps {
  readonly steps: RunSteps;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** Opens the approval request that the run waits for. Renders nothing while that request is selected. */
function PendingApproval({ steps, selectedId, onSelect }: PendingApprovalProps) {
  useSyncExternalStore(steps.subscribe, steps.getVersion);
  const id = steps.findPendingApproval()?.id;
  if (id === undefined || id === selectedId) return null;
  return (
    <div className="mb-2">
      <Button variant="primary" onClick={() => onSelect(id)}>
        {w.runs.decide}
      </Button>
    </div>
  );
}

/** Shows the state of the event stream. */
function StreamStatus({ state }: { readonly state: StreamState }) {
  const isBroken = state === 'broken';
  return (
    <p role="status" className={joinClassNames('mb-1 text-sm', isBroken ? 'text-danger' : 'text-muted')}>
      {w.runs.following[state]}
    </p>
  );
}
