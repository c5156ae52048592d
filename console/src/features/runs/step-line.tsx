import { formatDuration } from '../../lib/time.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/time.tsx';
import { formatStep } from './format-step.ts';
import type { Step } from './step.ts';

/** A step as one line: its title and its duration. `prefix` is for screen readers. */
export function StepLine({ step, prefix }: { readonly step: Step; readonly prefix?: string | undefined }) {
  const now = useNow();
  const { startedAt, endedAt, state } = step;
  return (
    <span className="flex gap-2">
      <span dir="auto" className={joinClassNames('min-w-0 flex-1 break-words', state === 'bad' && 'text-danger')}>
        {prefix && <span className="sr-only">{prefix} </span>}
        {formatStep(step, now)}
      </span>
      {endedAt !== undefined && endedAt > startedAt && (
        <span className="shrink-0 text-muted tabular-nums">{formatDuration(endedAt - startedAt)}</span>
      )}
    </span>
  );
}
