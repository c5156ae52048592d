import { useMutation, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { del } from '../../lib/api.ts';
import { formatCredits } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';
import { CaseOutcomeBadge } from '../evals/badges.tsx';
import { CallList, OutputDiff, OutputValue } from '../evals/case-result.tsx';
import { getEvalPathParams, getEvalPaths } from '../evals/eval-kinds.ts';
import {
  type EvalCase,
  type EvalDetail,
  type EvalResult,
  type EvalSet,
  evalResultQuery,
  getCaseInput,
  invalidateSet,
  type ResultDetail,
} from '../evals/queries.ts';
import { formatRowInput } from '../evals/row-values.ts';
import { useModelNames } from '../models/queries.ts';
import type { Candidates, Side } from './candidates.ts';
import type { TestSet } from './use-test-set.ts';

interface ShownSide extends Side {
  readonly run: EvalDetail | undefined;
}

interface Props {
  readonly testSet: TestSet & { readonly set: EvalSet };
  readonly cases: readonly EvalCase[];
  readonly sides: readonly ShownSide[];
  readonly getLabel: Candidates['getLabel'];
  readonly canEdit: boolean;
  readonly onOpen: (evalCase: EvalCase) => void;
  readonly onEdit: (evalCase: EvalCase) => void;
}

/** The kept cases, with verdict, time and cost of each candidate. A case expands to its outputs. */
export function CaseTable({ testSet, cases, sides, getLabel, ...props }: Props) {
  const modelNames = useModelNames();
  const [openId, setOpenId] = useState<string>();
  const results = useResults(testSet, sides);
  return (
    <table aria-label={w.evals.cases} className="w-full table-fixed text-sm">
      <thead>
        <tr className="border-b text-start text-muted">
          <th className="py-1 text-start font-medium">{w.tasks.test.caseName}</th>
          {sides.map((side, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: both sides can have the same candidate
            <th key={index} className="py-1 ps-2 text-start font-medium break-words">
              {getLabel(side, modelNames)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cases.map((evalCase) => {
          const cells = results.map((ofSide) => ofSide.get(evalCase.id));
          const isOpen = evalCase.id === openId;
          return (
            <Fragment key={evalCase.id}>
              <tr className="border-b align-top">
                <td className="py-2">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    className="link line-clamp-2 text-start break-words"
                    onClick={() => setOpenId(isOpen ? undefined : evalCase.id)}
                  >
                    {evalCase.name ?? formatRowInput(getCaseInput(testSet.subject, evalCase))}
                  </button>
                </td>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: both sides can have the same candidate
                  <td key={index} className="py-2 ps-2">
                    {cell && <ResultCell {...cell} />}
                  </td>
                ))}
              </tr>
              {isOpen && (
                <tr className="border-b">
                  <td colSpan={1 + sides.length} className="pb-3">
                    <OpenCase
                      testSet={testSet}
                      evalCase={evalCase}
                      details={cells.map((cell) => cell?.detail)}
                      {...props}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
      {sides.length > 0 && <Totals testSet={testSet} sides={sides} />}
    </table>
  );
}

interface Cell {
  readonly result: EvalResult;
  readonly detail: ResultDetail | undefined;
}

/** Returns the results of each side by case, with output, time and cost once the case is done. */
function useResults({ subject }: TestSet, sides: readonly ShownSide[]): readonly ReadonlyMap<string, Cell>[] {
  const scope = useScope();
  const entries = sides.flatMap(({ run }, side) =>
    (run?.results ?? []).map((result) => ({ side, runId: result.eval_run_id, result })),
  );
  const details = useQueries({
    queries: entries.map(({ runId, result }) => ({
      ...evalResultQuery(scope, subject, runId, result.id, result.completed),
      enabled: result.completed !== null,
    })),
  });
  return sides.map(
    (_, side) =>
      new Map(
        entries.flatMap((entry, index) =>
          entry.side === side && entry.result.case_id !== null
            ? [[entry.result.case_id, { result: entry.result, detail: details[index]?.data }] as const]
            : [],
        ),
      ),
  );
}

function ResultCell({ result, detail }: Cell) {
  const candidate = detail?.candidate;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <CaseOutcomeBadge result={result} />
      {candidate && (
        <span className="text-muted tabular-nums">
          {[
            ...(candidate.duration_ms === null ? [] : [formatDuration(candidate.duration_ms)]),
            w.runs.credits({ n: formatCredits(candidate.charged_credits) }),
          ].join(' · ')}
        </span>
      )}
      {result.error_message && <span className="break-words text-danger">{result.error_message}</span>}
    </span>
  );
}

/** Passed cases and cost of each side, with a link to the eval. */
function Totals({ testSet: { subject }, sides }: Pick<Props, 'testSet' | 'sides'>) {
  return (
    <tfoot>
      <tr className="align-top">
        <th className="py-2 text-start font-medium">{w.tasks.test.total}</th>
        {sides.map(({ runId, run }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: both sides can have the same candidate
          <td key={index} className="py-2 ps-2">
            {run && (
              <span className="flex flex-col items-start gap-0.5 tabular-nums">
                <span>{w.tasks.test.passed({ n: run.pass_count, all: run.pass_count + run.fail_count })}</span>
                <span className="text-muted">{w.runs.credits({ n: formatCredits(run.charged_credits) })}</span>
                <Link
                  to="/evals/$kind/$ofId/runs/$evalId"
                  params={{ kind: subject.kind, ofId: subject.id, evalId: runId }}
                  className="link"
                >
                  {w.tasks.test.openEval}
                </Link>
              </span>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

interface OpenCaseProps extends Pick<Props, 'testSet' | 'canEdit' | 'onOpen' | 'onEdit'> {
  readonly evalCase: EvalCase;
  readonly details: readonly (ResultDetail | undefined)[];
}

/** The outputs of a case: the difference between both sides, or the only one. */
function OpenCase({ testSet: { subject, set }, evalCase, details, canEdit, onOpen, onEdit }: OpenCaseProps) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => {
      const path = { ...getEvalPathParams(scope, subject, { setId: set.id }), eval_case_id: evalCase.id };
      return del(getEvalPaths(subject.kind).case, { params: { path } });
    },
    onSuccess: () => invalidateSet(set.id),
  });
  const candidates = details.flatMap((detail) => detail?.candidate ?? []);
  const outputs = candidates.map(({ output }) => output);
  const input = getCaseInput(subject, evalCase);
  return (
    <div className="flex flex-col gap-2">
      {evalCase.name !== null && <p className="break-words text-muted">{formatRowInput(input)}</p>}
      {outputs.length === 1 && <OutputValue value={outputs[0]} />}
      {outputs.length === 2 && <OutputDiff before={outputs[0]} after={outputs[1]} />}
      {candidates.some(({ calls }) => calls.length > 0) && (
        <div className="grid auto-cols-fr grid-flow-col gap-2">
          {candidates.map(({ run_id: id, calls }) => (
            <CallList key={id} calls={calls} />
          ))}
        </div>
      )}
      {remove.error && <ErrorAlert error={remove.error} />}
      <div className="flex flex-wrap gap-2">
        {input !== null && input !== undefined && (
          <Button isSmall onClick={() => onOpen(evalCase)}>
            {w.tasks.test.useInput}
          </Button>
        )}
        {canEdit && (
          <>
            <Button isSmall onClick={() => onEdit(evalCase)}>
              {w.evals.edit}
            </Button>
            <Button isSmall isPending={remove.isPending} onClick={() => remove.mutate()}>
              {w.evals.remove}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
