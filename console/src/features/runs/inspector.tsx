import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { formatDuration, formatExactTime } from '../../lib/time.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { Detail } from '../approvals/detail.tsx';
import type { RunAddress } from './follow.ts';
import { type AgentRun, effectsOf, turnsOf } from './queries.ts';
import { sayOutcome, sayStep } from './say-step.ts';
import type { RunSteps, Step } from './steps.ts';

interface Props {
  readonly steps: RunSteps;
  readonly id: string;
  readonly run: AgentRun;
  readonly address: RunAddress;
}

/** One step with everything that is known of it. */
export function Inspector({ steps, id, run, address }: Props) {
  useSyncExternalStore(steps.subscribe, steps.seen);
  const step = steps.of(id);
  const now = useNow();
  if (!step) return <p className="text-muted">{w.runs.noStep}</p>;
  const request = step.payload.approval_request_id;
  return (
    <div className="flex flex-col gap-3">
      <Link to="." search={(search: object) => ({ ...search, step: undefined })} className="text-accent underline">
        ← {w.runs.says}
      </Link>
      <h2 dir="auto" className="font-semibold break-words">
        {sayStep(step, now)}
      </h2>
      <p className="text-sm text-muted">
        {formatExactTime(step.begun)}
        {step.ended !== undefined && step.ended > step.begun && ` · ${formatDuration(step.ended - step.begun)}`}
      </p>
      {step.kind === 'turn' && <TurnBody step={step} run={run} address={address} />}
      {step.kind === 'call' && <CallBody step={step} run={run} address={address} />}
      {step.kind === 'wait' && typeof request === 'string' && <Detail id={request} />}
      {step.kind === 'message' && <p className="break-words whitespace-pre-wrap">{run.message}</p>}
      {['skill', 'guardrail', 'formatted', 'error', 'done'].includes(step.kind) && <JsonTree value={step.payload} />}
    </div>
  );
}

type BodyProps = Pick<Props, 'run' | 'address'> & { readonly step: Step };

function TurnBody({ step, run, address }: BodyProps) {
  const turns = useQuery(turnsOf(address, run)).data;
  const turn = step.state === 'void' ? undefined : turns?.find((each) => each.turn === step.turn);
  return (
    <>
      {turn && (
        <Facts>
          <Fact name={w.runs.tokens}>
            {w.runs.inAndOut(formatNumber(turn.input_tokens), formatNumber(turn.output_tokens))}
          </Fact>
          <Fact name={w.runs.cost}>{w.runs.credits(formatDecimal(turn.charged_credits))}</Fact>
          <Fact name={w.runs.modelTime}>{formatDuration(turn.model_ms)}</Fact>
          {turn.model_id && (
            <Fact name={w.runs.model}>
              <CopyableId id={turn.model_id} />
            </Fact>
          )}
        </Facts>
      )}
      {step.text === '' ? <p className="text-muted">{w.runs.noWords}</p> : <SafeMarkdown text={step.text} />}
    </>
  );
}

function CallBody({ step, run, address }: BodyProps) {
  const effect = useQuery(effectsOf(address, run)).data?.get(step.id);
  const child = step.result?.child_run_id ?? step.payload.child_run_id;
  return (
    <>
      <Facts>
        <Fact name={w.runs.call}>
          <CopyableId id={step.id} />
        </Fact>
        {step.result && <Fact name={w.runs.outcome}>{sayOutcome(step.text)}</Fact>}
        {effect && (
          <Fact name={w.approvals.facts.effect}>
            {w.runs.effects[effect.status as keyof typeof w.runs.effects] ?? effect.status}
            {effect.attempts > 1 && ` · ${w.runs.attempts(effect.attempts)}`}
            {effect.detail && <span className="block text-muted">{effect.detail}</span>}
          </Fact>
        )}
        {typeof child === 'string' && (
          <Fact name={w.runs.child}>
            <Link to="/runs/$runId" params={{ runId: child }} className="text-accent underline">
              {w.approvals.openRun}
            </Link>
          </Fact>
        )}
      </Facts>
      <h3 className="font-medium">{w.approvals.kinds.tool_call.given}</h3>
      <JsonTree value={step.payload.arguments} />
      {step.result && (
        <>
          <h3 className="font-medium">{w.approvals.result}</h3>
          <ResultBody value={step.result.result} />
        </>
      )}
    </>
  );
}

function ResultBody({ value }: { readonly value: unknown }) {
  return typeof value === 'string' ? (
    <pre dir="auto" className="font-mono text-sm break-words whitespace-pre-wrap">
      {value}
    </pre>
  ) : (
    <JsonTree value={value} />
  );
}

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
