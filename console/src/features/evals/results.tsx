import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import type { Of } from './kinds.ts';
import type { EvalDetail, EvalResult } from './queries.ts';
import { ResultView, sayScore } from './result.tsx';
import { CaseFate, fateOf, VerdictSign } from './signs.tsx';

const route = getRouteApi('/in/evals/$kind/$ofId/runs/$evalId');

/** Cases that are shown before somebody asks for the rest. */
const MOST_SHOWN = 100;

/** What the cases can be cut down to. */
const FILTERS: Readonly<Record<keyof typeof w.evals.filters, (result: EvalResult) => boolean>> = {
  all: () => true,
  failed: (result) => fateOf(result) === 'fail',
  changed: ({ verdict, previous_verdict: before }) => verdict !== null && before !== null && verdict !== before,
  errors: (result) => fateOf(result) === 'error',
  skipped: ({ skipped }) => skipped,
};
type Filter = keyof typeof FILTERS;

/** The cases of an eval, and the one that is chosen side by side with what it is compared with. */
export function Results({ of, run }: { readonly of: Of; readonly run: EvalDetail }) {
  const { show, case: chosenId } = route.useSearch();
  const filter: Filter = show !== undefined && Object.hasOwn(FILTERS, show) ? (show as Filter) : 'all';
  const [all, setAll] = useState(false);
  const fitting = run.results.filter(FILTERS[filter]);
  const shown = all ? fitting : fitting.slice(0, MOST_SHOWN);
  const chosen = run.results.find(({ id }) => id === chosenId);
  const tabs = (Object.keys(FILTERS) as Filter[]).map((name) => ({
    label: w.evals.filters[name](run.results.filter(FILTERS[name]).length),
    isCurrent: name === filter,
    search: { show: name === 'all' ? undefined : name },
  }));
  return (
    <>
      <Tabs label={w.evals.filter} tabs={tabs} />
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-2">
          {fitting.length === 0 && <EmptyState title={w.evals.noneFits} />}
          <ol aria-label={w.evals.cases} className="flex flex-col rounded-md border bg-surface empty:hidden">
            {shown.map((result) => (
              <Row key={result.id} result={result} chosen={result.id === chosenId} />
            ))}
          </ol>
          {shown.length < fitting.length && (
            <Button onClick={() => setAll(true)}>{w.ui.showAll(fitting.length)}</Button>
          )}
        </div>
        {chosen ? (
          <ResultView of={of} run={run} result={chosen} />
        ) : (
          <p className="hidden text-muted lg:block">{w.evals.chooseCase}</p>
        )}
      </div>
    </>
  );
}

function Row({ result, chosen }: { readonly result: EvalResult; readonly chosen: boolean }) {
  const { id, position, reasoning, error_message: problem, previous_verdict: before, verdict } = result;
  return (
    <li className={joinClassNames('border-b last:border-b-0', chosen && 'bg-accent-subtle')}>
      <Link
        to="."
        search={(search: object) => ({ ...search, case: id })}
        aria-current={chosen ? 'true' : undefined}
        className="flex flex-col gap-1 px-3 py-2 hover:bg-surface-muted"
      >
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{w.evals.caseNumber(position + 1)}</span>
          <CaseFate of={result} />
          {before !== null && verdict !== null && before !== verdict && (
            <span className="flex items-center gap-1 text-sm text-muted">
              {w.evals.before} <VerdictSign verdict={before} />
            </span>
          )}
        </span>
        {(problem ?? reasoning) && (
          <span className="line-clamp-2 text-sm break-words text-muted">
            {problem ?? (reasoning && sayReasoning(reasoning, verdict))}
          </span>
        )}
      </Link>
    </li>
  );
}

/** What decided a case: a line of each scorer, which begins with its name in the API; all of them fail a case that failed. */
function sayReasoning(reasoning: string, verdict: EvalResult['verdict']): string {
  return reasoning.replaceAll(/^(\w+): (.*)$/gm, (line: string, scorer: string, said: string) => {
    const name: string | undefined = w.evals.scorerNames[scorer as 'same'];
    const found = verdict === 'fail' ? sayScore(scorer, verdict) : undefined;
    return name === undefined ? line : `${name}: ${found ?? said}`;
  });
}
