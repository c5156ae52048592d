import { useState } from 'react';
import { markHidden } from '../../lib/hidden-text.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toErrorSummary } from '../../ui/error-alert.tsx';
import { HiddenCharactersWarning } from '../../ui/hidden-characters-warning.tsx';
import { w } from '../../words/index.ts';
import { SEEN_AT_ONCE } from './argument-list.tsx';
import { sizeOf } from './changes.ts';
import { kindOf, sayStatus } from './kinds.ts';
import type { Approval } from './queries.ts';
import { sentenceOf } from './sentence.ts';
import { send } from './use-decision.ts';

/** Whether requests may be decided together: one tool, one effect, and nothing that has to be looked at by itself. */
export function mayTogether(requests: readonly Approval[]): boolean {
  const [first] = requests;
  return requests.every(
    ({ kind, tool_name, effect, arguments: given }) =>
      kindOf({ kind }).together &&
      kind === first?.kind &&
      tool_name === first.tool_name &&
      effect === first.effect &&
      (effect === 'none' || effect === 'reversible') &&
      sizeOf(given) <= SEEN_AT_ONCE,
  );
}

interface Props {
  readonly chosen: readonly Approval[];
  readonly onClear: () => void;
}

/** What is selected, and the way to decide it together. */
export function Bulk({ chosen, onClear }: Props) {
  const [shown, setShown] = useState<readonly Approval[]>();
  const close = () => {
    setShown(undefined);
    onClear();
  };
  if (shown) return <BulkDialog requests={shown} onClose={close} />;
  if (chosen.length === 0) return null;
  const may = mayTogether(chosen);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border bg-surface p-2">
      <span className="flex-1">{w.approvals.bulk.chosen(chosen.length)}</span>
      <Button isSmall disabled={!may} onClick={() => setShown(chosen)}>
        {w.approvals.bulk.open}
      </Button>
      <Button isSmall variant="quiet" onClick={onClear}>
        {w.approvals.bulk.clear}
      </Button>
      {!may && <p className="w-full text-sm text-muted">{w.approvals.bulk.bounds}</p>}
    </div>
  );
}

type Outcome = 'waiting' | 'sending' | { readonly said: string };

/** Lists what is decided before it is, sends one call each, and says of each what came of it. */
function BulkDialog({ requests, onClose }: { readonly requests: readonly Approval[]; readonly onClose: () => void }) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const began = outcomes.size > 0;
  const note = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome));
  const decide = async (verdict: 'approve' | 'reject') => {
    for (const request of requests) {
      note(request.id, 'sending');
      try {
        const { status } = await send(request, { verdict }, crypto.randomUUID());
        note(request.id, { said: sayStatus(request.kind, status) });
      } catch (error) {
        note(request.id, { said: toErrorSummary(error) });
      }
    }
    void queryClient.invalidateQueries({ queryKey: ['approval_request'] });
  };
  const sayOutcome = (outcome: Outcome = 'waiting') =>
    typeof outcome === 'string' ? w.approvals.bulk[outcome] : outcome.said;
  return (
    <Dialog title={w.approvals.bulk.title} onClose={onClose}>
      <p>{w.approvals.bulk.list}</p>
      <ul aria-live="polite" className="my-3 flex flex-col gap-2">
        {requests.map((request) => (
          <li key={request.id} className="rounded border p-2">
            <p className="break-words">{sentenceOf(request)}</p>
            <pre className="font-mono text-sm break-words whitespace-pre-wrap text-muted">
              {markHidden(JSON.stringify(request.arguments))}
              <HiddenCharactersWarning value={request.arguments} />
            </pre>
            {began && <p className="font-medium">{sayOutcome(outcomes.get(request.id))}</p>}
          </li>
        ))}
      </ul>
      {!began && (
        <div className="flex gap-2">
          <Button variant="primary" onClick={() => void decide('approve')}>
            {w.approvals.bulk.approve(requests.length)}
          </Button>
          <Button variant="danger" onClick={() => void decide('reject')}>
            {w.approvals.bulk.reject(requests.length)}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
