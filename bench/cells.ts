import type { DatabaseKind } from '../src/platform/local/launch.ts';
import type { Pair } from './measure.ts';

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

/** Figures of the baseline and of Holdfast, and how to print them. */
interface Compared extends Pair<number> {
  readonly format: (value: number) => string;
  readonly target: Target;
  readonly database: DatabaseKind;
}

/** Creates the row of a target for a ratio. */
export function toRatioRow(what: string, { baseline, holdfast, format, target, database }: Compared): Row {
  const ratio = holdfast / baseline;
  const verdict = formatRatioVerdict(ratio, target, database);
  return [what, format(baseline), format(holdfast), ratio.toFixed(2), verdict];
}

export function formatRatioVerdict(ratio: number, target: Target, database: DatabaseKind): string {
  const bound = target[database];
  return target.atLeast ? formatVerdict(ratio >= bound, `≥ ${bound}`) : formatVerdict(ratio <= bound, `≤ ${bound}`);
}
