import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatPercent } from '../../lib/numbers.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { formatDateTime } from '../../lib/time.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import type { EvalRun, EvalSet } from './queries.ts';
import type { ReleaseGate } from './release-gate-form.tsx';

/** Evals that the chart shows. The list has all. */
const MAX_BARS = 20;

/** An eval with a pass rate. */
type ScoredEval = EvalRun & {
  readonly pass_rate: number;
  readonly confidence_interval: NonNullable<EvalRun['confidence_interval']>;
};

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  /** Newest first. */
  readonly runs: readonly EvalRun[];
  readonly sets: readonly EvalSet[];
  readonly gate: ReleaseGate | null;
}

/** Shows how the pass rate of an eval set changed over its evals. Renders nothing for fewer than two. */
export function PassRateChart({ subject, revisions, runs, sets, gate }: Props) {
  const [chosenId, setChosenId] = useState<string>();
  const bySet = Map.groupBy(runs.filter(isScored), ({ eval_set_id }) => eval_set_id ?? '');
  const comparable = [...bySet].filter(([setId, evals]) => setId !== '' && evals.length > 1);
  const [setId, evals] = comparable.find(([id]) => id === chosenId) ?? comparable[0] ?? [];
  if (setId === undefined || evals === undefined) return null;
  const getSetName = (id: string) => sets.find((set) => set.id === id)?.name ?? w.evals.goneSet;
  const name = w.evals.passRateOf({ name: getSetName(setId) });
  const minRate = gate?.eval_set_id === setId ? gate.min_pass_rate : undefined;
  return (
    <figure aria-label={name} className="flex flex-col gap-3 rounded-lg border bg-surface p-4 shadow-sm">
      <figcaption className="flex flex-wrap items-end justify-between gap-2">
        <h3 className="font-medium">{name}</h3>
        {comparable.length > 1 && (
          <SelectField label={w.evals.set} value={setId} onChange={({ target }) => setChosenId(target.value)}>
            {comparable.map(([id]) => (
              <option key={id} value={id}>
                {getSetName(id)}
              </option>
            ))}
          </SelectField>
        )}
      </figcaption>
      <Bars subject={subject} revisions={revisions} evals={evals.slice(0, MAX_BARS).toReversed()} minRate={minRate} />
    </figure>
  );
}

const isScored = (run: EvalRun): run is ScoredEval =>
  run.status === 'completed' && run.pass_rate !== null && run.confidence_interval !== null;

interface BarsProps extends Pick<Props, 'subject' | 'revisions'> {
  /** Oldest first. */
  readonly evals: readonly ScoredEval[];
  /** Pass rate that the release gate requires of this set. */
  readonly minRate: number | undefined;
}

const TICKS = [1, 0.5, 0];
const toPercent = (fraction: number) => `${(fraction * 100).toFixed(2)}%`;

/** One bar per eval with its confidence interval, each a link to the eval. */
function Bars({ subject, revisions, evals, minRate }: BarsProps) {
  return (
    <div className="flex gap-2 text-sm text-muted">
      <div aria-hidden className="flex h-36 flex-col justify-between text-end tabular-nums">
        {TICKS.map((rate) => (
          <span key={rate} className="-my-2.5">
            {formatPercent(rate)}
          </span>
        ))}
      </div>
      <div className="relative min-w-0 flex-1 overflow-x-auto pb-1">
        <div aria-hidden className="absolute inset-x-0 top-0 h-36">
          {TICKS.map((rate) => (
            <span key={rate} className="absolute inset-x-0 border-t" style={{ bottom: toPercent(rate) }} />
          ))}
          {minRate !== undefined && (
            <span
              className="absolute inset-x-0 z-10 border-t-2 border-dashed border-warning"
              style={{ bottom: toPercent(minRate) }}
            />
          )}
        </div>
        <ol className="relative flex">
          {evals.map((run) => (
            <li key={run.id} className="min-w-12 flex-1">
              <EvalBar
                subject={subject}
                revision={getRevisionName({ id: run.candidate_revision_id }, revisions)}
                run={run}
              />
            </li>
          ))}
        </ol>
        {minRate !== undefined && <p className="mt-2">{w.evals.gateLine({ rate: formatPercent(minRate) })}</p>}
      </div>
    </div>
  );
}

interface EvalBarProps extends Pick<Props, 'subject'> {
  readonly revision: string;
  readonly run: ScoredEval;
}

function EvalBar({ subject: { kind, id: ofId }, revision, run }: EvalBarProps) {
  const { pass_rate: rate, confidence_interval: interval } = run;
  const description = `${revision}: ${formatPercent(rate)} ${w.evals.between({ low: formatPercent(interval.low), high: formatPercent(interval.high) })}, ${formatDateTime(Date.parse(run.created))}`;
  return (
    <Link
      to="/evals/$kind/$ofId/runs/$evalId"
      params={{ kind, ofId, evalId: run.id }}
      aria-label={description}
      title={description}
      className="group flex flex-col items-center gap-1 rounded-sm"
    >
      <span aria-hidden data-bar className="relative h-36 w-7">
        <span
          className="absolute inset-x-0 bottom-0 rounded-t-sm border-t-2 border-accent bg-accent-subtle group-hover:brightness-95"
          style={{ height: toPercent(rate) }}
        />
        <span
          className="absolute inset-x-2.5 border-y border-accent before:absolute before:inset-y-0 before:start-1/2 before:border-s before:border-accent"
          style={{ bottom: toPercent(interval.low), height: toPercent(interval.high - interval.low) }}
        />
      </span>
      <span>{revision}</span>
    </Link>
  );
}
