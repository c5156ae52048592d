import { JsonDiff, TextDiff } from '../../ui/diff.tsx';
import { w } from '../../words/index.ts';
import type { RunSteps } from './run-steps.ts';
import type { Step } from './step.ts';

interface Props {
  readonly step: Step;
  readonly steps: RunSteps;
}

/** Compares a step with the one before that can be compared: the previous turn, or the previous call of the tool. */
export function PreviousStepDiff({ step, steps }: Props) {
  const previous = findPrevious(step, steps.list);
  if (!previous) return null;
  const label = w.runs.stepDiff({ kind: step.kind });
  return (
    <details>
      <summary className="font-medium">{label}</summary>
      <div className="mt-2">
        {step.kind === 'turn' ? (
          <TextDiff label={label} before={previous.text} after={step.text} />
        ) : (
          <JsonDiff label={label} before={toCallContent(previous)} after={toCallContent(step)} />
        )}
      </div>
    </details>
  );
}

function findPrevious({ id, kind, name }: Step, list: readonly Step[]): Step | undefined {
  if (kind !== 'call' && kind !== 'turn') return undefined;
  const before = list.slice(
    0,
    list.findIndex((each) => each.id === id),
  );
  return before.findLast(
    (each) =>
      each.kind === kind && each.name === name && (kind === 'call' || (each.state !== 'void' && each.text !== '')),
  );
}

const toCallContent = ({ payload, result }: Step) => ({ arguments: payload.arguments, result: result?.result });
