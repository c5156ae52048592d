import { useMemo } from 'react';
import { formatDuration } from '../../lib/time.ts';
import { useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import type { Turn } from './queries.ts';
import type { RunSteps } from './run-steps.ts';
import { splitTime } from './time-split.ts';
import { useStepsVersion } from './use-steps-version.ts';

const PARTS = [
  ['model', 'bg-accent'],
  ['tools', 'bg-info'],
  ['waiting', 'bg-wait'],
] as const;
/** Smallest visible share of the strip, in percent. */
const MIN_PERCENT = 2;

interface Props {
  readonly steps: RunSteps;
  readonly turns: readonly Turn[];
}

/** Shows how long a run computed, called tools and waited. */
export function TimeStrip({ steps, turns }: Props) {
  const version = useStepsVersion(steps);
  const { list } = steps;
  const currentTime = useNow();
  const now = list.some(({ endedAt }) => endedAt === undefined) ? currentTime : (list.at(-1)?.endedAt ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is mutable; its version changes instead
  const split = useMemo(() => splitTime(list, now), [version, now]);
  const total = split.model + split.tools + split.waiting;
  // Keeps the space until the steps are there.
  if (total === 0) return <div className="h-8.5" />;
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {PARTS.filter(([part]) => split[part] > 0).map(([part, className]) => (
          <span
            key={part}
            data-bar
            className={className}
            style={{ flexGrow: Math.max(MIN_PERCENT, (100 * split[part]) / total) }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {PARTS.map(([part, className]) => (
          <li
            key={part}
            title={part === 'model' ? formatFirstToken(turns) : undefined}
            className="flex items-center gap-1.5"
          >
            <span aria-hidden data-bar className={`size-2 rounded-full ${className}`} />
            {w.runs.phases[part]({ long: formatDuration(split[part]) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the mean time to the first token. Undefined if no turn has text. */
function formatFirstToken(turns: readonly Turn[]): string | undefined {
  const times = turns.flatMap(({ first_token_ms: ms }) => (ms === null ? [] : [ms]));
  if (times.length === 0) return undefined;
  return w.runs.meanFirstToken({ long: formatDuration(times.reduce((sum, ms) => sum + ms, 0) / times.length) });
}
