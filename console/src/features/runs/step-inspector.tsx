import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { formatDuration, formatExactTime } from '../../lib/time.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { ServerText } from '../../ui/reason-text.tsx';
import { useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ApprovalDetail } from '../approvals/approval-detail.tsx';
import { useModelNames } from '../models/queries.ts';
import { ChildRun } from './child-run.tsx';
import { DetailItem, DetailList } from './detail-list.tsx';
import { EffectClass } from './effect-class.tsx';
import { ForkRunButton } from './fork-run.tsx';
import { formatOutcome, formatStep } from './format-step.ts';
import { PreviousStepDiff } from './previous-step-diff.tsx';
import { type AgentRun, runEffectsQuery, runTurnsQuery } from './queries.ts';
import type { RunSteps } from './run-steps.ts';
import type { Step } from './step.ts';
import { TurnInput } from './turn-input.tsx';
import type { RunAddress } from './use-run-steps.ts';
import { useStepsVersion } from './use-steps-version.ts';

interface Props {
  readonly steps: RunSteps;
  readonly id: string;
  readonly run: AgentRun;
  readonly address: RunAddress;
  /** Names of people by ID. */
  readonly names: ReadonlyMap<string, string>;
}

/** Shows the details of one step. */
export function Inspector({ steps, id, run, address, names }: Props) {
  useStepsVersion(steps);
  const step = steps.find(id);
  const now = useNow();
  if (!step) return <p className="text-muted">{w.runs.noStep}</p>;
  const requestId = step.payload.approval_request_id;
  return (
    <div className="flex flex-col gap-3">
      <Link to="." search={(search: object) => ({ ...search, step: undefined })} className="link">
        ← {w.runs.says}
      </Link>
      <h2 dir="auto" className="font-semibold break-words">
        {formatStep(step, now, names)}
      </h2>
      <p className="text-sm text-muted">
        {formatExactTime(step.startedAt)}
        {step.endedAt !== undefined &&
          step.endedAt > step.startedAt &&
          ` · ${formatDuration(step.endedAt - step.startedAt)}`}
      </p>
      {step.kind === 'turn' && <TurnDetails step={step} run={run} address={address} steps={steps} />}
      {step.kind === 'call' && <CallDetails step={step} run={run} address={address} />}
      {step.kind === 'wait' && typeof requestId === 'string' && <ApprovalDetail id={requestId} />}
      <PreviousStepDiff step={step} steps={steps} />
      {step.kind === 'message' && <p className="break-words whitespace-pre-wrap">{run.message}</p>}
      {['skill', 'guardrail', 'formatted', 'error', 'done'].includes(step.kind) ? (
        <JsonTree value={step.payload} />
      ) : (
        <RawEvents step={step} />
      )}
    </div>
  );
}

type StepDetailsProps = Pick<Props, 'run' | 'address'> & { readonly step: Step };

function TurnDetails({ step, run, address, steps }: StepDetailsProps & { readonly steps: RunSteps }) {
  const modelNames = useModelNames();
  const turns = useQuery(runTurnsQuery(address, run)).data;
  const turn = step.state === 'void' ? undefined : turns?.find((candidate) => candidate.turn === step.turn);
  return (
    <>
      {turn && (
        <DetailList>
          <DetailItem name={w.runs.tokens}>
            {w.runs.inAndOut({ input: formatNumber(turn.input_tokens), output: formatNumber(turn.output_tokens) })}
          </DetailItem>
          <DetailItem name={w.runs.cost}>{w.runs.credits({ n: formatCredits(turn.charged_credits) })}</DetailItem>
          <DetailItem name={w.runs.modelTime}>{formatDuration(turn.model_ms)}</DetailItem>
          {turn.first_token_ms !== null && (
            <DetailItem name={w.runs.firstToken}>{formatDuration(turn.first_token_ms)}</DetailItem>
          )}
          {turn.model_id && (
            <DetailItem name={w.runs.model}>
              {modelNames.get(turn.model_id) ?? <CopyableId id={turn.model_id} />}
            </DetailItem>
          )}
        </DetailList>
      )}
      <h3 className="font-medium">{w.runs.output}</h3>
      {step.text === '' ? <p className="text-muted">{w.runs.noWords}</p> : <SafeMarkdown text={step.text} />}
      <TurnInput step={step} steps={steps} run={run} />
      {/* A turn without a model takes no conversation. */}
      {turn?.model_id && <ForkRunButton {...{ step, steps, run, address }} />}
    </>
  );
}

function CallDetails({ step, run, address }: StepDetailsProps) {
  const effect = useQuery(runEffectsQuery(address, run)).data?.get(step.id);
  const childRunId = step.result?.child_run_id ?? step.payload.child_run_id;
  return (
    <>
      <DetailList>
        <DetailItem name={w.runs.call}>
          <CopyableId id={step.id} />
        </DetailItem>
        {step.result && <DetailItem name={w.runs.outcome}>{formatOutcome(step.text)}</DetailItem>}
        <EffectClass step={step} run={run} isInLedger={effect !== undefined} />
        {effect && (
          <DetailItem name={w.approvals.facts.effect}>
            {w.runs.effects[effect.status as keyof typeof w.runs.effects] ?? effect.status}
            {effect.attempts > 1 && ` · ${w.runs.attempts({ n: effect.attempts })}`}
            {effect.detail && (
              <span className="block text-muted">
                <ServerText text={effect.detail} code={effect.detail_code} params={effect.detail_params} />
              </span>
            )}
          </DetailItem>
        )}
      </DetailList>
      {typeof childRunId === 'string' && <ChildRun key={childRunId} runId={childRunId} />}
      <h3 className="font-medium">{w.approvals.kinds.tool_call.given}</h3>
      <JsonTree value={step.payload.arguments} />
      {step.result && (
        <>
          <h3 className="font-medium">{w.approvals.result}</h3>
          <CallResult value={step.result.result} />
        </>
      )}
    </>
  );
}

/** The events of a step as the API sent them. */
function RawEvents({ step }: { readonly step: Step }) {
  const events = [step.payload, ...(step.result ? [step.result] : [])].filter((event) => Object.keys(event).length > 0);
  if (events.length === 0) return null;
  return (
    <details>
      <summary className="text-sm text-muted">{w.runs.raw}</summary>
      <JsonTree value={events.length === 1 ? events[0] : events} openLevels={3} />
    </details>
  );
}

function CallResult({ value }: { readonly value: unknown }) {
  return typeof value === 'string' ? (
    <pre dir="auto" className="font-mono text-sm break-words whitespace-pre-wrap">
      {value}
    </pre>
  ) : (
    <JsonTree value={value} />
  );
}
