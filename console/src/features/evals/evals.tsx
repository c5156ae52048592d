import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { type Gate, GateForm } from './gate-form.tsx';
import { MakeSet } from './make-set.tsx';
import { type EvalRun, type EvalSet, evalRuns, evalSets } from './queries.ts';
import { EvalState, PassRate } from './signs.tsx';
import { StartEval } from './start.tsx';

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  readonly gate: Gate | null;
}

/** Evals of a task or an agent: sets of cases, what revisions came to, and what one has to pass before it serves. Shared by both. */
export function Evals({ subject, revisions, gate }: Props) {
  const sets = useQuery(evalSets(useScope(), subject));
  const mayEdit = useHasPermission(subject.kind, 'edit', subject.id) === true;
  // A gate that is there is changed by those alone who may let a revision past it.
  const mayLoosen = useHasPermission(subject.kind, 'override_release_gate', subject.id) === true;
  return (
    <div className="flex flex-col gap-8">
      <Runs subject={subject} revisions={revisions} sets={sets.data} mayEdit={mayEdit} />
      <Section title={w.evals.sets} hint={w.evals.setsHint} actions={mayEdit && <MakeSet of={subject} />}>
        {sets.error && <ErrorAlert error={sets.error} onRetry={() => void sets.refetch()} />}
        {!sets.data && !sets.error && <Loading lineCount={3} />}
        {sets.data?.length === 0 && <EmptyState title={w.evals.noSets}>{w.evals.noSetsHint}</EmptyState>}
        {sets.data && sets.data.length > 0 && (
          <Table caption={w.evals.sets} columns={setColumns(subject)} rows={sets.data} getRowKey={({ id }) => id} />
        )}
      </Section>
      <GateForm
        key={JSON.stringify(gate)}
        subject={subject}
        gate={gate}
        sets={sets.data ?? []}
        mayEdit={mayEdit && (gate === null || mayLoosen)}
      />
    </div>
  );
}

interface RunsProps extends Omit<Props, 'gate'> {
  readonly sets: readonly EvalSet[] | undefined;
  readonly mayEdit: boolean;
}

function Runs({ subject, revisions, sets, mayEdit }: RunsProps) {
  const { data, error, refetch } = useQuery(evalRuns(useScope(), subject));
  const [starting, setStarting] = useState(false);
  const start = mayEdit && (
    <Button variant="primary" onClick={() => setStarting(true)}>
      {w.evals.start}
    </Button>
  );
  return (
    <Section title={w.evals.title} hint={w.evals.hint} actions={start}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data?.length === 0 && <EmptyState title={w.evals.none}>{w.evals.noneHint}</EmptyState>}
      {data && data.length > 0 && (
        <Table caption={w.evals.title} columns={runColumns(subject, sets)} rows={data} getRowKey={({ id }) => id} />
      )}
      {starting && <StartEval subject={subject} revisions={revisions} onClose={() => setStarting(false)} />}
    </Section>
  );
}

function runColumns({ kind, id: ofId }: Subject, sets: readonly EvalSet[] | undefined): readonly Column<EvalRun>[] {
  return [
    {
      header: w.evals.begun,
      render: ({ id, created }) => (
        <Link
          to="/evals/$kind/$ofId/runs/$evalId"
          params={{ kind, ofId, evalId: id }}
          className="text-accent underline"
        >
          <Time at={created} />
        </Link>
      ),
    },
    { header: w.evals.state, render: (run) => <EvalState status={run.status} /> },
    {
      header: w.evals.candidate,
      hidesOnMobile: true,
      render: (run) => <span>{toRevisionLabel({ id: run.candidate_revision_id })}</span>,
    },
    {
      header: w.evals.set,
      hidesOnMobile: true,
      render: (run) =>
        run.eval_set_id === null
          ? w.evals.noSet
          : (sets?.find(({ id }) => id === run.eval_set_id)?.name ?? w.evals.goneSet),
    },
    { header: w.evals.passRate, render: (run) => <PassRate of={run} /> },
    { header: w.evals.cases, hidesOnMobile: true, alignsEnd: true, render: (run) => formatNumber(run.case_count) },
  ];
}

function setColumns({ kind, id: ofId }: Subject): readonly Column<EvalSet>[] {
  return [
    {
      header: w.evals.name,
      render: ({ id, name, description }) => (
        <span className="flex flex-col">
          <Link
            to="/evals/$kind/$ofId/sets/$setId"
            params={{ kind, ofId, setId: id }}
            className="break-words text-accent underline"
          >
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
