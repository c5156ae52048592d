import { Decimal } from 'decimal.js';
import { type RawBuilder, sql } from 'kysely';
import { Timings } from './timings.ts';

/** What reports add up of runs that are over, as the columns of every table and view that reports read. */
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

/** All of these columns. */
export const MEASURES = [...COUNTED, 'credits', 'timings'] as const;

/** What runs come to, as the database adds it up. */
export type Sums = { readonly [Column in (typeof COUNTED)[number]]: number } & {
  /** Exact decimal. */
  readonly credits: string;
  /** Histogram of their times; empty where it was not asked for. */
  readonly timings: Buffer;
};

/** The columns added up over a group of rows `f`; the histogram only where it is needed. */
export function sumColumns(withTimings: boolean): RawBuilder<unknown> {
  const counts = COUNTED.map((column) => sql`sum(f.${sql.ref(column)})::float8 as ${sql.ref(column)}`);
  const timings = withTimings ? sql`string_agg(f.timings, ''::bytea)` : sql`''::bytea`;
  return sql`${sql.join(counts)}, sum(f.credits)::text as credits, ${timings} as timings`;
}

/** Runs added up in this process. */
export class Total {
  readonly #counts = new Map<string, number>();
  #credits = new Decimal(0);
  readonly #timings = new Timings();

  /** What several groups of runs come to. */
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

  /** Seconds that the given part of the runs took at most; null where none was timed. */
  percentile(part: number): number | null {
    const ms = this.#timings.percentile(part);
    return ms === null ? null : toSeconds(ms);
  }

  /** Seconds that a run took in the mean, exact to a millisecond; null where none was timed. */
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
