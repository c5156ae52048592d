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
import { CaseDialog } from './case-dialog.tsx';
import { type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { type EvalCase, type EvalSet, evalCasesQuery, getCaseInput, invalidateSet } from './queries.ts';
import { formatRowInput, formatRowValue } from './row-values.ts';

const route = getRouteApi('/in/evals/$kind/$ofId/sets/$setId');

interface Props {
  readonly subject: EvalSubject;
  readonly set: EvalSet;
  readonly canEdit: boolean;
}

/** Lists the cases of a set, newest first. */
export function CaseTable({ subject, set, canEdit }: Props) {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(evalCasesQuery(useScope(), subject, set.id, cursor));
  const [editedCase, setEditedCase] = useState<EvalCase>();
  const removal = useRemoveCase(subject, set.id);
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {removal.error && <ErrorAlert error={removal.error} />}
      {data?.results.length === 0 && (
        <EmptyState isSmall title={w.evals.noCases}>
          {w.evals.noCasesHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.evals.cases}
          columns={[
            ...getColumns(subject),
            ...(canEdit ? [getActionColumn(setEditedCase, ({ id }) => removal.mutate(id))] : []),
          ]}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {editedCase && (
        <CaseDialog subject={subject} setId={set.id} evalCase={editedCase} onClose={() => setEditedCase(undefined)} />
      )}
    </>
  );
}

function useRemoveCase(subject: EvalSubject, setId: string) {
  const scope = useScope();
  return useMutation({
    mutationFn: (id: string) => {
      const path = { ...getEvalPathParams(scope, subject, { setId }), eval_case_id: id };
      return del(getEvalPaths(subject.kind).case, { params: { path } });
    },
    onSuccess: () => invalidateSet(setId),
  });
}

function getColumns(subject: EvalSubject): readonly Column<EvalCase>[] {
  return [
    { header: w.evals.input, render: (evalCase) => <CaseInput subject={subject} evalCase={evalCase} /> },
    { header: w.evals.expectation, render: (evalCase) => <CaseExpectation evalCase={evalCase} /> },
    { header: w.evals.source, hidesOnMobile: true, render: ({ source }) => w.evals.sources[source] },
  ];
}

type CaseAction = (evalCase: EvalCase) => void;

function getActionColumn(onEdit: CaseAction, onRemove: CaseAction): Column<EvalCase> {
  return {
    header: w.evals.acts,
    alignsEnd: true,
    render: (evalCase) => (
      <span className="flex flex-wrap justify-end gap-1">
        <Button isSmall aria-label={w.evals.editCase({ id: evalCase.id.slice(-6) })} onClick={() => onEdit(evalCase)}>
          {w.evals.edit}
        </Button>
        <Button
          isSmall
          aria-label={w.evals.removeCase({ id: evalCase.id.slice(-6) })}
          onClick={() => onRemove(evalCase)}
        >
          {w.evals.remove}
        </Button>
      </span>
    ),
  };
}

function CaseInput({ subject, evalCase }: { readonly subject: EvalSubject; readonly evalCase: EvalCase }) {
  const input = getCaseInput(subject, evalCase);
  return (
    <span className="flex flex-col gap-1">
      {evalCase.name !== null && <strong className="break-words">{evalCase.name}</strong>}
      {input !== null && input !== undefined && <span className="break-words">{formatRowInput(input)}</span>}
      {evalCase.reference_run_id !== null && (
        <Link to="/runs/$runId" params={{ runId: evalCase.reference_run_id }} className="link">
          {w.evals.pastRun} <span className="whitespace-nowrap">…{evalCase.reference_run_id.slice(-6)}</span>
        </Link>
      )}
    </span>
  );
}

function CaseExpectation({
  evalCase: { expected, expected_calls: expectedCalls, reference_run_id: runId, stubs },
}: {
  readonly evalCase: EvalCase;
}) {
  const hasExpected = expected !== null && expected !== undefined;
  return (
    <span className="flex flex-col gap-1 break-words">
      {hasExpected && <span>{formatRowValue(expected)}</span>}
      {expectedCalls?.map((call) => (
        <span key={JSON.stringify(call)}>
          {w.evals.callsSay[call.must]({ tool: call.tool_name })}{' '}
          {call.arguments !== undefined && <code className="font-mono text-sm">{formatRowValue(call.arguments)}</code>}
        </span>
      ))}
      {!hasExpected && !expectedCalls?.length && (
        <span className="text-muted">{runId === null ? w.evals.nothing : w.evals.asPast}</span>
      )}
      {stubs.length > 0 && <span className="text-sm text-muted">{w.evals.stubs({ n: stubs.length })}</span>}
    </span>
  );
}
