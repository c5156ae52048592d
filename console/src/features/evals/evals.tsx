import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sayNumber } from '../../lib/numbers.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { revisionName } from '../../ui/revision-comparison.tsx';
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
  const mayEdit = useMay(subject.kind, 'edit', subject.id) === true;
  // A gate that is there is changed by those alone who may let a revision past it.
  const mayLoosen = useMay(subject.kind, 'override_release_gate', subject.id) === true;
  return (
    <div className="flex flex-col gap-8">
      <Runs subject={subject} revisions={revisions} sets={sets.data} mayEdit={mayEdit} />
      <Section title={w.evals.sets} hint={w.evals.setsHint} acts={mayEdit && <MakeSet of={subject} />}>
        {sets.error && <Failed error={sets.error} onRetry={() => void sets.refetch()} />}
        {!sets.data && !sets.error && <Loading lines={3} />}
        {sets.data?.length === 0 && <Empty title={w.evals.noSets}>{w.evals.noSetsHint}</Empty>}
        {sets.data && sets.data.length > 0 && (
          <Table caption={w.evals.sets} columns={setColumns(subject)} rows={sets.data} keyOf={({ id }) => id} />
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
    <Button look="primary" onClick={() => setStarting(true)}>
      {w.evals.start}
    </Button>
  );
  return (
    <Section title={w.evals.title} hint={w.evals.hint} acts={start}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data?.length === 0 && <Empty title={w.evals.none}>{w.evals.noneHint}</Empty>}
      {data && data.length > 0 && (
        <Table caption={w.evals.title} columns={runColumns(subject, sets)} rows={data} keyOf={({ id }) => id} />
      )}
      {starting && <StartEval subject={subject} revisions={revisions} onClose={() => setStarting(false)} />}
    </Section>
  );
}

function runColumns({ kind, id: ofId }: Subject, sets: readonly EvalSet[] | undefined): readonly Column<EvalRun>[] {
  return [
    {
      name: w.evals.begun,
      show: ({ id, created }) => (
        <Link
          to="/evals/$kind/$ofId/runs/$evalId"
          params={{ kind, ofId, evalId: id }}
          className="text-accent underline"
        >
          <Time at={created} />
        </Link>
      ),
    },
    { name: w.evals.state, show: (run) => <EvalState status={run.status} /> },
    {
      name: w.evals.candidate,
      wide: true,
      show: (run) => <span>{revisionName({ id: run.candidate_revision_id })}</span>,
    },
    {
      name: w.evals.set,
      wide: true,
      show: (run) =>
        run.eval_set_id === null
          ? w.evals.noSet
          : (sets?.find(({ id }) => id === run.eval_set_id)?.name ?? w.evals.goneSet),
    },
    { name: w.evals.passRate, show: (run) => <PassRate of={run} /> },
    { name: w.evals.cases, wide: true, end: true, show: (run) => sayNumber(run.case_count) },
  ];
}

function setColumns({ kind, id: ofId }: Subject): readonly Column<EvalSet>[] {
  return [
    {
      name: w.evals.name,
      show: ({ id, name, description }) => (
        <span className="flex flex-col">
          <Link
            to="/evals/$kind/$ofId/sets/$setId"
            params={{ kind, ofId, setId: id }}
            className="break-words text-accent underline"
          >
            {name}
          </Link>
          {description && <span className="line-clamp-2 text-sm text-quiet">{description}</span>}
        </span>
      ),
    },
    {
      name: w.evals.scorers,
      wide: true,
      show: ({ scorers }) =>
        scorers.map(({ scorer }) => w.evals.scorerNames[scorer as 'same'] ?? scorer).join(', ') || w.evals.usual,
    },
    { name: w.evals.cases, end: true, show: ({ case_count }) => sayNumber(case_count) },
    { name: w.evals.changed, wide: true, show: ({ modified }) => <Time at={modified} /> },
  ];
}
