import type { DatabaseKind } from '../src/platform/local/launch.ts';

/** A row of the table. */
export type Row = readonly [what: string, baseline: string, holdfast: string, ratio: string, target: string];

/** Target: a ratio to the baseline, or milliseconds. */
export interface Target {
  readonly native: number;
  readonly pglite: number;
  readonly atLeast?: boolean;
}

export const formatMs = (value: number): string => `${value.toFixed(1)} ms`;
export const formatRate = (value: number) => `${value.toFixed(1)}/s`;
export const formatVerdict = (fits: boolean, bound: string): string => `${fits ? 'ok' : 'MISSED'} ${bound}`;

export function formatRatioVerdict(ratio: number, target: Target, database: DatabaseKind): string {
  const bound = target[database];
  return target.atLeast ? formatVerdict(ratio >= bound, `≥ ${bound}`) : formatVerdict(ratio <= bound, `≤ ${bound}`);
}
