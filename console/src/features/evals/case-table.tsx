import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { del } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { CaseForm } from './case-form.tsx';
import { type Of, pathsOf, placeOf } from './kinds.ts';
import { type EvalCase, type EvalSet, evalCases, inputOf, setChanged } from './queries.ts';
import { short, shortInput } from './short.ts';

const route = getRouteApi('/in/evals/$kind/$ofId/sets/$setId');

interface Props {
  readonly of: Of;
  readonly set: EvalSet;
  readonly mayEdit: boolean;
}

/** The cases of a set, newest first. */
export function CaseTable({ of, set, mayEdit }: Props) {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(evalCases(useScope(), of, set.id, cursor));
  const [editing, setEditing] = useState<EvalCase>();
  const out = useOut(of, set.id);
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {out.error && <ErrorAlert error={out.error} />}
      {data?.results.length === 0 && <EmptyState title={w.evals.noCases}>{w.evals.noCasesHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.evals.cases}
          columns={[...columns(of), ...(mayEdit ? [acts(setEditing, ({ id }) => out.mutate(id))] : [])]}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {editing && <CaseForm of={of} setId={set.id} item={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function useOut(of: Of, set: string) {
  const scope = useScope();
  return useMutation({
    mutationFn: (id: string) => {
      const path = { ...placeOf(scope, of, { set }), eval_case_id: id };
      return del(pathsOf(of.kind).case, { params: { path } });
    },
    onSuccess: () => setChanged(set),
  });
}

function columns(of: Of): readonly Column<EvalCase>[] {
  return [
    { header: w.evals.input, render: (item) => <Input of={of} item={item} /> },
    { header: w.evals.expectation, render: (item) => <Expectation item={item} /> },
    { header: w.evals.source, hidesOnMobile: true, render: ({ source }) => w.evals.sources[source] },
  ];
}

type Act = (item: EvalCase) => void;

function acts(onEdit: Act, onRemove: Act): Column<EvalCase> {
  return {
    header: w.evals.acts,
    alignsEnd: true,
    render: (item) => (
      <span className="flex flex-wrap justify-end gap-1">
        <Button isSmall aria-label={w.evals.editCase(item.id.slice(-6))} onClick={() => onEdit(item)}>
          {w.evals.edit}
        </Button>
        <Button isSmall aria-label={w.evals.removeCase(item.id.slice(-6))} onClick={() => onRemove(item)}>
          {w.evals.remove}
        </Button>
      </span>
    ),
  };
}

function Input({ of, item }: { readonly of: Of; readonly item: EvalCase }) {
  const given = inputOf(of, item);
  return (
    <span className="flex flex-col gap-1">
      {given !== null && given !== undefined && <span className="break-words">{shortInput(given)}</span>}
      {item.reference_run_id !== null && (
        <Link to="/runs/$runId" params={{ runId: item.reference_run_id }} className="text-accent underline">
          {w.evals.pastRun} <span className="whitespace-nowrap">…{item.reference_run_id.slice(-6)}</span>
        </Link>
      )}
    </span>
  );
}

function Expectation({
  item: { expected, expected_calls: calls, reference_run_id: run, stubs },
}: {
  readonly item: EvalCase;
}) {
  const said = expected !== null && expected !== undefined;
  return (
    <span className="flex flex-col gap-1 break-words">
      {said && <span>{short(expected)}</span>}
      {calls?.map((call) => (
        <span key={JSON.stringify(call)}>
          {w.evals.callsSay[call.must](call.tool_name)}{' '}
          {call.arguments !== undefined && <code className="font-mono text-sm">{short(call.arguments)}</code>}
        </span>
      ))}
      {!said && !calls?.length && <span className="text-muted">{run === null ? w.evals.nothing : w.evals.asPast}</span>}
      {stubs.length > 0 && <span className="text-sm text-muted">{w.evals.stubs(stubs.length)}</span>}
    </span>
  );
}
