import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FlaskConical } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { EvalStatusBadge, PassRate } from './badges.tsx';
import { CreateSetButton } from './create-set-button.tsx';
import { PassRateChart } from './pass-rate-chart.tsx';
import { type EvalRun, type EvalSet, evalRunsQuery, evalSetsQuery } from './queries.ts';
import { type ReleaseGate, ReleaseGateForm } from './release-gate-form.tsx';
import { StartEvalDialog } from './start-eval-dialog.tsx';

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  readonly gate: ReleaseGate | null;
}

/** Evals tab of a task or an agent: eval runs, sets and the release gate. */
export function EvalsTab({ subject, revisions, gate }: Props) {
  const sets = useQuery(evalSetsQuery(useScope(), subject));
  const canEdit = useHasPermission(subject.kind, 'edit', subject.id) === true;
  // Only users who can override the gate may change an existing one.
  const canOverrideGate = useHasPermission(subject.kind, 'override_release_gate', subject.id) === true;
  return (
    <div className="flex flex-col gap-8">
      <EvalRuns {...{ subject, revisions, gate, canEdit }} sets={sets.data} isPending={sets.isPending} />
      <Section title={w.evals.sets} hint={w.evals.setsHint} actions={canEdit && <CreateSetButton subject={subject} />}>
        {sets.error && <ErrorAlert error={sets.error} onRetry={() => void sets.refetch()} />}
        {!sets.data && !sets.error && <Loading lineCount={3} />}
        {sets.data?.length === 0 && (
          <EmptyState isSmall title={w.evals.noSets}>
            {w.evals.noSetsHint}
          </EmptyState>
        )}
        {sets.data && sets.data.length > 0 && (
          <Table caption={w.evals.sets} columns={getSetColumns(subject)} rows={sets.data} getRowKey={({ id }) => id} />
        )}
      </Section>
      <ReleaseGateForm
        key={JSON.stringify(gate)}
        subject={subject}
        gate={gate}
        sets={sets.data ?? []}
        canEdit={canEdit && (gate === null || canOverrideGate)}
      />
    </div>
  );
}

interface EvalRunsProps extends Props {
  readonly sets: readonly EvalSet[] | undefined;
  /** Whether the sets are loading. Their names and the chart need them. */
  readonly isPending: boolean;
  readonly canEdit: boolean;
}

function EvalRuns({ subject, revisions, gate, sets, isPending, canEdit }: EvalRunsProps) {
  const runs = useQuery(evalRunsQuery(useScope(), subject));
  const { error, refetch } = runs;
  const data = isPending ? undefined : runs.data;
  const [isStarting, setIsStarting] = useState(false);
  const startButton = canEdit && (
    <Button variant="primary" onClick={() => setIsStarting(true)}>
      {w.evals.start}
    </Button>
  );
  const isEmpty = data?.length === 0;
  return (
    <Section title={w.evals.title} hint={w.evals.hint} actions={!isEmpty && startButton}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {isEmpty && (
        <EmptyState icon={FlaskConical} title={w.evals.none} action={startButton}>
          {w.evals.noneHint}
        </EmptyState>
      )}
      {data && sets && <PassRateChart {...{ subject, revisions, sets, gate }} runs={data} />}
      {data && data.length > 0 && (
        <Table
          caption={w.evals.title}
          columns={getRunColumns(subject, revisions, sets)}
          rows={data}
          getRowKey={({ id }) => id}
        />
      )}
      {isStarting && <StartEvalDialog subject={subject} revisions={revisions} onClose={() => setIsStarting(false)} />}
    </Section>
  );
}

function getRunColumns(
  { kind, id: ofId }: Subject,
  revisions: readonly SubjectRevision[],
  sets: readonly EvalSet[] | undefined,
): readonly Column<EvalRun>[] {
  return [
    {
      header: w.evals.begun,
      render: ({ id, created }) => (
        <Link to="/evals/$kind/$ofId/runs/$evalId" params={{ kind, ofId, evalId: id }} className="link">
          <Time at={created} />
        </Link>
      ),
    },
    { header: w.evals.state, render: (run) => <EvalStatusBadge status={run.status} /> },
    {
      header: w.evals.candidate,
      hidesOnMobile: true,
      render: (run) => <span>{getRevisionName({ id: run.candidate_revision_id }, revisions)}</span>,
    },
    {
      header: w.evals.set,
      hidesOnMobile: true,
      render: (run) =>
        run.eval_set_id === null
          ? w.evals.noSet
          : (sets?.find(({ id }) => id === run.eval_set_id)?.name ?? w.evals.goneSet),
    },
    { header: w.evals.passRate, render: (run) => <PassRate run={run} /> },
    { header: w.evals.cases, hidesOnMobile: true, alignsEnd: true, render: (run) => formatNumber(run.case_count) },
  ];
}

function getSetColumns({ kind, id: ofId }: Subject): readonly Column<EvalSet>[] {
  return [
    {
      header: w.evals.name,
      render: ({ id, name, description }) => (
        <span className="flex flex-col">
          <Link to="/evals/$kind/$ofId/sets/$setId" params={{ kind, ofId, setId: id }} className="break-words link">
            {name}
          </Link>
          {description && <span className="line-clamp-2 text-sm text-muted">{description}</span>}
        </span>
      ),
    },
    {
      header: w.evals.scorers,
      hidesOnMobile: true,
      render: ({ scorers }) =>
        scorers.map(({ scorer }) => w.evals.scorerNames[scorer as 'same'] ?? scorer).join(', ') || w.evals.usual,
    },
    { header: w.evals.cases, alignsEnd: true, render: ({ case_count }) => formatNumber(case_count) },
    { header: w.evals.changed, hidesOnMobile: true, render: ({ modified }) => <Time at={modified} /> },
  ];
}
