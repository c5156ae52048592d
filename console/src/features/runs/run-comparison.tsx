import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { truncateText } from '../../lib/hidden-text.ts';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { formatDateTime, formatDuration } from '../../lib/time.ts';
import { JsonDiff, TextDiff } from '../../ui/diff.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { getRevisionName } from '../../ui/revision-comparison.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/queries.ts';
import { type AgentRun, agentRunQuery, siblingRunsQuery } from './queries.ts';
import { getStatusLabel, RunStatusBadge } from './run-status.tsx';
import type { RunSteps } from './run-steps.ts';
import { StepComparison } from './step-comparison.tsx';
import type { RunAddress } from './use-run-steps.ts';

const route = getRouteApi('/in/runs/$runId');
const MAX_MESSAGE_LENGTH = 60;

interface Props {
  readonly address: RunAddress;
  readonly run: AgentRun;
  readonly steps: RunSteps;
}

/** Compares a run with another one of its agent: figures, message, response and steps. */
export function RunComparison({ address, run, steps }: Props) {
  const { with: chosenId } = route.useSearch();
  const siblings = useQuery(siblingRunsQuery(address));
  const others = siblings.data?.filter(({ id }) => id !== run.id) ?? [];
  const otherId = chosenId ?? findDefault(run, others)?.id;
  const other = useQuery({
    ...agentRunQuery({ ...address, run_id: otherId ?? '' }),
    enabled: otherId !== undefined,
  });
  const error = siblings.error ?? other.error;
  if (error)
    return <ErrorAlert error={error} onRetry={() => void Promise.all([siblings.refetch(), other.refetch()])} />;
  if (!siblings.data) return <Loading lineCount={6} />;
  if (otherId === undefined)
    return (
      <EmptyState isSmall title={w.runs.compare.none}>
        {w.runs.compare.noneHint}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-6">
      <OtherRunSelect run={run} other={other.data} otherId={otherId} others={others} />
      {other.data ? (
        <>
          <Figures run={run} other={other.data} />
          <Texts run={run} other={other.data} />
          <StepComparison key={otherId} steps={steps} other={{ ...address, run_id: otherId }} />
        </>
      ) : (
        <Loading lineCount={6} />
      )}
    </div>
  );
}

/** Returns the newest other run on the same message, else the newest completed one. */
const findDefault = ({ message }: AgentRun, others: readonly AgentRun[]): AgentRun | undefined =>
  others.find((other) => other.message === message) ?? others.find(({ status }) => status === 'completed') ?? others[0];

interface OtherRunSelectProps {
  readonly run: AgentRun;
  /** Undefined while it loads. */
  readonly other: AgentRun | undefined;
  readonly otherId: string;
  readonly others: readonly AgentRun[];
}

function OtherRunSelect({ run, other, otherId, others }: OtherRunSelectProps) {
  const navigate = useNavigate();
  const isListed = others.some(({ id }) => id === otherId);
  const toLabel = ({ created, status, message }: AgentRun) =>
    [
      formatDateTime(Date.parse(created)),
      getStatusLabel(status),
      message === run.message ? w.runs.compare.sameMessage : truncateText(message, MAX_MESSAGE_LENGTH),
    ].join(' · ');
  return (
    <div className="flex max-w-3xl flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1">
        <SelectField
          label={w.runs.compare.with}
          value={otherId}
          onChange={({ target }) =>
            void navigate({
              to: '.',
              search: (search: object) => ({ ...search, with: target.value }),
              replace: true,
            })
          }
        >
          {!isListed && <option value={otherId}>{other ? toLabel(other) : '…'}</option>}
          {others.map((option) => (
            <option key={option.id} value={option.id}>
              {toLabel(option)}
            </option>
          ))}
        </SelectField>
      </div>
      <Link to="/runs/$runId" params={{ runId: otherId }} className="link py-1.5">
        {w.runs.compare.open}
      </Link>
    </div>
  );
}

interface Pair {
  readonly run: AgentRun;
  readonly other: AgentRun;
}

/** A figure of both runs, with its difference. */
interface FigureRow {
  readonly name: string;
  readonly values: readonly [run: React.ReactNode, other: React.ReactNode];
  readonly difference?: string;
}

function Figures({ run, other }: Pair) {
  const { data: agent } = useQuery({
    ...agentQuery(useScope(), run.task_agent_id),
    enabled: !run.task_agent.deleted,
  });
  const getRevision = ({ task_agent_revision_id: id }: AgentRun) => getRevisionName({ id }, agent?.revisions ?? []);
  const toRow = (name: string, getValue: (of: AgentRun) => number | null, format: (value: number) => string) => {
    const [before, after] = [getValue(run), getValue(other)];
    const difference = before === null || after === null ? 0 : after - before;
    return {
      name,
      values: [before, after].map((value) => (value === null ? '–' : format(value))) as [string, string],
      ...(difference === 0 ? {} : { difference: `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}` }),
    };
  };
  const rows: readonly FigureRow[] = [
    {
      name: w.runs.compare.status,
      values: [
        <RunStatusBadge key={run.id} status={run.status} />,
        <RunStatusBadge key={other.id} status={other.status} />,
      ],
    },
    { name: w.runs.revision, values: [getRevision(run), getRevision(other)] },
    toRow(w.runs.compare.duration, ({ duration_ms }) => duration_ms, formatDuration),
    toRow(w.runs.turnCount, ({ turns }) => turns, formatNumber),
    toRow(w.runs.compare.inputTokens, ({ input_tokens }) => input_tokens, formatNumber),
    toRow(w.runs.compare.outputTokens, ({ output_tokens }) => output_tokens, formatNumber),
    toRow(w.runs.cost, ({ tree_charged_credits }) => Number(tree_charged_credits), formatCredits),
  ];
  return <Table caption={w.runs.compare.figures} columns={getColumns()} rows={rows} getRowKey={({ name }) => name} />;
}

const getColumns = (): readonly Column<FigureRow>[] => [
  { header: w.runs.compare.figure, render: ({ name }) => name },
  { header: w.runs.compare.thisRun, alignsEnd: true, render: ({ values: [value] }) => value },
  { header: w.runs.compare.otherRun, alignsEnd: true, render: ({ values: [, value] }) => value },
  {
    header: w.runs.compare.difference,
    hidesOnMobile: true,
    alignsEnd: true,
    render: ({ difference }) => <span className="text-muted">{difference ?? '–'}</span>,
  },
];

function Texts({ run, other }: Pair) {
  const getOutput = ({ formatted_output, output }: AgentRun) => formatted_output ?? output;
  const [before, after] = [getOutput(run), getOutput(other)];
  const areTexts = typeof before === 'string' && typeof after === 'string' && before !== after;
  return (
    <>
      {run.message !== other.message && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">{w.runs.message}</h2>
          <TextDiff label={w.runs.message} before={run.message} after={other.message} />
        </section>
      )}
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">{w.runs.says}</h2>
        {areTexts ? (
          <TextDiff label={w.runs.says} before={before} after={after} collapsesUnchanged />
        ) : (
          <JsonDiff label={w.runs.says} before={before} after={after} />
        )}
      </section>
    </>
  );
}
