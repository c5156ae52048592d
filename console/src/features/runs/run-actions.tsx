import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert, showErrorToast } from '../../ui/error-alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { AgentRun } from './queries.ts';
import { CopyAsMenu, canRepeat, RunAgainButton } from './run-again.tsx';
import { FINAL_STATUSES, RunStatusBadge } from './run-status.tsx';
import type { RunAddress } from './use-run-steps.ts';
import { WAIT_ACTS } from './wait-acts.ts';

interface Props {
  readonly address: RunAddress;
  readonly run: AgentRun;
  readonly workflowUrl: string | null;
}

/** Actions of a run: cancel, resume and the link to its history in Temporal. */
export function RunActions({ address, run, workflowUrl }: Props) {
  const [isCancelling, setIsCancelling] = useState(false);
  const hasEnded = FINAL_STATUSES.includes(run.status);
  const canRun = useHasPermission('task_agent', 'run', address.task_agent_id);
  const isHeld = run.status === 'held';
  const canResume = isHeld || (run.waiting_for !== null && WAIT_ACTS[run.waiting_for.kind].action === 'retry');
  const { org_id, project_id, task_agent_id: id } = address;
  const target = { org_id, project_id, kind: 'task_agent', id, message: run.message } as const;
  const params = { path: { ...address }, header: { Prefer: 'respond-async', 'Idempotency-Key': createUuid() } };
  const resume = useMutation({
    mutationFn: () => post(`${AGENT}/run/{run_id}/resume`, { params, body: {} }),
    onSuccess: () => {
      showToast(isHeld ? w.runs.resumed : w.runs.retried);
      void queryClient.invalidateQueries({ queryKey: ['agent_run', run.id] });
    },
    onError: showErrorToast,
  });
  return (
    <div className="flex flex-wrap gap-2">
      {workflowUrl && (
        <a href={workflowUrl} target="_blank" rel="noopener noreferrer" className={getButtonClassName()}>
          {w.runs.temporal}
        </a>
      )}
      {canResume && canRun && (
        <Button variant="primary" isPending={resume.isPending} onClick={() => resume.mutate()}>
          {isHeld ? w.runs.resume : w.runs.retry}
        </Button>
      )}
      <CopyAsMenu target={target} />
      {canRun && !run.task_agent.deleted && canRepeat(run) && <RunAgainButton target={target} />}
      {!hasEnded && canRun && <Button onClick={() => setIsCancelling(true)}>{w.runs.cancel}</Button>}
      {isCancelling && <CancelRunDialog address={address} onClose={() => setIsCancelling(false)} />}
    </div>
  );
}

/** Cancels a run after confirmation and shows the receipt. */
function CancelRunDialog({ address, onClose }: { readonly address: RunAddress; readonly onClose: () => void }) {
  const [idempotencyKey] = useState(() => createUuid());
  const cancel = useMutation({
    mutationFn: () => {
      const params = { path: { ...address }, header: { 'Idempotency-Key': idempotencyKey } };
      return post(`${AGENT}/run/{run_id}/cancel`, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['agent_run', address.run_id] }),
  });
  return (
    <Dialog title={cancel.data ? w.runs.receipt : w.runs.cancelAsk} onClose={onClose}>
      {cancel.data ? (
        <CancellationReceipt receipt={cancel.data} />
      ) : (
        <div className="flex flex-col gap-3">
          <p>{w.runs.cancelHint}</p>
          {cancel.error && <ErrorAlert error={cancel.error} />}
          <div className="flex gap-2">
            <Button variant="danger" isPending={cancel.isPending} onClick={() => cancel.mutate()}>
              {w.runs.cancelNow}
            </Button>
            <Button onClick={onClose}>{w.runs.keep}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

type CancellationReceiptData = Pick<Schemas['AgentRunReceipt'], 'stopped' | 'done' | 'unknown' | 'spent'> & {
  readonly run: { readonly status: string };
};

/** Shows what a cancellation prevented, what had completed, which outcomes are unknown, and the cost. */
export function CancellationReceipt({ receipt }: { readonly receipt: CancellationReceiptData }) {
  const { run, spent } = receipt;
  return (
    <div className="flex flex-col gap-3">
      <p>
        <RunStatusBadge status={run.status} />
      </p>
      {(['stopped', 'done', 'unknown'] as const).map((section) => (
        <section key={section}>
          <h3 className="font-medium">{w.runs.receiptParts[section]}</h3>
          {receipt[section].length === 0 && <p className="text-muted">{w.runs.noCalls}</p>}
          <ul>
            {receipt[section].map(({ tool_call_id, tool_name, detail }) => (
              <li key={tool_call_id} className="break-words">
                {tool_name} {detail && <span className="text-muted">{detail}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        {w.runs.inAndOut({ input: formatNumber(spent.input_tokens), output: formatNumber(spent.output_tokens) })} ·{' '}
        {w.runs.credits({ n: formatCredits(spent.charged_credits) })}
      </p>
    </div>
  );
}
