import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Loading } from '../../ui/loading.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { taskQuery } from '../tasks/queries.ts';
import { FailureActButton } from './failure-act.tsx';
import { LiveText } from './live-text.tsx';
import { getTaskRunDuration, type TaskAddress, type TaskRun, taskRunQuery } from './queries.ts';
import { CancellationReceipt } from './run-actions.tsx';
import { CopyAsMenu, canRepeat, RunAgainButton } from './run-again.tsx';
import { RunFeedback } from './run-feedback.tsx';
import { RunFiles } from './run-files.tsx';
import { RunReason } from './run-reason.tsx';
import { RunStarter } from './run-starter.tsx';
import { FINAL_STATUSES, RunStatusBadge } from './run-status.tsx';
import { Fact, Figures, RunTrace } from './run-summary.tsx';
import { getSubmittedInput } from './submitted-input.ts';

const TaskRunComparison = lazy(async () => ({
  default: (await import('./task-run-comparison.tsx')).TaskRunComparison,
}));

interface Props {
  readonly address: TaskAddress;
  readonly workflowUrl: string | null;
}

/** Lists the tool calls of a run and its pending approval requests. */
function ToolCalls({ run }: { readonly run: TaskRun }) {
  const { tool_calls: toolCalls = [], approval_requests: approvalRequests = [] } = run;
  if (toolCalls.length === 0) return null;
  const pendingRequests = approvalRequests.filter(({ status }) => status === 'pending');
  return (
    <section className="min-w-0 rounded-lg border bg-surface p-4 shadow-sm">
      <h2 className="mb-2 font-semibold">{w.runs.toolCalls}</h2>
      {pendingRequests.map(({ id, tool_name }) => (
        <p key={id} className="mb-2">
          <Link to="/approvals/$approvalId" params={{ approvalId: id }} className="link">
            {w.runs.decideCall({ tool: tool_name })}
          </Link>
        </p>
      ))}
      <JsonTree
        value={toolCalls.map(({ tool_name, arguments: args, status, outcome, result }) => ({
          tool_name,
          arguments: args,
          outcome: outcome ?? status,
          result,
        }))}
      />
    </section>
  );
}

interface RunResultProps {
  readonly address: TaskAddress;
  readonly run: TaskRun;
  readonly hasEnded: boolean;
}

/** Shows the input, output and tool calls of a run. */
function RunResult({ address, run, hasEnded }: RunResultProps) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <section className="min-w-0 rounded-lg border bg-surface p-4 shadow-sm">
          <h2 className="mb-2 font-semibold">{w.runs.input}</h2>
          <JsonTree value={run.run_data} />
          <RunFiles address={address} files={run.files.filter(({ made }) => !made)} />
        </section>
        <section className="min-w-0 rounded-lg border bg-surface p-4 shadow-sm">
          <h2 className="mb-2 font-semibold">{w.runs.output}</h2>
          {run.stream && !hasEnded ? <LiveText address={address} /> : <TaskResponse value={run.response} />}
          <RunFiles address={address} files={run.files.filter(({ made }) => made)} />
        </section>
      </div>
      <ToolCalls run={run} />
    </>
  );
}

const route = getRouteApi('/in/runs/$runId');

