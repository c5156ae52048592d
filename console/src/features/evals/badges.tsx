import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import type { EvalRun } from './queries.ts';

const STATUS_TONES: Readonly<Record<EvalRun['status'], Tone>> = {
  queued: 'quiet',
  running: 'info',
  cancelling: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

export function EvalStatusBadge({ status }: Pick<EvalRun, 'status'>) {
  return <StatusBadge tone={STATUS_TONES[status]}>{w.evals.states[status]}</StatusBadge>;
}

interface CaseState {
  readonly verdict: 'pass' | 'fail' | null;
  readonly skipped: boolean;
  readonly is_error: boolean;
  readonly completed: string | null;
}

/** Returns the outcome of a case. */
export function getCaseOutcome({ verdict, skipped, is_error, completed }: CaseState): keyof typeof w.evals.fates {
  if (skipped) return 'skipped';
  if (is_error) return 'error';
  if (verdict !== null) return verdict;
  return completed === null ? 'open' : 'unsaid';
}

const OUTCOME_TONES: Readonly<Record<ReturnType<typeof getCaseOutcome>, Tone>> = {
  pass: 'good',
  fail: 'bad',
  error: 'warn',
  skipped: 'quiet',
  unsaid: 'quiet',
  open: 'info',
};

export function CaseOutcomeBadge({ result }: { readonly result: CaseState }) {
  const outcome = getCaseOutcome(result);
  return <StatusBadge tone={OUTCOME_TONES[outcome]}>{w.evals.fates[outcome]}</StatusBadge>;
}

/** Shows the verdict of a scorer or of the previous eval. */
export function VerdictBadge({ verdict }: { readonly verdict: 'pass' | 'fail' | null }) {
  const outcome = verdict ?? 'unsaid';
  return <StatusBadge tone={OUTCOME_TONES[outcome]}>{w.evals.fates[outcome]}</StatusBadge>;
}

/** Shows the pass rate and its confidence interval, or a hint where no case counted. */
export function PassRate({ run }: { readonly run: Pick<EvalRun, 'pass_rate' | 'confidence_interval'> }) {
  const { pass_rate: rate, confidence_interval: interval } = run;
  if (rate === null || interval === null) return <span className="text-muted">{w.evals.nothingCounted}</span>;
  const toPercent = (fraction: number) => `${(fraction * 100).toFixed(2)}%`;
  return (
    <span className="flex min-w-32 flex-col gap-0.5">
      <span>
        <strong className="whitespace-nowrap">{formatPercent(rate)}</strong>{' '}
        <span className="inline-block text-sm whitespace-nowrap text-muted">
          {w.evals.between({ low: formatPercent(interval.low), high: formatPercent(interval.high) })}
        </span>
      </span>
      <span aria-hidden data-bar className="relative block h-2 rounded-full bg-surface-muted">
        <span
          className="absolute inset-y-0 rounded-full bg-info-subtle"
          style={{ insetInlineStart: toPercent(interval.low), width: toPercent(interval.high - interval.low) }}
        />
        <span
          className="absolute -inset-y-0.5 w-1 rounded bg-accent"
          style={{ insetInlineStart: `calc(${toPercent(rate)} - 2px)` }}
        />
      </span>
    </span>
  );
}

/** Shows the number of cases by outcome. */
export function CaseCounts({ run }: { readonly run: EvalRun }) {
  return (
    <span>
      {w.evals.counts({
        passed: formatNumber(run.pass_count),
        failed: formatNumber(run.fail_count),
        errors: formatNumber(run.error_count),
        skipped: formatNumber(run.skip_count),
        all: formatNumber(run.case_count),
      })}
    </span>
  );
}
