import Type, { type TProperties } from 'typebox';
import { Nullable } from '../../../src/platform/schemas.ts';
import type { Total } from '../../../src/usage/reports/measures.ts';
import { TIMING_ERROR } from '../../../src/usage/reports/timings.ts';

/** Figures that a report shows per bucket, revision or in total. */
export interface View {
  readonly fields: TProperties;
  /** Whether the view needs run durations. */
  readonly timings: boolean;
  show(total: Total, query: Filter): Readonly<Record<string, unknown>>;
}

/** Filter of the runs in a usage report. */
export interface Filter {
  readonly status?: 'ALL' | 'SUCCESS' | 'FAIL';
  readonly errors_only?: boolean;
}

const RUNS = Type.Integer({ description: 'Number of ended runs.' });

export const CREDITS: View = {
  timings: false,
  fields: {
    runs: RUNS,
    credits: Type.String({ description: 'Cost of their own model calls in credits, as an exact decimal.' }),
  },
  show: (total) => ({ runs: total.count('runs'), credits: total.credits }),
};

const TOKEN_PARTS = [
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
] as const;

export const TOKENS: View = {
  timings: false,
  fields: {
    runs: RUNS,
    total_tokens: Type.Integer({ description: 'Number of input and output tokens.' }),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    cached_input_tokens: Type.Integer({ description: "Input tokens read from the provider's cache." }),
    cache_write_tokens: Type.Integer({ description: "Input tokens written to the provider's cache." }),
    reasoning_tokens: Type.Integer({ description: 'Output tokens used for reasoning.' }),
  },
  show: (total) => ({
    runs: total.count('runs'),
    total_tokens: total.count('input_tokens') + total.count('output_tokens'),
    ...Object.fromEntries(TOKEN_PARTS.map((part) => [part, total.count(part)])),
  }),
};

const describe = `accurate to ${TIMING_ERROR * 100} % or a millisecond`;
const Percentile = (percent: number) =>
  Nullable(Type.Number({ description: `${percent}th percentile of the duration in seconds, ${describe}.` }));

export const TIMING: View = {
  timings: true,
  fields: {
    runs: Type.Integer({ description: 'Number of measured runs.' }),
    mean_seconds: Nullable(Type.Number({ description: 'Mean duration in seconds; null without runs.' })),
    p50_seconds: Percentile(50),
    p95_seconds: Percentile(95),
    p99_seconds: Percentile(99),
  },
  show: (total) => ({
    runs: total.count('timed'),
    mean_seconds: total.mean(),
    p50_seconds: total.percentile(0.5),
    p95_seconds: total.percentile(0.95),
    p99_seconds: total.percentile(0.99),
  }),
};

export const USAGE: View = {
  timings: false,
  fields: {
    runs: Type.Integer({ description: 'Number of ended runs that match the filter.' }),
    completed: Type.Integer(),
    failed: Type.Integer(),
    cancelled: Type.Integer(),
    errors: Type.Integer({ description: 'Number of runs that ended with an error.' }),
  },
  show(total, { status = 'ALL', errors_only = false }) {
    const [failed, errors] = [total.count('failed'), total.count('errors')];
    const all = {
      completed: errors_only ? 0 : total.count('completed'),
      failed,
      // Failed runs have an error; completed runs have none.
      cancelled: errors_only ? errors - failed : total.count('cancelled'),
    };
    const rest = {
      completed: status === 'FAIL' ? 0 : all.completed,
      failed: status === 'SUCCESS' ? 0 : all.failed,
      cancelled: status === 'ALL' ? all.cancelled : 0,
    };
    const runs = rest.completed + rest.failed + rest.cancelled;
    return { runs, ...rest, errors: { ALL: errors, FAIL: failed, SUCCESS: 0 }[status] };
  },
};
