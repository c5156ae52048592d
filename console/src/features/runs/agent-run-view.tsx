import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { AgentRunFiles } from './agent-run-files.tsx';
import { ContinueRun } from './continue-run.tsx';
import { Conversation } from './conversation.tsx';
import type { StreamState } from './event-stream.ts';
import { FailureActButton } from './failure-act.tsx';
import { type AgentRun, agentRunQuery, runTurnsQuery } from './queries.ts';
import { RunActions } from './run-actions.tsx';
import { canRepeat } from './run-again.tsx';
import { RunFeedback } from './run-feedback.tsx';
import { RunReason } from './run-reason.tsx';
import { RunStateTab } from './run-state-tab.tsx';
import { FINAL_STATUSES } from './run-status.tsx';
import type { RunSteps } from './run-steps.ts';
import { RunSummary } from './run-summary.tsx';
import { Inspector } from './step-inspector.tsx';
import { TimeStrip } from './time-strip.tsx';
import { Timeline } from './timeline.tsx';
import { type RunAddress, useRunSteps } from './use-run-steps.ts';
import { useStepsVersion } from './use-steps-version.ts';

const RunComparison = lazy(async () => ({ default: (await import('./run-comparison.tsx')).RunComparison }));

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
      <RunBody address={address} run={run.data} />
      <RunFeedback target={{ subject: { kind: 'task_agent', id: address.task_agent_id }, runId: address.run_id }} />
    </Page>
  );
}

const route = getRouteApi('/in/runs/$runId');
const TABS = ['steps', 'conversation', 'state', 'files', 'compare'] as const;

interface RunProps {
  readonly address: RunAddress;
  readonly run: AgentRun;
}

/** Shows why a run waits or failed, where its time went, and its tabs. */
function RunBody({ address, run }: RunProps) {
  const { step: selectedId, tab: tabParam } = route.useSearch();
  const tab = TABS.find((name) => name === tabParam) ?? TABS[0];
  const navigate = useNavigate();
  const { steps, state, error, retry } = useRunSteps(address, FINAL_STATUSES.includes(run.status));
  const { data: turns, failureCount } = useQuery(runTurnsQuery(address, run));
  const inspectorRef = useRef<HTMLElement>(null);
  const select = (id: string) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, tab: undefined, step: id }), replace: true });
  useEffect(() => {
    // The steps have to be there before the turns between them.
    if (turns && state !== 'reading') steps.addTurns(turns);
  }, [turns, steps, state]);
  useEffect(() => {
    if (state === 'over') void queryClient.invalidateQueries({ queryKey: ['agent_run', address.run_id] });
  }, [state, address.run_id]);
  const openApproval = (id: string) => {
    select(id);
    inspectorRef.current?.focus();
  };
  const tabs = TABS.map((name) => ({
    label: name === 'files' ? w.runs.tabs.files({ n: run.files.length }) : w.runs.tabs[name],
    isCurrent: name === tab,
    search: (search: object) => ({ ...search, tab: name === TABS[0] ? undefined : name }),
  }));
  return (
    <>
      <RunReason
        run={run}
        action={
          run.error ? (
            <AgentFailureAct address={address} run={run} reason={run.error.reason} />
          ) : (
            <PendingApproval
              steps={steps}
              selectedId={tab === 'steps' ? selectedId : undefined}
              onSelect={openApproval}
            />
          )
        }
      />
      <TimeStrip steps={steps} turns={turns ?? []} />
      {error !== undefined && <ErrorAlert error={error} onRetry={retry} />}
      <Tabs label={w.runs.parts} tabs={tabs} />
      {tab === 'steps' && (
        <StepsTab
          {...{ address, run, steps, state, selectedId, inspectorRef }}
          awaitsTurns={failureCount === 0}
          onSelect={select}
        />
      )}
      {tab === 'conversation' && (
        <div className="flex max-w-3xl flex-col gap-6">
          <Conversation steps={steps} run={run} />
          <ContinueRun address={address} run={run} />
        </div>
      )}
      {tab === 'state' && <RunStateTab address={address} run={run} />}
      {tab === 'files' && <AgentRunFiles address={address} files={run.files} />}
      {tab === 'compare' && (
        <Suspense fallback={<Loading lineCount={6} />}>
          <RunComparison address={address} run={run} steps={steps} />
        </Suspense>
      )}
    </>
  );
}

function AgentFailureAct({ address, run, reason }: RunProps & { readonly reason: string }) {
  const { org_id, project_id, task_agent_id: id } = address;
  const canRun = useHasPermission('task_agent', 'run', id) === true;
  const { deleted } = run.task_agent;
  const target = { org_id, project_id, kind: 'task_agent', id, message: run.message } as const;
  return (
    <FailureActButton {...{ reason, target }} canRunAgain={canRun && !deleted && canRepeat(run)} isDeleted={deleted} />
  );
}

interface StepsTabProps extends RunProps {
  readonly steps: RunSteps;
  readonly state: StreamState;
  readonly selectedId: string | undefined;
  readonly inspectorRef: { current: HTMLElement | null };
  /** Whether the steps are shown only with the stored turns. */
  readonly awaitsTurns: boolean;
  readonly onSelect: (id: string) => void;
}

/** Shows the timeline of steps beside the selected step, or beside the conversation without a selection. */
function StepsTab({ address, run, steps, state, selectedId, inspectorRef, awaitsTurns, onSelect }: StepsTabProps) {
  const people = usePeople().data;
  const names = useMemo(() => new Map((people ?? []).map(({ member, name }) => [getMemberId(member), name])), [people]);
  return (
    <div className="grid gap-4 lg:h-[70vh] lg:min-h-96 lg:grid-cols-[3fr_2fr] lg:grid-rows-[minmax(0,1fr)]">
      <section aria-label={w.runs.steps.name} className="flex min-h-0 min-w-0 flex-col">
        <Timeline
          status={<StreamStatus state={state} />}
          steps={steps}
          awaitsTurns={awaitsTurns}
          names={names}
          selectedId={selectedId}
          onSelect={onSelect}
        />
      </section>
      <section
        ref={inspectorRef}
        aria-label={w.runs.inspector}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the section
        tabIndex={0}
        className="scrolls-itself-lg min-w-0 rounded-lg border bg-surface shadow-sm lg:min-h-0 lg:overflow-y-auto"
      >
        {/* The padding is inside the scroll container, because the sticky button bar aligns with its edge. */}
        <div className="min-h-full p-4">
          {selectedId === undefined ? (
            <Conversation steps={steps} run={run} />
          ) : (
            <Inspector {...{ steps, run, address, names }} id={selectedId} />
          )}
        </div>
      </section>
    </div>
  );
}

interface PendingApprovalProps {
  readonly steps: RunSteps;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** Opens the approval request that the run waits for. Renders nothing while that request is selected. */
function PendingApproval({ steps, selectedId, onSelect }: PendingApprovalProps) {
  useStepsVersion(steps);
  const id = steps.findPendingApproval()?.id;
  if (id === undefined || id === selectedId) return null;
  return (
    <Button isSmall variant="primary" onClick={() => onSelect(id)}>
      {w.runs.decide}
    </Button>
  );
}

/** Shows the state of the event stream. */
function StreamStatus({ state }: { readonly state: StreamState }) {
  const isBroken = state === 'broken';
  return (
    <span role="status" className={joinClassNames(isBroken && 'text-danger')}>
      {w.runs.following[state]}
    </span>
  );
}
