import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isolateText, markHidden } from '../../lib/hidden-text.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ArgumentList } from './argument-list.tsx';
import { DiffView } from './diff-view.tsx';
import { kindOf, sayStatus, wordsOf } from './kinds.ts';
import { type Approval, eventsOf, runOf } from './queries.ts';

/** What became of a request: what was shown, who decided and with what, what was carried out, what came of it. */
export function Receipt({ request }: { readonly request: Approval }) {
  const { call, decisions, arguments: shown } = request;
  const edited = decisions.find((each) => each.arguments !== null)?.arguments;
  const result = useResult(request);
  const { decided } = wordsOf(request);
  return (
    <section aria-label={w.approvals.receipt} className="flex flex-col gap-4">
      <ol className="flex flex-col gap-3 border-s-2 ps-4">
        <Step name={w.approvals.receiptSteps.shown} at={request.created}>
          {w.approvals.askedBy(
            isolateText(request.requested_by_name ?? request.requested_by),
            isolateText(request.task_agent_name),
          )}
        </Step>
        {decisions.map(({ decision, by, by_name, at, note }) => (
          <Step key={by} name={decided[decision as keyof typeof decided] ?? decision} at={at}>
            {isolateText(by_name ?? by)}
            {note && <q className="ms-2 break-words">{markHidden(note)}</q>}
          </Step>
        ))}
        {decisions.length === 0 && request.status !== 'pending' && (
          <Step name={sayStatus(request.kind, request.status)} at={request.decided_at}>
            {w.approvals.nobody}
          </Step>
        )}
        {call && <Executed request={request} call={call} />}
      </ol>
      {edited && <DiffView before={shown} after={edited} />}
      <ArgumentList name={wordsOf(request).given} value={edited ?? shown} onSeen={() => {}} />
      {result !== undefined && (
        <section>
          <h2 className="font-semibold">{w.approvals.result}</h2>
          <JsonTree value={result} />
        </section>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {w.approvals.digest}{' '}
        <Copyable text={request.arguments_digest} displayText={`${request.arguments_digest.slice(0, 16)}…`} />
        <Button isSmall onClick={() => save(request, result)}>
          {w.approvals.export}
        </Button>
      </p>
    </section>
  );
}

/** What the call answered, where it was made. */
function useResult(request: Approval): unknown {
  const scope = useScope();
  const made = request.call?.completed != null;
  const run = useQuery({ ...runOf(scope, request), enabled: made }).data;
  const events = useQuery(eventsOf(scope, made ? run : undefined)).data?.events ?? [];
  const results = events.flatMap(({ tool_results }) => tool_results);
  return results.find(({ tool_call_id }) => tool_call_id === request.tool_call_id)?.result;
}

function Step({
  name,
  at,
  children,
}: {
  readonly name: string;
  readonly at: string | null;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <span className="font-medium">{name}</span> {at && <Time at={at} />}
      <div className="text-muted">{children}</div>
    </li>
  );
}

interface ExecutedProps {
  readonly request: Approval;
  readonly call: NonNullable<Approval['call']>;
}

function Executed({ request, call }: ExecutedProps) {
  const { started, completed, child_run_id } = call;
  return (
    <Step name={w.approvals.receiptSteps.call} at={completed ?? started}>
      {kindOf(request).callSays(request)}
      {child_run_id && (
        <Link to="/runs/$runId" params={{ runId: child_run_id }} className="ms-2 text-accent underline">
          {w.approvals.openRun}
        </Link>
      )}
    </Step>
  );
}

/** Saves the receipt as a file, with everything that the record of the API says. */
function save(request: Approval, result: unknown): void {
  const text = JSON.stringify({ ...request, result: result ?? null }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `approval-${request.id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
