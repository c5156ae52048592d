import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { formatDuration } from '../../lib/time.ts';
import { w } from '../../words/index.ts';
import { useModelNames } from '../models/queries.ts';
import type { Task } from '../tasks/queries.ts';
import { ComparisonFrame, FigureTable, findDefaultRun, toFigure, ValueDiff } from './comparison-parts.tsx';
import { getTaskRunDuration, siblingTaskRunsQuery, type TaskAddress, type TaskRun, taskRunQuery } from './queries.ts';
import { getSubmittedInput } from './submitted-input.ts';

const route = getRouteApi('/in/runs/$runId');

interface Props {
  readonly address: TaskAddress;
  readonly run: TaskRun;
  /** Undefined while it loads, and for a deleted task. */
  readonly task: Task | undefined;
}

/** Compares a run with another one of its task: figures, input and output. */
export function TaskRunComparison({ address, run, task }: Props) {
  const { with: chosenId } = route.useSearch();
  const siblings = useQuery(siblingTaskRunsQuery(address));
  const otherId = chosenId ?? findDefaultRun(run, siblings.data ?? [], getInputText)?.id;
  const other = useQuery({
    ...taskRunQuery({ ...address, task_run_id: otherId ?? '' }),
    enabled: otherId !== undefined,
  });
  const labels = { sameInput: w.runs.compare.sameInput, noneHint: w.runs.compare.noneOfTaskHint };
  return (
    <ComparisonFrame {...{ run, siblings, other, otherId, labels }} getInput={getInputText}>
      {(otherRun) => (
        <>
          <Figures {...{ run, task }} other={otherRun} />
          {getInputText(otherRun) !== getInputText(run) && (
            <ValueDiff label={w.runs.input} before={getSubmittedInput(run)} after={getSubmittedInput(otherRun)} />
          )}
          <ValueDiff label={w.runs.output} before={run.response} after={otherRun.response} />
        </>
      )}
    </ComparisonFrame>
  );
}

const getInputText = (run: TaskRun): string => JSON.stringify(getSubmittedInput(run));

interface FiguresProps extends Pick<Props, 'run' | 'task'> {
  readonly other: TaskRun;
}

function Figures({ run, other, task }: FiguresProps) {
  const modelNames = useModelNames();
  const revisions = task?.revisions ?? [];
  const getRevision = ({ task_revision_id: id }: TaskRun) => getRevisionName({ id }, revisions);
  const getModel = ({ task_revision_id, used_fallback_model: usedFallback }: TaskRun) => {
    const revision = revisions.find(({ id }) => id === task_revision_id);
    const id = usedFallback ? revision?.fallback_llm_model_id : revision?.llm_model_id;
    return id ? (modelNames.get(id) ?? id) : '–';
  };
  const toRow = (name: string, getValue: (of: TaskRun) => number | null, format: (value: number) => string) =>
    toFigure(name, [getValue(run), getValue(other)], format);
  const figures = [
    { name: w.runs.revision, values: [getRevision(run), getRevision(other)] as const },
    { name: w.runs.model, values: [getModel(run), getModel(other)] as const },
    toRow(w.runs.compare.duration, getTaskRunDuration, formatDuration),
    toRow(w.runs.compare.inputTokens, ({ input_tokens }) => input_tokens, formatNumber),
    toRow(w.runs.compare.outputTokens, ({ output_tokens }) => output_tokens, formatNumber),
    toRow(w.runs.cost, ({ charged_credits }) => Number(charged_credits), formatCredits),
  ];
  return <FigureTable {...{ run, other, figures }} />;
}
