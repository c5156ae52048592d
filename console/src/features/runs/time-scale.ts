import type { Step } from './step.ts';

/** Maximum width of a folded wait, as a fraction of the whole timeline. */
const MAX_FOLD_WIDTH = 0.03;
const MIN_FOLDED_MS = 10_000;

export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** Converts times to positions between 0 (left) and 1 (right). Long waits are folded. */
export interface TimeScale {
  readonly toPosition: (at: number) => number;
  readonly folds: readonly Fold[];
}

/** A part of the timeline that fills its whole width, by positions on the whole scale. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number;
}

export const WHOLE_WINDOW: TimeWindow = { start: 0, end: 1 };
export const MAX_ZOOM = 64;

/** Stretches a part of a time scale over its whole width. Positions outside of it are below 0 or above 1. */
export function zoomScale({ toPosition, folds }: TimeScale, { start, end }: TimeWindow): TimeScale {
  return { toPosition: (at) => (toPosition(at) - start) / (end - start), folds };
}

/** Returns the window of a width around a position, within the timeline. */
export function createWindow(width: number, center: number): TimeWindow {
  const bounded = Math.min(1, Math.max(1 / MAX_ZOOM, width));
  const start = Math.max(0, Math.min(1 - bounded, center - bounded / 2));
  return { start, end: start + bounded };
}

/** Returns the periods in which the run only waited. Overlapping waits are joined. */
export function findFolds(steps: readonly Step[], now: number): Fold[] {
  const waits = steps
    .filter(({ kind, startedAt, endedAt }) => kind === 'wait' && (endedAt ?? now) - startedAt > MIN_FOLDED_MS)
    .map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt ?? now }))
    .toSorted((a, b) => a.from - b.from);
  const folds: { from: number; to: number }[] = [];
  for (const wait of waits) {
    const previous = folds.at(-1);
    if (previous && wait.from <= previous.to) previous.to = Math.max(previous.to, wait.to);
    else folds.push({ ...wait });
  }
  return folds;
}

/** Returns how many folds start before a time. Searches by halves, because each bar of a long run needs it. */
function countFoldsBefore(folds: readonly Fold[], at: number): number {
  let count = 0;
  for (let end = folds.length; count < end; ) {
    const middle = Math.floor((count + end) / 2);
    if ((folds[middle]?.from ?? at) < at) count = middle + 1;
    else end = middle;
  }
  return count;
}

/** Returns the scale from the first step to the end of the last ones. Open steps end now. */
export function createTimeScale(steps: readonly Step[], now: number): TimeScale {
  const from = steps[0]?.startedAt ?? now;
  const lastStep = steps.at(-1);
  const to = Math.max(lastStep?.endedAt ?? now, ...steps.slice(-50).map(({ endedAt }) => endedAt ?? now), from + 1);
  const folds = findFolds(steps, now);
  /** Milliseconds of all folds before each fold, then of all folds. */
  const foldedMsBefore = [0];
  for (const fold of folds) foldedMsBefore.push((foldedMsBefore.at(-1) ?? 0) + fold.to - fold.from);
  const foldedMs = foldedMsBefore.at(-1) ?? 0;
  const activeMs = Math.max(1, to - from - foldedMs);
  const foldWidth = folds.length === 0 ? 0 : Math.min(MAX_FOLD_WIDTH, 0.5 / folds.length);
  const widthPerMs = (1 - foldWidth * folds.length) / activeMs;
  const toPosition = (at: number): number => {
    const index = countFoldsBefore(folds, at) - 1;
    const fold = folds[index];
    const skippedMs = fold ? (foldedMsBefore[index] ?? 0) + Math.min(at, fold.to) - fold.from : 0;
    const share = fold ? Math.min(1, (at - fold.from) / Math.max(1, fold.to - fold.from)) : 0;
    const skippedWidth = (Math.max(0, index) + share) * foldWidth;
    return Math.max(0, Math.min(1, (at - from - skippedMs) * widthPerMs + skippedWidth));
  };
  return { toPosition, folds };
}
