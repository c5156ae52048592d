import { type UseQueryResult, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post, type Schemas } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useScope } from '../../../lib/session.ts';
import { formatWait } from '../../../lib/waits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ReasonText } from '../../../ui/reason-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { RunStatusBadge } from '../../runs/run-status.tsx';
import {
  type ItemOutcome,
  invalidateSources,
  isCompleted,
  SOURCE_RUN_PATH,
  type Source,
  type SourceRun,
  sourceRunItemsQuery,
  sourceRunQuery,
} from './queries.ts';

interface SourceRunsProps {
  readonly source: Source;
  readonly runs: UseQueryResult<Schemas['SourceRunPage']>;
  readonly cursor: string | undefined;
  readonly canSync: boolean;
}

/** Lists the syncs of a source, newest first, with status and counts. */
export function SourceRuns({ source, runs: { data, error, refetch }, cursor }: SourceRunsProps) {
  return (
    <Section title={w.sources.runs}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.results.length === 0 && (
        <EmptyState isSmall title={w.sources.noRuns}>
          {w.sources.noRunsHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table caption={w.sources.runs} columns={getColumns(source)} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
    </Section>
  );
}

function getColumns(source: Source): readonly Column<SourceRun>[] {
  return [
    {
      header: w.sources.began,
      render: (run) => (
        <span className="flex flex-col">
          <Link
            to="/knowledge/sources/$sourceId"
            params={{ sourceId: source.id }}
            search={(previous: object) => ({ ...previous, run: run.id })}
            className="link"
          >
            <Time at={run.created} />
          </Link>
          <span className="text-sm text-muted">{formatTrigger(run)}</span>
        </span>
      ),
    },
    {
      header: w.knowledge.state,
      render: (run) => (
        <span className="flex flex-col items-start gap-1">
          <RunStatusBadge status={run.status} />
          {run.error && (
            <span className="max-w-md text-sm text-danger">
              <ReasonText {...run.error} />
            </span>
          )}
          {run.waiting_for && <span className="max-w-md text-sm text-muted">{formatWait(run.waiting_for)}</span>}
        </span>
      ),
    },
    {
      header: w.sources.did,
      hidesOnMobile: true,
      render: (run) => <span className="text-sm">{formatCounts(run)}</span>,
    },
  ];
}

const formatTrigger = ({ trigger_type }: SourceRun): string =>
  trigger_type === 'schedule' ? w.sources.bySchedule : w.sources.byPerson;

const COUNT_NAMES = ['added', 'changed', 'removed', 'unchanged', 'skipped', 'failed', 'withheld'] as const;

/** Returns the non-zero counts of a sync. */
function formatCounts(run: SourceRun): string {
  const counts = COUNT_NAMES.filter((name) => run[name] > 0).map((name) =>
    w.sources.counts[name]({ count: formatNumber(run[name]) }),
  );
  return counts.join(' ') || w.sources.nothing;
}

interface SourceRunDialogProps {
  readonly source: Source;
  readonly id: string;
  readonly canSync: boolean;
}

/** Shows one sync and its items in a side panel. */
export function SourceRunDialog({ source, id, canSync }: SourceRunDialogProps) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(sourceRunQuery(useScope(), source.id, id));
  const close = () => void navigate({ to: '.', search: (previous: object) => ({ ...previous, run: undefined }) });
  return (
    <Dialog title={w.sources.runOf({ name: source.name })} placement="side" onClose={close}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && (
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-3">
            <RunStatusBadge status={data.status} />
            <span className="text-muted">
              {formatTrigger(data)} · <Time at={data.created} />
            </span>
            {canSync && !isCompleted(data) && <CancelButton run={data} />}
          </p>
          {data.error && (
            <p role="alert" className="rounded-md border border-danger bg-danger-subtle p-2 text-danger">
              <ReasonText {...data.error} />
            </p>
          )}
          {data.waiting_for && <p className="text-muted">{formatWait(data.waiting_for)}</p>}
          <p>{formatCounts(data)}</p>
          {data.notes.map((note) => (
            <p key={note} className="text-muted">
              {note}
            </p>
          ))}
          <RunItems run={data} />
        </div>
      )}
    </Dialog>
  );
}

function CancelButton({ run }: { readonly run: SourceRun }) {
  const path = { ...useScope(), knowledge_source_id: run.knowledge_source_id, sync_run_id: run.id };
  const cancel = useMutation({
    mutationFn: () => post(`${SOURCE_RUN_PATH}/cancel`, { params: { path } }),
    onSuccess: invalidateSources,
  });
  return (
    <>
      <Button isSmall isPending={cancel.isPending || run.status === 'cancelling'} onClick={() => cancel.mutate()}>
        {w.sources.stop}
      </Button>
      {cancel.error && <ErrorAlert error={cancel.error} />}
    </>
  );
}

const OUTCOMES = ['added', 'changed', 'removed', 'skipped', 'failed'] as const satisfies readonly ItemOutcome[];
const OUTCOME_TONES: Readonly<Record<ItemOutcome, Tone>> = {
  added: 'good',
  changed: 'info',
  removed: 'quiet',
  skipped: 'quiet',
  failed: 'bad',
};

type SourceRunItem = Schemas['SourceRunItem'];

/** Lists the items of a sync with outcome and problem. */
function RunItems({ run }: { readonly run: SourceRun }) {
  const [outcome, setOutcome] = useState<ItemOutcome | undefined>(run.failed > 0 ? 'failed' : undefined);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    sourceRunItemsQuery(useScope(), run, outcome),
  );
  const rows = data?.pages.flatMap(({ results }) => results);
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={w.sources.items}
        value={outcome ?? ''}
        onChange={(event) => setOutcome(OUTCOMES.find((option) => option === event.target.value))}
      >
        <option value="">{w.sources.allItems}</option>
        {OUTCOMES.map((option) => (
          <option key={option} value={option}>
            {w.sources.outcomes[option]}
          </option>
        ))}
      </SelectField>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {rows?.length === 0 && <p className="text-muted">{w.sources.noItems}</p>}
      {rows && rows.length > 0 && (
        <Table caption={w.sources.items} columns={getItemColumns()} rows={rows} getRowKey={({ id }) => id} />
      )}
      {hasNextPage && (
        <div>
          <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {w.sources.more}
          </Button>
        </div>
      )}
    </div>
  );
}

function getItemColumns(): readonly Column<SourceRunItem>[] {
  return [
    {
      header: w.sources.thing,
      render: ({ ref, document_id, problem, outcome }) => (
        <span className="flex flex-col">
          {document_id !== null && outcome !== 'removed' ? (
            <Link to="/knowledge/documents/$documentId" params={{ documentId: document_id }} className="break-all link">
              {ref}
            </Link>
          ) : (
            <span className="break-all">{ref}</span>
          )}
          {problem && (
            <span className="text-sm text-muted">
              <ReasonText {...problem} />
            </span>
          )}
        </span>
      ),
    },
    {
      header: w.sources.outcome,
      render: ({ outcome }) => <StatusBadge tone={OUTCOME_TONES[outcome]}>{w.sources.outcomes[outcome]}</StatusBadge>,
    },
  ];
}
