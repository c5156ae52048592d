import type { Step } from './step.ts';

/** Milliseconds that a run spent in each phase. */
interface TimeSplit {
  readonly model: number;
  readonly tools: number;
  readonly waiting: number;
}

/** Returns how long a run computed, called tools and waited. A wait inside a call counts as waiting only. */
export function splitTime(steps: readonly Step[], now: number): TimeSplit {
  const sorted = steps.toSorted((a, b) => a.startedAt - b.startedAt);
  /** Sums the time of some steps. Steps that overlap share their time, such as parallel calls. */
  const sumTime = (isCounted: (kind: Step['kind']) => boolean) => {
    let sum = 0;
    let end = Number.NEGATIVE_INFINITY;
    for (const { kind, startedAt, endedAt = now } of sorted) {
      const from = Math.max(startedAt, end);
      if (!isCounted(kind) || endedAt <= from) continue;
      sum += endedAt - from;
      end = endedAt;
    }
    return sum;
  };
  const waiting = sumTime((kind) => kind === 'wait');
  return {
    model: sumTime((kind) => kind === 'turn'),
    tools: Math.max(0, sumTime((kind) => kind === 'call' || kind === 'wait') - waiting),
    waiting,
  };
}
