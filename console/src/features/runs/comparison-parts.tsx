import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { truncateText } from '../../lib/hidden-text.ts';
import { formatDateTime } from '../../lib/time.ts';
import { JsonDiff, TextDiff } from '../../ui/diff.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { getStatusLabel, RunStatusBadge } from './run-status.tsx';

const MAX_INPUT_LENGTH = 60;

interface ComparableRun {
  readonly id: string;
  readonly created: string;
  readonly status: string;
}

/** Returns the newest other run on the same input, else the newest completed one. */
export function findDefaultRun<R extends ComparableRun>(
  run: R,
  siblings: readonly R[],
  getInput: (run: R) => string,
): R | undefined {
  const others = siblings.filter(({ id }) => id !== run.id);
  const input = getInput(run);
  return (
    others.find((other) => getInput(other) === input) ??
    others.find(({ status }) => status === 'completed') ??
    others[0]
  );
}

type QueryResult<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;

interface FrameProps<R extends ComparableRun> {
  readonly run: R;
  /** The newest runs of the same agent or task. */
  readonly siblings: QueryResult<readonly R[]>;
  readonly other: QueryResult<R>;
  /** Undefined if there is no other run. */
  readonly otherId: string | undefined;
  /** Returns the input of a run as text. */
  readonly getInput: (run: R) => string;
  readonly labels: { readonly sameInput: string; readonly noneHint: string };
  readonly children: (other: R) => ReactNode;
}

/** Selects the other run of a comparison, and shows the comparison once that run is loaded. */
export function ComparisonFrame<R extends ComparableRun>(props: FrameProps<R>) {
  const { run, siblings, other, otherId, getInput, labels, children } = props;
  const error = siblings.error ?? other.error;
  if (error)
    return <ErrorAlert error={error} onRetry={() => void Promise.all([siblings.refetch(), other.refetch()])} />;
  if (!siblings.data) return <Loading lineCount={6} />;
  if (otherId === undefined)
    return (
      <EmptyState isSmall title={w.runs.compare.none}>
        {labels.noneHint}
      </EmptyState>
    );
  const input = getInput(run);
  const toLabel = (option: R) => {
    const optionInput = getInput(option);
    const inputLabel = optionInput === input ? labels.sameInput : truncateText(optionInput, MAX_INPUT_LENGTH);
    return [formatDateTime(Date.parse(option.created)), getStatusLabel(option.status), inputLabel].join(' · ');
  };
  const others = siblings.data.filter(({ id }) => id !== run.id);
  const isListed = others.some(({ id }) => id === otherId);
  const options = others.map((option) => ({ id: option.id, label: toLabel(option) }));
  const chosen = { id: otherId, label: other.data ? toLabel(other.data) : '…' };
  return (
    <div className="flex flex-col gap-6">
      <OtherRunSelect otherId={otherId} options={isListed ? options : [chosen, ...options]} />
      {other.data ? children(other.data) : <Loading lineCount={6} />}
    </div>
  );
}

interface OtherRunSelectProps {
  readonly otherId: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

function OtherRunSelect({ otherId, options }: OtherRunSelectProps) {
  const navigate = useNavigate();
  return (
    <div className="flex max-w-3xl flex-wrap items-end gap-3">
      <div className="min-w-64 flex-1">
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
          {options.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
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

/** A figure of both runs, with its difference. */
interface Figure {
  readonly name: string;
  readonly values: readonly [run: ReactNode, other: ReactNode];
  readonly difference?: string;
}

/** Returns a numeric figure with its difference. Null values have none. */
export function toFigure(
  name: string,
  [before, after]: readonly [number | null, number | null],
  format: (value: number) => string,
): Figure {
  const toText = (value: number | null) => (value === null ? '–' : format(value));
  const difference = before === null || after === null ? 0 : after - before;
  return {
    name,
    values: [toText(before), toText(after)],
    ...(difference === 0 ? {} : { difference: `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}` }),
  };
}

interface FigureTableProps {
  readonly run: ComparableRun;
  readonly other: ComparableRun;
  /** Figures below the status. */
  readonly figures: readonly Figure[];
}

/** Shows the status and the figures of two runs side by side. */
export function FigureTable({ run, other, figures }: FigureTableProps) {
  const status: Figure = {
    name: w.runs.compare.status,
    values: [
      <RunStatusBadge key={run.id} status={run.status} />,
      <RunStatusBadge key={other.id} status={other.status} />,
    ],
  };
  return (
    <Table
      caption={w.runs.compare.figures}
      columns={getColumns()}
      rows={[status, ...figures]}
      getRowKey={({ name }) => name}
    />
  );
}

const getColumns = (): readonly Column<Figure>[] => [
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

interface ValueDiffProps {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Shows the difference of two values under a heading, as text if both are texts. */
export function ValueDiff({ label, before, after }: ValueDiffProps) {
  const areTexts = typeof before === 'string' && typeof after === 'string' && before !== after;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{label}</h2>
      {areTexts ? (
        <TextDiff label={label} before={before} after={after} collapsesUnchanged />
      ) : (
        <JsonDiff label={label} before={before} after={after} />
      )}
    </section>
  );
}
