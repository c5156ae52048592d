import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import type { EvalRun } from './queries.ts';

const TONES: Readonly<Record<EvalRun['status'], Tone>> = {
  queued: 'quiet',
  running: 'info',
  cancelling: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

export function EvalState({ status }: Pick<EvalRun, 'status'>) {
  return <StatusBadge tone={TONES[status]}>{w.evals.states[status]}</StatusBadge>;
}

interface Judged {
  readonly verdict: 'pass' | 'fail' | null;
  readonly skipped: boolean;
  readonly is_error: boolean;
  readonly completed: string | null;
}

/** What became of a case, by one word. */
export function fateOf({ verdict, skipped, is_error, completed }: Judged): keyof typeof w.evals.fates {
  if (skipped) return 'skipped';
  if (is_error) return 'error';
  if (verdict !== null) return verdict;
  return completed === null ? 'open' : 'unsaid';
}

const FATES: Readonly<Record<ReturnType<typeof fateOf>, Tone>> = {
  pass: 'good',
  fail: 'bad',
  error: 'warn',
  skipped: 'quiet',
  unsaid: 'quiet',
  open: 'info',
};

export function CaseFate({ of }: { readonly of: Judged }) {
  const fate = fateOf(of);
  return <StatusBadge tone={FATES[fate]}>{w.evals.fates[fate]}</StatusBadge>;
}

/** What a scorer, or the eval before, said of a case. */
export function VerdictSign({ verdict }: { readonly verdict: 'pass' | 'fail' | null }) {
  const fate = verdict ?? 'unsaid';
  return <StatusBadge tone={FATES[fate]}>{w.evals.fates[fate]}</StatusBadge>;
}

/** The part that passed, and where the true rate lies; `nothing counted` where no case said anything. */
export function PassRate({ of }: { readonly of: Pick<EvalRun, 'pass_rate' | 'confidence_interval'> }) {
  const { pass_rate: rate, confidence_interval: interval } = of;
  if (rate === null || interval === null) return <span className="text-muted">{w.evals.nothingCounted}</span>;
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
  return (
    <span className="flex min-w-32 flex-col gap-0.5">
      <span>
        <strong className="whitespace-nowrap">{formatPercent(rate)}</strong>{' '}
        <span className="inline-block text-sm whitespace-nowrap text-muted">
          {w.evals.between(formatPercent(interval.low), formatPercent(interval.high))}
        </span>
      </span>
      <span aria-hidden className="relative block h-2 rounded-full bg-surface-muted">
        <span
          className="absolute inset-y-0 rounded-full bg-info-subtle"
          style={{ insetInlineStart: percent(interval.low), width: percent(interval.high - interval.low) }}
        />
        <span
          className="absolute -inset-y-0.5 w-1 rounded bg-accent"
          style={{ insetInlineStart: `calc(${percent(rate)} - 2px)` }}
        />
      </span>
    </span>
  );
}

/** How many cases became what. */
export function Counts({ of }: { readonly of: EvalRun }) {
  const { pass_count: passed, fail_count: failed, error_count: errors, skip_count: skipped, case_count: all } = of;
  return (
    <span>
      {w.evals.counts(
        ...([passed, failed, errors, skipped, all].map(formatNumber) as [string, string, string, string, string]),
      )}
    </span>
  );
}
