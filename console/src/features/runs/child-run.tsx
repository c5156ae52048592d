import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { locateQuery } from '../../lib/locate.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { type TaskAddress, taskRunQuery } from './queries.ts';
import { StepLine } from './step-line.tsx';
import { type RunAddress, useRunSteps } from './use-run-steps.ts';
import { useStepsVersion } from './use-steps-version.ts';

/** The run that a call started. It opens in place: the steps of an agent's run, the output of a task's. */
export function ChildRun({ runId }: { readonly runId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="rounded-md border" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="px-3 py-2 font-medium">{w.runs.child}</summary>
      {isOpen && (
        <div className="flex flex-col gap-2 border-t px-3 py-2 text-sm">
          <ChildContent runId={runId} />
          <Link to="/runs/$runId" params={{ runId }} className="link">
            {w.approvals.openRun}
          </Link>
        </div>
      )}
    </details>
  );
}

function ChildContent({ runId }: { readonly runId: string }) {
  const { data, error, refetch } = useQuery(locateQuery(runId));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lineCount={3} />;
  const { org_id, project_id, task_id, task_agent_id, run_id } = data;
  return task_agent_id === null ? (
    <TaskOutput address={{ org_id, project_id, task_id: task_id ?? '', task_run_id: run_id }} />
  ) : (
    <AgentSteps address={{ org_id, project_id, task_agent_id, run_id }} />
  );
}

function TaskOutput({ address }: { readonly address: TaskAddress }) {
  const { data, error, refetch } = useQuery(taskRunQuery(address));
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lineCount={3} />;
  return data.response == null ? <p className="text-muted">{w.runs.noOutput}</p> : <JsonTree value={data.response} />;
}

/** Steps that are listed in place. The page of the run has all. */
const MAX_STEPS = 100;
const INDENT_CLASSES = { 1: '', 2: 'ps-4', 3: 'ps-8' } as const;

function AgentSteps({ address }: { readonly address: RunAddress }) {
  const { steps, error, retry } = useRunSteps(address, false);
  useStepsVersion(steps);
  return (
    <>
      {error !== undefined && <ErrorAlert error={error} onRetry={retry} />}
      <ol aria-label={w.runs.child} className="flex flex-col gap-1">
        {steps.list.slice(0, MAX_STEPS).map((step) => (
          <li key={step.id} className={joinClassNames(INDENT_CLASSES[step.level])}>
            <StepLine step={step} />
          </li>
        ))}
      </ol>
    </>
  );
}
