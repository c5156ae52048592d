import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import { ComparisonFrame, FigureTable, findDefaultRun, toFigure, ValueDiff } from './comparison-parts.tsx';
import { type AgentRun, agentRunQuery, siblingRunsQuery } from './queries.ts';
import type { RunSteps } from './run-steps.ts';
import { StepComparison } from './step-comparison.tsx';
import type { RunAddress } from './use-run-steps.ts';

const route = getRouteApi('/in/runs/$runId');

interface Props {
  readonly address: RunAddress;
  readonly run: AgentRun;
  readonly steps: RunSteps;
}

/** Compares a run with another one of its agent: figures, message, response and steps. */
export function RunComparison({ address, run, steps }: Props) {
  const { with: chosenId } = route.useSearch();
  const siblings = useQuery(siblingRunsQuery(address));
  const otherId = chosenId ?? findDefaultRun(run, siblings.data ?? [], getMessage)?.id;
  const other = useQuery({
    ...agentRunQuery({ ...address, run_id: otherId ?? '' }),
    enabled: otherId !== undefined,
  });
  const labels = { sameInput: w.runs.compare.sameMessage, noneHint: w.runs.compare.noneHint };
  return (
    <ComparisonFrame {...{ run, siblings, other, otherId, labels }} getInput={getMessage}>
      {(otherRun) => (
        <>
          <Figures run={run} other={otherRun} />
          <Texts run={run} other={otherRun} />
          <StepComparison key={otherRun.id} steps={steps} other={{ ...address, run_id: otherRun.id }} />
        </>
      )}
    </ComparisonFrame>
  );
}

const getMessage = ({ message }: AgentRun): string => message;

interface Pair {
  readonly run: AgentRun;
  readonly other: AgentRun;
}

function Figures({ run, other }: Pair) {
  const { data: agent } = useQuery({
    ...agentQuery(useScope(), run.task_agent_id),
    enabled: !run.task_agent.deleted,
  });
  const getRevision = ({ task_agent_revision_id: id }: AgentRun) => getRevisionName({ id }, agent?.revisions ?? []);
  const toRow = (name: string, getValue: (of: AgentRun) => number | null, format: (value: number) => string) =>
    toFigure(name, [getValue(run), getValue(other)], format);
  const figures = [
    { name: w.runs.revision, values: [getRevision(run), getRevision(other)] as const },
    toRow(w.runs.compare.duration, ({ duration_ms }) => duration_ms, formatDuration),
    toRow(w.runs.turnCount, ({ turns }) => turns, formatNumber),
    toRow(w.runs.compare.inputTokens, ({ input_tokens }) => input_tokens, formatNumber),
    toRow(w.runs.compare.outputTokens, ({ output_tokens }) => output_tokens, formatNumber),
    toRow(w.runs.cost, ({ tree_charged_credits }) => Number(tree_charged_credits), formatCredits),
  ];
  return <FigureTable {...{ run, other, figures }} />;
}

function Texts({ run, other }: Pair) {
  const getOutput = ({ formatted_output, output }: AgentRun) => formatted_output ?? output;
  return (
    <>
      {run.message !== other.message && <ValueDiff label={w.runs.message} before={run.message} after={other.message} />}
      <ValueDiff label={w.runs.says} before={getOutput(run)} after={getOutput(other)} />
    </>
  );
}
