import type { Step } from './step.ts';

/** Milliseconds that a run spent in each phase. */
interface TimeSplit {
  readonly model: number;
  readonly tools: number;
  readonly waiting: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Joins overlapping spans, because parallel calls share their time. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: { from: number; to: number }[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

const sumSpans = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** Returns how long a run computed, called tools and waited. A wait inside a call counts as waiting only. */
export function splitTime(steps: readonly Step[], now: number): TimeSplit {
  const getSpans = (kinds: readonly Step['kind'][]) =>
    joinSpans(
      steps
        .filter(({ kind }) => kinds.includes(kind))
        .map((step) => ({ from: step.startedAt, to: step.endedAt ?? now })),
    );
  const waiting = sumSpans(getSpans(['wait']));
  return {
    model: sumSpans(getSpans(['turn'])),
    tools: Math.max(0, sumSpans(getSpans(['call', 'wait'])) - waiting),
    waiting,
  };
}
