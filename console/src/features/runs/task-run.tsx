import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { formatDuration } from '../../lib/time.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { Receipt } from './acts.tsx';
import { RunFeedback } from './feedback.tsx';
import { LiveText } from './live-text.tsx';
import { type TaskAddress, type TaskRun, taskRun } from './queries.ts';
import { RunFiles } from './run-files.tsx';
import { FINAL, StateSign } from './state-sign.tsx';

interface Props {
  readonly address: TaskAddress;
  readonly workflowUrl: string | null;
}

/** What the answer called, and what it waits for a person about. */
function ToolCalls({ run }: { readonly run: TaskRun }) {
  const { tool_calls: calls = [], approval_requests: requests = [] } = run;
  if (calls.length === 0) return null;
  const waiting = requests.filter(({ status }) => status === 'pending');
  return (
    <section className="min-w-0 rounded-md border bg-surface p-3">
      <h2 className="mb-2 font-semibold">{w.runs.toolCalls}</h2>
      {waiting.map(({ id, tool_name }) => (
        <p key={id} className="mb-2">
          <Link to="/approvals/$approvalId" params={{ approvalId: id }} className="text-accent underline">
            {w.runs.decideCall(tool_name)}
          </Link>
        </p>
      ))}
      <JsonTree
        value={calls.map(({ tool_name, arguments: args, status, outcome, result }) => ({
          tool_name,
          arguments: args,
          outcome: outcome ?? status,
          result,
        }))}
      />
    </section>
  );
}

/** A run of a task: what went in, what came out, what it cost. */
export function TaskRunView({ address, workflowUrl }: Props) {
  const query = useQuery(taskRun(address));
  const mayRun = useHasPermission('task', 'run', address.task_id);
  const run = query.data;
  if (!run) return <PagePlaceholder title={w.runs.title} query={query} />;
  const isOver = FINAL.includes(run.status);
  const took = run.completed === null ? undefined : Date.parse(run.completed) - Date.parse(run.created);
  const acts = (
    <div className="flex flex-wrap gap-2">
      {workflowUrl && (
        <a href={workflowUrl} target="_blank" rel="noopener noreferrer" className={getButtonClassName('quiet')}>
          {w.runs.temporal}
        </a>
      )}
      {mayRun && <StopTask address={address} isOver={isOver} />}
    </div>
  );
  return (
    <Page title={run.task.name} actions={acts}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateSign status={run.status} />
        <CopyableId id={run.id} className="text-muted" />
        <Time at={run.created} />
        {took !== undefined && <span>{formatDuration(took)}</span>}
        <span>{w.runs.inAndOut(formatNumber(run.input_tokens), formatNumber(run.output_tokens))}</span>
        <span>{w.runs.credits(formatDecimal(run.charged_credits))}</span>
      </p>
      {run.error && (
        <p role="alert" className="rounded-md border border-danger bg-danger-subtle p-2 text-danger">
          <ReasonText {...run.error} />
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <section className="min-w-0 rounded-md border bg-surface p-3">
          <h2 className="mb-2 font-semibold">{w.runs.input}</h2>
          <JsonTree value={run.run_data} />
          <RunFiles address={address} files={run.files.filter(({ made }) => !made)} />
        </section>
        <section className="min-w-0 rounded-md border bg-surface p-3">
          <h2 className="mb-2 font-semibold">{w.runs.output}</h2>
          {run.stream && !isOver ? <LiveText address={address} /> : <Response value={run.response} />}
          <RunFiles address={address} files={run.files.filter(({ made }) => made)} />
        </section>
      </div>
      <ToolCalls run={run} />
      <RunFeedback of={{ subject: { kind: 'task', id: address.task_id }, runId: address.task_run_id }} />
    </Page>
  );
}

function Response({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <p className="text-muted">{w.runs.noOutput}</p>;
  return typeof value === 'string' ? <SafeMarkdown text={value} /> : <JsonTree value={value} openLevels={4} />;
}

interface StopProps {
  readonly address: TaskAddress;
  /** Whether there is nothing left to stop. */
  readonly isOver: boolean;
}

/** Stops a run of a task, and shows what had happened by then, also once the run is over. Shared with tasks. */
export function StopTask({ address, isOver }: StopProps) {
  const [key] = useState(() => crypto.randomUUID());
  const stop = useMutation({
    mutationFn: () => {
      const params = { path: { ...address }, header: { 'Idempotency-Key': key } };
      return post(`${TASK}/run/{task_run_id}/cancel`, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['task_run', address.task_run_id] }),
  });
  return (
    <>
      {!isOver && (
        <Button isPending={stop.isPending} onClick={() => stop.mutate()}>
          {w.runs.cancelNow}
        </Button>
      )}
      {(stop.data ?? stop.error) && (
        <Dialog title={w.runs.receipt} onClose={() => stop.reset()}>
          {stop.data ? <Receipt receipt={stop.data} /> : <ErrorAlert error={stop.error} />}
        </Dialog>
      )}
    </>
  );
}
