import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getMessageText } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { CaseOutcomeBadge, getCaseOutcome, VerdictBadge } from './badges.tsx';
import { CaseResult, formatScore, formatSkipReason } from './case-result.tsx';
import type { EvalSubject } from './eval-kinds.ts';
import type { EvalDetail, EvalResult } from './queries.ts';

const route = getRouteApi('/in/evals/$kind/$ofId/runs/$evalId');

/** Number of cases that the list shows at first. */
const INITIAL_CASE_COUNT = 100;

/** Filters of the list. */
const FILTERS: Readonly<Record<keyof typeof w.evals.filters, (result: EvalResult) => boolean>> = {
  all: () => true,
  failed: (result) => getCaseOutcome(result) === 'fail',
  changed: ({ verdict, previous_verdict: previousVerdict }) =>
    verdict !== null && previousVerdict !== null && verdict !== previousVerdict,
  errors: (result) => getCaseOutcome(result) === 'error',
  skipped: ({ skipped }) => skipped,
};
type Filter = keyof typeof FILTERS;

/** Lists the cases of an eval beside the selected one. */
export function ResultList({ subject, run }: { readonly subject: EvalSubject; readonly run: EvalDetail }) {
  const { show, case: selectedId } = route.useSearch();
  const filter: Filter = show !== undefined && Object.hasOwn(FILTERS, show) ? (show as Filter) : 'all';
  const [showsAll, setShowsAll] = useState(false);
  const matching = run.results.filter(FILTERS[filter]);
  const visible = showsAll ? matching : matching.slice(0, INITIAL_CASE_COUNT);
  const selected = run.results.find(({ id }) => id === selectedId);
  const tabs = (Object.keys(FILTERS) as Filter[]).map((name) => ({
    label: w.evals.filters[name]({ n: run.results.filter(FILTERS[name]).length }),
    isCurrent: name === filter,
    search: { show: name === 'all' ? undefined : name },
  }));
  return (
    <>
      <Tabs label={w.evals.filter} tabs={tabs} />
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-2">
          {matching.length === 0 && <EmptyState isSmall title={w.evals.noneFits} />}
          <ol aria-label={w.evals.cases} className="flex flex-col rounded-md border bg-surface empty:hidden">
            {visible.map((result) => (
              <ResultRow key={result.id} result={result} isSelected={result.id === selectedId} />
            ))}
          </ol>
          {visible.length < matching.length && (
            <Button onClick={() => setShowsAll(true)}>{w.ui.showAll({ n: matching.length })}</Button>
          )}
        </div>
        {selected ? (
          <CaseResult subject={subject} run={run} result={selected} />
        ) : (
          <p className="hidden text-muted lg:block">{w.evals.chooseCase}</p>
        )}
      </div>
    </>
  );
}

function ResultRow({ result, isSelected }: { readonly result: EvalResult; readonly isSelected: boolean }) {
  const { id, position, skipped, previous_verdict: previousVerdict, verdict } = result;
  const explanation = skipped ? formatSkipReason(result) : formatReasoning(result);
  return (
    <li className={joinClassNames('border-b last:border-b-0', isSelected && 'bg-accent-subtle')}>
      <Link
        to="."
        search={(search: object) => ({ ...search, case: id })}
        aria-current={isSelected ? 'true' : undefined}
        className="flex flex-col gap-1 px-3 py-2 hover:bg-surface-muted"
      >
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{w.evals.caseNumber({ n: position + 1 })}</span>
          <CaseOutcomeBadge result={result} />
          {previousVerdict !== null && verdict !== null && previousVerdict !== verdict && (
            <span className="flex items-center gap-1 text-sm text-muted">
              {w.evals.before} <VerdictBadge verdict={previousVerdict} />
            </span>
          )}
        </span>
        {explanation && <span className="line-clamp-2 text-sm break-words text-muted">{explanation}</span>}
      </Link>
    </li>
  );
}

/** Returns the reasons of the scores that decide a case: failed ones, else errors, else all. One line per scorer. */
function formatReasoning({ scores, error_message: errorMessage, reasoning }: EvalResult): string | null {
  const failed = scores.filter(({ verdict }) => verdict === 'fail');
  const decisive = failed.length > 0 ? failed : scores.filter(({ is_error }) => is_error === (errorMessage !== null));
  return decisive.length === 0 ? (errorMessage ?? reasoning) : decisive.map(formatScoreLine).join('\n');
}

function formatScoreLine({ scorer, verdict, reasoning, reasons }: EvalResult['scores'][number]): string {
  const verdictText = verdict === 'fail' ? formatScore(scorer, verdict) : undefined;
  const text = reasons.length === 0 ? reasoning : reasons.map(getMessageText).join(' ');
  return `${w.evals.scorerNames[scorer as 'same'] ?? scorer}: ${verdictText ?? text}`;
}
