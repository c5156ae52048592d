import { useState } from 'react';
import { markHidden } from '../../lib/hidden-text.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createUuid } from '../../lib/uuid.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toErrorSummary } from '../../ui/error-alert.tsx';
import { HiddenCharactersWarning } from '../../ui/hidden-characters-warning.tsx';
import { w } from '../../words/index.ts';
import { MAX_SEEN_AT_ONCE_BYTES } from './argument-list.tsx';
import { getJsonBytes } from './diff-arguments.ts';
import { formatStatus, getKindConfig } from './kinds.ts';
import type { Approval } from './queries.ts';
import { formatSummary } from './summary.ts';
import { sendDecision } from './use-decision.ts';

/**
 * Returns whether the requests can be decided together: same kind, tool and reversible effect, with arguments that are
 * seen at once.
 */
function canDecideTogether(requests: readonly Approval[]): boolean {
  const [first] = requests;
  return requests.every(
    ({ kind, tool_name, effect, arguments: args }) =>
      getKindConfig({ kind }).canBulkDecide &&
      kind === first?.kind &&
      tool_name === first.tool_name &&
      effect === first.effect &&
      (effect === 'none' || effect === 'reversible') &&
      getJsonBytes(args) <= MAX_SEEN_AT_ONCE_BYTES,
  );
}

interface Props {
  readonly selected: readonly Approval[];
  readonly onClear: () => void;
}

/** Shows the number of selected requests and the button that opens the bulk decision. */
export function BulkActions({ selected, onClear }: Props) {
  const [dialogRequests, setDialogRequests] = useState<readonly Approval[]>();
  const close = () => {
    setDialogRequests(undefined);
    onClear();
  };
  if (dialogRequests) return <BulkDialog requests={dialogRequests} onClose={close} />;
  if (selected.length === 0) return null;
  const canDecide = canDecideTogether(selected);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border bg-surface p-2">
      <span className="flex-1">{w.approvals.bulk.chosen({ n: selected.length })}</span>
      <Button isSmall disabled={!canDecide} onClick={() => setDialogRequests(selected)}>
        {w.approvals.bulk.open}
      </Button>
      <Button isSmall variant="quiet" onClick={onClear}>
        {w.approvals.bulk.clear}
      </Button>
      {!canDecide && <p className="w-full text-sm text-muted">{w.approvals.bulk.bounds}</p>}
    </div>
  );
}

type Outcome = 'waiting' | 'sending' | { readonly text: string };

/** Lists the requests, sends one decision each and shows each outcome. */
function BulkDialog({ requests, onClose }: { readonly requests: readonly Approval[]; readonly onClose: () => void }) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const hasStarted = outcomes.size > 0;
  const setOutcome = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome));
  const decide = async (verdict: 'approve' | 'reject') => {
    for (const request of requests) {
      setOutcome(request.id, 'sending');
      try {
        const { status } = await sendDecision(request, { verdict }, createUuid());
        setOutcome(request.id, { text: formatStatus(request.kind, status) });
      } catch (error) {
        setOutcome(request.id, { text: toErrorSummary(error) });
      }
    }
    void queryClient.invalidateQueries({ queryKey: ['approval_request'] });
  };
  const formatOutcome = (outcome: Outcome = 'waiting') =>
    typeof outcome === 'string' ? w.approvals.bulk[outcome] : outcome.text;
  return (
    <Dialog title={w.approvals.bulk.title} onClose={onClose}>
      <p>{w.approvals.bulk.list}</p>
      <ul aria-live="polite" className="my-3 flex flex-col gap-2">
        {requests.map((request) => (
          <li key={request.id} className="rounded border p-2">
            <p className="break-words">{formatSummary(request)}</p>
            <pre className="font-mono text-sm break-words whitespace-pre-wrap text-muted">
              {markHidden(JSON.stringify(request.arguments))}
              <HiddenCharactersWarning value={request.arguments} />
            </pre>
            {hasStarted && <p className="font-medium">{formatOutcome(outcomes.get(request.id))}</p>}
          </li>
        ))}
      </ul>
      {!hasStarted && (
        <div className="flex gap-2">
          <Button variant="primary" onClick={() => void decide('approve')}>
            {w.approvals.bulk.approve({ n: requests.length })}
          </Button>
          <Button variant="danger" onClick={() => void decide('reject')}>
            {w.approvals.bulk.reject({ n: requests.length })}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
