import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert, showErrorToast } from '../../ui/error-alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { RunAddress } from './follow.ts';
import type { AgentRun } from './queries.ts';
import { FINAL, StateSign } from './state-sign.tsx';

interface Props {
  readonly address: RunAddress;
  readonly run: AgentRun;
  readonly workflowUrl: string | null;
}

/** What can be done about a run: stop it, let it go on, look at its history in Temporal. */
export function RunActs({ address, run, workflowUrl }: Props) {
  const [stopping, setStopping] = useState(false);
  const over = FINAL.includes(run.status);
  const mayRun = useHasPermission('task_agent', 'run', address.task_agent_id);
  const params = { path: { ...address }, header: { Prefer: 'respond-async', 'Idempotency-Key': crypto.randomUUID() } };
  const resume = useMutation({
    mutationFn: () => post(`${AGENT}/run/{run_id}/resume`, { params, body: {} }),
    onSuccess: () => {
      showToast(w.runs.resumed);
      void queryClient.invalidateQueries({ queryKey: ['agent_run', run.id] });
    },
    onError: showErrorToast,
  });
  return (
    <div className="flex flex-wrap gap-2">
      {workflowUrl && (
        <a href={workflowUrl} target="_blank" rel="noopener noreferrer" className={getButtonClassName('quiet')}>
          {w.runs.temporal}
        </a>
      )}
      {run.status === 'held' && mayRun && (
        <Button variant="primary" isPending={resume.isPending} onClick={() => resume.mutate()}>
          {w.runs.resume}
        </Button>
      )}
      {!over && mayRun && <Button onClick={() => setStopping(true)}>{w.runs.cancel}</Button>}
      {stopping && <Stop address={address} onClose={() => setStopping(false)} />}
    </div>
  );
}

/** Asks once more, stops, and shows what had happened by then. */
function Stop({ address, onClose }: { readonly address: RunAddress; readonly onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const stop = useMutation({
    mutationFn: () => {
      const params = { path: { ...address }, header: { 'Idempotency-Key': key } };
      return post(`${AGENT}/run/{run_id}/cancel`, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['agent_run', address.run_id] }),
  });
  return (
    <Dialog title={stop.data ? w.runs.receipt : w.runs.cancelAsk} onClose={onClose}>
      {stop.data ? (
        <Receipt receipt={stop.data} />
      ) : (
        <div className="flex flex-col gap-3">
          <p>{w.runs.cancelHint}</p>
          {stop.error && <ErrorAlert error={stop.error} />}
          <div className="flex gap-2">
            <Button variant="danger" isPending={stop.isPending} onClick={() => stop.mutate()}>
              {w.runs.cancelNow}
            </Button>
            <Button onClick={onClose}>{w.runs.keep}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

type RunReceipt = Pick<Schemas['AgentRunReceipt'], 'stopped' | 'done' | 'unknown' | 'spent'> & {
  readonly run: { readonly status: string };
};

/** What a stop came to: what did not happen any more, what had, what nobody knows, and what was spent. */
export function Receipt({ receipt }: { readonly receipt: RunReceipt }) {
  const { run, spent } = receipt;
  return (
    <div className="flex flex-col gap-3">
      <p>
        <StateSign status={run.status} />
      </p>
      {(['stopped', 'done', 'unknown'] as const).map((part) => (
        <section key={part}>
          <h3 className="font-medium">{w.runs.receiptParts[part]}</h3>
          {receipt[part].length === 0 && <p className="text-muted">{w.runs.noCalls}</p>}
          <ul>
            {receipt[part].map(({ tool_call_id, tool_name, detail }) => (
              <li key={tool_call_id} className="break-words">
                {tool_name} {detail && <span className="text-muted">{detail}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        {w.runs.inAndOut(formatNumber(spent.input_tokens), formatNumber(spent.output_tokens))} ·{' '}
        {w.runs.credits(formatDecimal(spent.charged_credits))}
      </p>
    </div>
  );
}
