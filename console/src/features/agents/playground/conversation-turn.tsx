import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatCredits, formatNumber } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { formatDuration } from '../../../lib/time.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../../ui/markdown.tsx';
import { ReasonText } from '../../../ui/reason-text.tsx';
import { useNow } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { formatStep } from '../../runs/format-step.ts';
import { type AgentRun, agentRunQuery } from '../../runs/queries.ts';
import { FINAL_STATUSES, getStatusLabel } from '../../runs/run-status.tsx';
import type { RunSteps } from '../../runs/run-steps.ts';
import type { Step } from '../../runs/step.ts';
import { type RunAddress, useRunSteps } from '../../runs/use-run-steps.ts';
import { useStepsVersion } from '../../runs/use-steps-version.ts';
import { PendingApproval } from './pending-approval.tsx';
import { ToolCard } from './tool-card.tsx';

interface Props {
  readonly address: RunAddress;
  readonly message: string;
  /** Possible effects of the tools by name. */
  readonly effects: ReadonlyMap<string, readonly string[]>;
  readonly scrollerRef: { readonly current: HTMLElement | null };
}

/** A message and the run that answers it: text, tool calls and approvals as they happen, then time and cost. */
export function ConversationTurn({ address, message, effects, scrollerRef }: Props) {
  const { steps, state, error, retry } = useRunSteps(address, false);
  useStepsVersion(steps);
  const run = useQuery(agentRunQuery(address)).data;
  useEffect(() => {
    if (state === 'over') void queryClient.invalidateQueries({ queryKey: ['agent_run', address.run_id] });
  }, [state, address.run_id]);
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <p
        dir="auto"
        className="max-w-[85%] self-end rounded-xl rounded-ee-sm bg-accent-subtle px-3 py-2 break-words whitespace-pre-wrap"
      >
        {message}
      </p>
      <div aria-live="off" className="flex min-w-0 flex-col gap-2" data-answer>
        {steps.list.map((step) => (
          <StepView key={step.id} step={step} steps={steps} effects={effects} scrollerRef={scrollerRef} />
        ))}
        {run?.formatted_output != null && <JsonTree value={run.formatted_output} />}
      </div>
      {error !== undefined && <ErrorAlert error={error} onRetry={retry} />}
      <TurnFooter run={run} steps={steps} runId={address.run_id} />
    </li>
  );
}

interface StepViewProps extends Pick<Props, 'effects' | 'scrollerRef'> {
  readonly step: Step;
  readonly steps: RunSteps;
}

function StepView({ step, steps, effects, scrollerRef }: StepViewProps) {
  const now = useNow();
  const { kind, state, text, payload } = step;
  if (kind === 'turn') return text === '' || state === 'void' ? null : <SafeMarkdown text={text} />;
  if (kind === 'call') {
    const [effect, ...others] = effects.get(step.name) ?? [];
    return <ToolCard step={step} effect={others.length === 0 ? effect : undefined} />;
  }
  if (kind === 'wait' && state === 'waiting' && typeof payload.approval_request_id === 'string') {
    const pending = steps.list.filter((each) => each.state === 'waiting' && each.payload.approval_request_id);
    // One decision card at a time: its keys belong to it.
    if (pending[0] !== step) return null;
    return <PendingApproval id={step.id} others={pending.length - 1} scrollerRef={scrollerRef} />;
  }
  if (kind === 'error')
    return (
      <p role="alert" className="rounded-md bg-danger-subtle px-3 py-2 text-sm break-words text-danger">
        <ReasonText reason={step.name} message={String(payload.message ?? '')} />
      </p>
    );
  if (kind === 'message' || kind === 'done' || kind === 'formatted') return null;
  return <p className="text-sm text-muted">{formatStep(step, now)}</p>;
}

interface FooterProps {
  readonly run: AgentRun | undefined;
  readonly steps: RunSteps;
  readonly runId: string;
}

/** Time, tokens and cost of a finished run; the elapsed time of a running one. */
function TurnFooter({ run, steps, runId }: FooterProps) {
  const now = useNow();
  const isOver = run !== undefined && FINAL_STATUSES.includes(run.status);
  const startedAt = steps.list[0]?.startedAt ?? now;
  const facts =
    run && isOver
      ? [
          ...(run.status === 'completed' ? [] : [getStatusLabel(run.status)]),
          formatDuration(run.duration_ms ?? 0),
          w.builder.tokens({ n: formatNumber(run.total_tokens) }),
          w.runs.credits({ n: formatCredits(run.tree_charged_credits) }),
        ]
      : [
          steps.findPendingApproval() ? w.builder.waitsForYou : w.builder.working,
          formatDuration(Math.max(0, now - startedAt)),
        ];
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
      <span>{facts.join(' · ')}</span>
      <span role="status" className="sr-only">
        {isOver ? w.builder.answered : ''}
      </span>
      <Link to="/runs/$runId" params={{ runId }} className="link">
        {w.agents.openRun}
      </Link>
    </p>
  );
}
