import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { TASK } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { formatBytes, formatCredits, formatNumber } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { TextareaField } from '../../../ui/field.tsx';
import { FileDropField } from '../../../ui/file-drop-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Play, X } from '../../../ui/icons.ts';
import { SafeMarkdown } from '../../../ui/markdown.tsx';
import { ReasonText } from '../../../ui/reason-text.tsx';
import { w } from '../../../words/index.ts';
import { LiveText } from '../../runs/live-text.tsx';
import { type TaskAddress, type TaskRun, taskRunQuery } from '../../runs/queries.ts';
import { RunFiles } from '../../runs/run-files.tsx';
import { FINAL_STATUSES, RunStatusBadge } from '../../runs/run-status.tsx';
import { CancelTaskRunButton } from '../../runs/task-run-view.tsx';
import type { Candidate } from '../../test-cases/candidates.ts';
import { KeepCaseButton } from '../../test-cases/keep-case.tsx';
import type { TestSet } from '../../test-cases/use-test-set.ts';
import type { useCandidates } from './candidates.ts';

/** Values of the prompt's variables. */
export type TestInput = Readonly<Record<string, string>>;

interface Props {
  readonly taskId: string;
  readonly candidate: Candidate;
  readonly candidates: ReturnType<typeof useCandidates>;
  readonly takesFiles: boolean;
  readonly canEdit: boolean;
  readonly input: TestInput;
  readonly onInputChange: (input: TestInput) => void;
  readonly testSet: TestSet;
}

/** Runs a candidate on variables and files, shows its progress, and keeps the input as a case. */
export function Trial({ taskId, candidate, candidates, takesFiles, canEdit, input, onInputChange, testSet }: Props) {
  const scope = useScope();
  const formId = useId();
  const canRun = useHasPermission('task', 'run', taskId);
  const [files, setFiles] = useState<readonly File[]>([]);
  const variables = candidates.getVariables(candidate);
  const task_input = Object.fromEntries(variables.map((name) => [name, input[name] ?? '']));
  const startRun = useMutation({
    mutationFn: async () => {
      const revision_id = await candidates.getRevisionId(candidate);
      const run = await post(`${TASK}/run`, {
        // Async, so that the page can stream and stop a slow run.
        params: {
          path: { ...scope, task_id: taskId },
          query: { revision_id },
          header: { Prefer: 'respond-async' },
        },
        // Files are sent as a multipart form.
        body: { task_input, stream: true, ...(files.length > 0 && { task_file: files }) },
      });
      return { id: run.id, hasFiles: files.length > 0 };
    },
  });
  const lastRun = startRun.data;
  const lastAddress = { ...scope, task_id: taskId, task_run_id: lastRun?.id ?? '' };
  const output = useQuery({ ...taskRunQuery(lastAddress), enabled: lastRun !== undefined }).data?.response;
  // A case takes the files from the run.
  const needsRun = files.length > 0 || lastRun?.hasFiles === true;
  const caseInput = !needsRun ? { task_input } : lastRun && { reference_run_id: lastRun.id };
  return (
    <>
      {canRun === false && <p>{w.tasks.cannotRun}</p>}
      {canRun && (
        <Form id={formId} className="flex flex-col gap-3" onSubmit={() => startRun.mutate()}>
          {variables.map((name) => (
            <TextareaField
              key={name}
              label={name}
              path={`task_input.${name}`}
              error={startRun.error}
              rows={2}
              value={input[name] ?? ''}
              onChange={(event) => onInputChange({ ...input, [name]: event.target.value })}
            />
          ))}
          {takesFiles && <TrialFiles value={files} onChange={setFiles} />}
        </Form>
      )}
      {/* Outside the form: the dialog has a form of its own. */}
      {canRun && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" form={formId} variant="primary" isPending={startRun.isPending}>
            <Play className="size-4" /> {w.tasks.run}
          </Button>
          {canEdit && <KeepCaseButton testSet={testSet} input={caseInput} output={output} />}
        </div>
      )}
      {startRun.error && <ErrorAlert error={startRun.error} />}
      {lastRun && <TrialRun key={lastRun.id} address={lastAddress} />}
    </>
  );
}

interface TrialFilesProps {
  readonly value: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** Files of the trial run. */
function TrialFiles({ value, onChange }: TrialFilesProps) {
  return (
    <>
      <FileDropField
        label={w.tasks.addFiles}
        prompt={w.tasks.filesLead}
        multiple
        onSelectFiles={(files) => onChange([...value, ...files])}
      />
      <ul className="flex flex-col gap-1">
        {value.map((file) => (
          <li key={`${file.name} ${file.lastModified}`} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 break-all">
              {file.name} <span className="text-sm text-muted">{formatBytes(file.size)}</span>
            </span>
            <Button
              isSmall
              variant="quiet"
              aria-label={w.tasks.removeFile({ name: file.name })}
              onClick={() => onChange(value.filter((other) => other !== file))}
            >
              <X className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows a run's streamed text and its record, which change events refetch. */
function TrialRun({ address }: { readonly address: TaskAddress }) {
  const { data: run, error, refetch } = useQuery(taskRunQuery(address));
  const isFinal = run !== undefined && FINAL_STATUSES.includes(run.status);
  return (
    <div className="flex flex-col gap-2 border-t pt-3">
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      <div role="status" className="flex flex-wrap items-center gap-3">
        {run && <RunStatusBadge status={run.status} />}
        <Link to="/runs/$runId" params={{ runId: address.task_run_id }} className="text-sm link">
          {w.tasks.openRun}
        </Link>
      </div>
      {run && !isFinal && <LiveText address={address} />}
      {run && (
        <div>
          <CancelTaskRunButton address={address} hasEnded={isFinal} />
        </div>
      )}
      {run && isFinal && <TrialResult run={run} address={address} />}
    </div>
  );
}

function TrialResult({ run, address }: { readonly run: TaskRun; readonly address: TaskAddress }) {
  const text = typeof run.response === 'string' ? run.response : JSON.stringify(run.response, null, 2);
  return (
    <>
      {run.error ? (
        <p className="text-danger">
          <ReasonText {...run.error} />
        </p>
      ) : (
        <SafeMarkdown text={text ?? ''} />
      )}
      <RunFiles address={address} files={run.files.filter(({ made }) => made)} />
      <p className="text-sm text-muted">
        {w.tasks.spent({ tokens: formatNumber(run.total_tokens), credits: formatCredits(run.charged_credits) })}
      </p>
    </>
  );
}