/** Shows the input, output, calls and cost of a task run, or compares it with another one. */
export function TaskRunView({ address, workflowUrl }: Props) {
  const isComparing = route.useSearch().tab === 'compare';
  const query = useQuery(taskRunQuery(address));
  const canRun = useHasPermission('task', 'run', address.task_id);
  const run = query.data;
  const hasTask = run?.task.deleted === false;
  const { data: task } = useQuery({ ...taskQuery(useScope(), address.task_id), enabled: hasTask });
  if (!run) return <PagePlaceholder title={w.runs.title} query={query} />;
  const { org_id, project_id, task_id: id } = address;
  const target = { org_id, project_id, kind: 'task', id, input: getSubmittedInput(run) } as const;
  const hasEnded = FINAL_STATUSES.includes(run.status);
  const durationMs = getTaskRunDuration(run);
  const tabs = (['result', 'compare'] as const).map((name) => ({
    label: w.runs.tabs[name],
    isCurrent: (name === 'compare') === isComparing,
    search: (search: object) => ({ ...search, tab: name === 'compare' ? name : undefined }),
  }));
  const canRunAgain = canRun === true && hasTask && canRepeat(run);
  const actions = (
    <div className="flex flex-wrap gap-2">
      {workflowUrl && (
        <a href={workflowUrl} target="_blank" rel="noopener noreferrer" className={getButtonClassName('quiet')}>
          {w.runs.temporal}
        </a>
      )}
      <CopyAsMenu target={target} />
      {canRunAgain && <RunAgainButton target={target} />}
      {canRun && <CancelTaskRunButton address={address} hasEnded={hasEnded} />}
    </div>
  );
  return (
    <Page title={run.task.name} actions={actions}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <RunStatusBadge status={run.status} />
        <Fact name={w.runs.task}>
          <Link to="/tasks/$taskId" params={{ taskId: run.task_id }} className="link break-words">
            {run.task.name}
          </Link>
        </Fact>
        <Fact name={w.runs.revision}>
          <Link to="/tasks/$taskId" params={{ taskId: run.task_id }} search={{ tab: 'revisions' }} className="link">
            {getRevisionName({ id: run.task_revision_id }, task?.revisions ?? [])}
          </Link>
        </Fact>
        <Fact name={w.runs.startedBy}>
          <RunStarter run={run} subject={{ kind: 'task', id: run.task_id }} />
        </Fact>
        <CopyableId id={run.id} />
        <RunTrace runId={run.id} />
        <Figures>
          <Time at={run.created} />
          {durationMs !== null && <span>{formatDuration(durationMs)}</span>}
          <span>
            {w.runs.inAndOut({ input: formatNumber(run.input_tokens), output: formatNumber(run.output_tokens) })}
          </span>
          <span>{w.runs.credits({ n: formatCredits(run.charged_credits) })}</span>
        </Figures>
      </div>
      <RunReason
        run={run}
        action={
          run.error && <FailureActButton reason={run.error.reason} isDeleted={!hasTask} {...{ target, canRunAgain }} />
        }
      />
      <Tabs label={w.runs.parts} tabs={tabs} />
      {isComparing ? (
        <Suspense fallback={<Loading lineCount={6} />}>
          <TaskRunComparison {...{ address, run, task }} />
        </Suspense>
      ) : (
        <RunResult {...{ address, run, hasEnded }} />
      )}
      <RunFeedback target={{ subject: { kind: 'task', id: address.task_id }, runId: address.task_run_id }} />
    </Page>
  );
}

function TaskResponse({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <p className="text-muted">{w.runs.noOutput}</p>;
  return typeof value === 'string' ? <SafeMarkdown text={value} /> : <JsonTree value={value} openLevels={4} />;
}

interface CancelTaskRunProps {
  readonly address: TaskAddress;
  /** Whether the run has ended. */
  readonly hasEnded: boolean;
}

/** Cancels a task run and shows the receipt, also after the run has ended. */
export function CancelTaskRunButton({ address, hasEnded }: CancelTaskRunProps) {
  const [idempotencyKey] = useState(() => createUuid());
  const cancel = useMutation({
    mutationFn: () => {
      const params = { path: { ...address }, header: { 'Idempotency-Key': idempotencyKey } };
      return post(`${TASK}/run/{task_run_id}/cancel`, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['task_run', address.task_run_id] }),
  });
  return (
    <>
      {!hasEnded && (
        <Button isPending={cancel.isPending} onClick={() => cancel.mutate()}>
          {w.runs.cancelNow}
        </Button>
      )}
      {(cancel.data ?? cancel.error) && (
        <Dialog title={w.runs.receipt} onClose={() => cancel.reset()}>
          {cancel.data ? <CancellationReceipt receipt={cancel.data} /> : <ErrorAlert error={cancel.error} />}
        </Dialog>
      )}
    </>
  );
}
