import { Decimal } from 'decimal.js';
import { type RawBuilder, sql } from 'kysely';
import { Timings } from './timings.ts';

/** Sums over finished runs: columns of every table and view that reports read. */
const COUNTED = [
  'runs',
  'completed',
  'failed',
  'cancelled',
  'errors',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'timed',
  'timed_ms',
] as const;

/** All measure columns. */
export const MEASURES = [...COUNTED, 'credits', 'timings'] as const;

/** Sums over runs, as the database computes them. */
export type Sums = { readonly [Column in (typeof COUNTED)[number]]: number } & {
  /** Exact decimal. */
  readonly credits: string;
  /** Histogram of durations; empty if not requested. */
  readonly timings: Buffer;
};

/** Sum expressions over rows `f`; includes the histogram only on request. */
export function sumColumns(withTimings: boolean): RawBuilder<unknown> {
  const counts = COUNTED.map((column) => sql`sum(f.${sql.ref(column)})::float8 as ${sql.ref(column)}`);
  const timings = withTimings ? sql`string_agg(f.timings, ''::bytea)` : sql`''::bytea`;
  return sql`${sql.join(counts)}, sum(f.credits)::text as credits, ${timings} as timings`;
}

/** Sums over runs, computed in this process. */
export class Total {
  readonly #counts = new Map<string, number>();
  #credits = new Decimal(0);
  readonly #timings = new Timings();

  /** Sums several groups of runs. */
  static of(groups: readonly Sums[]): Total {
    const total = new Total();
    for (const group of groups) total.#add(group);
    return total;
  }

  count(column: (typeof COUNTED)[number]): number {
    return this.#counts.get(column) ?? 0;
  }

  /** Exact decimal. */
  get credits(): string {
    return this.#credits.toFixed();
  }

  /** Percentile of the durations in seconds (`part` between 0 and 1); null without timed runs. */
  percentile(part: number): number | null {
    const ms = this.#timings.percentile(part);
    return ms === null ? null : toSeconds(ms);
  }

  /** Mean duration in seconds, to the millisecond; null without timed runs. */
  mean(): number | null {
    const timed = this.count('timed');
    return timed === 0 ? null : toSeconds(this.count('timed_ms') / timed);
  }

  #add(group: Sums): void {
    for (const column of COUNTED) this.#counts.set(column, this.count(column) + group[column]);
    this.#credits = this.#credits.plus(group.credits);
    this.#timings.add(group.timings);
  }
}

const toSeconds = (ms: number) => Math.round(ms) / 1000;
