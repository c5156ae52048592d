import type { Step } from './steps.ts';

/** Waits that are longer take no more room than this part of the whole. */
const FOLDED = 0.03;
const LEAST_FOLDED_MS = 10_000;

export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** Where a time stands between the left edge (0) and the right one (1), with long waits folded. */
export interface Scale {
  readonly place: (at: number) => number;
  readonly folds: readonly Fold[];
}

/** When nothing but waiting went on: the waits that no call or turn ran beside, each joined with those it touches. */
export function foldsOf(steps: readonly Step[], now: number): Fold[] {
  const waits = steps
    .filter(({ kind, begun, ended }) => kind === 'wait' && (ended ?? now) - begun > LEAST_FOLDED_MS)
    .map(({ begun, ended }) => ({ from: begun, to: ended ?? now }))
    .toSorted((a, b) => a.from - b.from);
  const folds: { from: number; to: number }[] = [];
  for (const wait of waits) {
    const before = folds.at(-1);
    if (before && wait.from <= before.to) before.to = Math.max(before.to, wait.to);
    else folds.push({ ...wait });
  }
  return folds;
}

export function scaleOf(steps: readonly Step[], now: number): Scale {
  const from = steps[0]?.begun ?? now;
  const last = steps.at(-1);
  const to = Math.max(last?.ended ?? now, ...steps.slice(-50).map(({ ended }) => ended ?? now), from + 1);
  const folds = foldsOf(steps, now);
  const folded = folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const active = Math.max(1, to - from - folded);
  const room = folds.length === 0 ? 0 : Math.min(FOLDED, 0.5 / folds.length);
  const perMs = (1 - room * folds.length) / active;
  const place = (at: number): number => {
    let waited = 0;
    let rooms = 0;
    for (const fold of folds) {
      if (at <= fold.from) break;
      const share = Math.min(1, (at - fold.from) / Math.max(1, fold.to - fold.from));
      waited += share * (fold.to - fold.from);
      rooms += share * room;
    }
    return Math.max(0, Math.min(1, (at - from - waited) * perMs + rooms));
  };
  return { place, folds };
}
