import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';
import { type AlignedRow, alignLists } from './align-lists.ts';
import type { RunSteps } from './run-steps.ts';
import type { Step } from './step.ts';
import { StepLine } from './step-line.tsx';
import { type RunAddress, useRunSteps } from './use-run-steps.ts';
import { useStepsVersion } from './use-steps-version.ts';

/** Steps of each run that are compared. */
const MAX_STEPS = 300;

interface Props {
  readonly steps: RunSteps;
  readonly other: RunAddress;
}

/** Shows the steps of two runs side by side. Steps of the same kind, tool and outcome share a row. */
export function StepComparison({ steps, other }: Props) {
  const { steps: otherSteps, error, retry } = useRunSteps(other, false);
  useStepsVersion(steps);
  useStepsVersion(otherSteps);
  const rows = alignLists(steps.list.slice(0, MAX_STEPS), otherSteps.list.slice(0, MAX_STEPS), getStepKey);
  const isCut = Math.max(steps.list.length, otherSteps.list.length) > MAX_STEPS;
  return (
    <section aria-label={w.runs.steps.name} className="flex flex-col gap-2">
      <h2 className="font-semibold">{w.runs.steps.name}</h2>
      {error !== undefined && <ErrorAlert error={error} onRetry={retry} />}
      <div className="overflow-x-auto rounded-lg border bg-surface shadow-sm">
        <table className="w-full table-fixed border-collapse text-sm tabular-nums">
          <thead className="bg-background text-muted">
            <tr>
              {[w.runs.compare.thisRun, w.runs.compare.otherRun].map((header) => (
                <th key={header} scope="col" className="border-b px-3 py-(--row-padding) text-start font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <StepRow key={`${row.left?.id}-${row.right?.id}`} {...row} />
            ))}
          </tbody>
        </table>
      </div>
      {isCut && <p className="text-sm text-muted">{w.runs.compare.cut({ n: MAX_STEPS })}</p>}
    </section>
  );
}

/** Returns what two runs can have in common: the kind of a step, its tool and outcome, and whether a turn has text. */
function getStepKey({ kind, name, text }: Step): string {
  if (kind === 'turn') return text === '' ? 'calls' : 'text';
  return [kind, name, kind === 'call' ? text : ''].join(' ');
}

function StepRow({ left, right }: AlignedRow<Step>) {
  return (
    <tr className="border-b last:border-b-0">
      <StepCell step={left} isAlone={right === undefined} />
      <StepCell step={right} isAlone={left === undefined} />
    </tr>
  );
}

const INDENT_CLASSES = { 1: 'ps-3', 2: 'ps-7', 3: 'ps-11' } as const;

function StepCell({ step, isAlone }: { readonly step: Step | undefined; readonly isAlone: boolean }) {
  if (!step) return <td className="bg-surface-muted" />;
  return (
    <td className={joinClassNames('py-1 pe-3 align-top', INDENT_CLASSES[step.level], isAlone && 'bg-info-subtle')}>
      <StepLine step={step} prefix={isAlone ? w.runs.compare.onlyHere : undefined} />
    </td>
  );
}
