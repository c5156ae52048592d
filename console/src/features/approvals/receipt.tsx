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
import { ArgumentDiff } from './argument-diff.tsx';
import { ArgumentList } from './argument-list.tsx';
import { formatStatus, getKindConfig, getKindTexts } from './kinds.ts';
import { type Approval, agentRunQuery, runEventsQuery } from './queries.ts';

/** Shows the requested arguments, the decisions, the call and its result. */
export function Receipt({ request }: { readonly request: Approval }) {
  const { call, decisions, arguments: requestedArguments } = request;
  const editedArguments = decisions.find((each) => each.arguments !== null)?.arguments;
  const result = useCallResult(request);
  const { decided: decisionTexts } = getKindTexts(request);
  return (
    <section aria-label={w.approvals.receipt} className="flex flex-col gap-4">
      <ol className="flex flex-col gap-3 border-s-2 ps-4">
        <ReceiptStep name={w.approvals.receiptSteps.shown} at={request.created}>
          {w.approvals.askedBy({
            who: isolateText(request.requested_by_name ?? request.requested_by),
            agent: isolateText(request.task_agent_name),
          })}
        </ReceiptStep>
        {decisions.map(({ decision, by, by_name, at, note }) => (
          <ReceiptStep key={by} name={decisionTexts[decision as keyof typeof decisionTexts] ?? decision} at={at}>
            {isolateText(by_name ?? by)}
            {note && <q className="ms-2 break-words">{markHidden(note)}</q>}
          </ReceiptStep>
        ))}
        {decisions.length === 0 && request.status !== 'pending' && (
          <ReceiptStep name={formatStatus(request.kind, request.status)} at={request.decided_at}>
            {w.approvals.nobody}
          </ReceiptStep>
        )}
        {call && <CallStep request={request} call={call} />}
      </ol>
      {editedArguments && <ArgumentDiff before={requestedArguments} after={editedArguments} />}
      <ArgumentList
        name={getKindTexts(request).given}
        value={editedArguments ?? requestedArguments}
        onEndReached={() => {}}
      />
      {result !== undefined && (
        <section>
          <h2 className="font-semibold">{w.approvals.result}</h2>
          <JsonTree value={result} />
        </section>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {w.approvals.digest}{' '}
        <Copyable text={request.arguments_digest} displayText={`${request.arguments_digest.slice(0, 16)}…`} />
        <Button isSmall onClick={() => downloadReceipt(request, result)}>
          {w.approvals.export}
        </Button>
      </p>
    </section>
  );
}

/** Returns the result of the call. */
function useCallResult(request: Approval): unknown {
  const scope = useScope();
  const isCompleted = request.call?.completed != null;
  const run = useQuery({ ...agentRunQuery(scope, request), enabled: isCompleted }).data;
  const events = useQuery(runEventsQuery(scope, isCompleted ? run : undefined)).data?.events ?? [];
  const results = events.flatMap(({ tool_results }) => tool_results);
  return results.find(({ tool_call_id }) => tool_call_id === request.tool_call_id)?.result;
}

function ReceiptStep({
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

interface CallStepProps {
  readonly request: Approval;
  readonly call: NonNullable<Approval['call']>;
}

function CallStep({ request, call }: CallStepProps) {
  const { started, completed, child_run_id } = call;
  return (
    <ReceiptStep name={w.approvals.receiptSteps.call} at={completed ?? started}>
      {getKindConfig(request).formatCallResult(request)}
      {child_run_id && (
        <Link to="/runs/$runId" params={{ runId: child_run_id }} className="ms-2 link">
          {w.approvals.openRun}
        </Link>
      )}
    </ReceiptStep>
  );
}

/** Downloads the request and its result as JSON. */
function downloadReceipt(request: Approval, result: unknown): void {
  const text = JSON.stringify({ ...request, result: result ?? null }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `approval-${request.id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
