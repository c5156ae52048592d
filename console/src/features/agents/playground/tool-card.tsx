import { formatDuration } from '../../../lib/time.ts';
import { joinClassNames } from '../../../ui/class-names.ts';
import { Check, ChevronDown, CircleDot, Wrench, X } from '../../../ui/icons.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { useNow } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { EffectLabel } from '../../approvals/badges.tsx';
import { formatCall } from '../../approvals/summary.ts';
import { formatOutcome } from '../../runs/format-step.ts';
import type { Step } from '../../runs/step.ts';

interface Props {
  readonly step: Step;
  /** Effect of the tool by the approval policy; undefined if unknown or if it depends on the arguments. */
  readonly effect: string | undefined;
}

/** A tool call: its sentence, effect class and outcome; arguments and result on demand. */
export function ToolCard({ step, effect }: Props) {
  const { name, payload, result, text, state } = step;
  return (
    <details className="group min-w-0 rounded-md border bg-background text-sm">
      <summary className="flex list-none flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 [&::-webkit-details-marker]:hidden">
        <Wrench className="size-4 shrink-0 text-muted" />
        <span dir="auto" className="min-w-0 flex-1 basis-40 break-words">
          {formatCall({
            kind: 'tool_call',
            tool_name: name,
            tool_type: String(payload.tool_type ?? ''),
            arguments: payload.arguments as never,
          })}
        </span>
        {effect !== undefined && <EffectLabel effect={effect} />}
        <CallState step={step} />
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-2 border-t px-3 py-2">
        <p className="font-medium">{w.approvals.kinds.tool_call.given}</p>
        <JsonTree value={payload.arguments} />
        {result !== undefined && (
          <>
            <p className="font-medium">{w.approvals.result}</p>
            {typeof result.result === 'string' ? (
              <pre dir="auto" className="font-mono break-words whitespace-pre-wrap">
                {result.result}
              </pre>
            ) : (
              <JsonTree value={result.result} />
            )}
          </>
        )}
        {state === 'running' && text !== '' && <p className="text-muted">{text}</p>}
      </div>
    </details>
  );
}

const STATES = {
  good: ['text-success', Check],
  bad: ['text-danger', X],
  void: ['text-muted', X],
} as const;

function CallState({ step: { state, text, startedAt, endedAt } }: { readonly step: Step }) {
  const now = useNow();
  const [className, Icon] = STATES[state as keyof typeof STATES] ?? (['text-info', CircleDot] as const);
  const isRunning = !(state in STATES);
  return (
    <span className={joinClassNames('inline-flex items-center gap-1 whitespace-nowrap', className)}>
      <Icon className="size-4" />
      {isRunning ? w.agents.running : formatOutcome(text)}
      <span className="text-muted tabular-nums">{formatDuration(Math.max(0, (endedAt ?? now) - startedAt))}</span>
    </span>
  );
}
