import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDecimal, formatNumber, formatPercent } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { translateOrKeep } from '../../lib/translate-sentence.ts';
import { JsonDiff, TextDiff } from '../../ui/diff.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ServerText } from '../../ui/reason-text.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { w } from '../../words/index.ts';
import type { Of } from './kinds.ts';
import { type EvalDetail, type EvalResult, evalResult, type ResultDetail, type Side } from './queries.ts';
import { short } from './short.ts';
import { CaseFate, VerdictSign } from './signs.tsx';

interface Props {
  readonly of: Of;
  readonly run: EvalDetail;
  readonly result: EvalResult;
}

/** A case of an eval: input, expectation, candidate and past run side by side, and what each scorer says of it. */
export function ResultView({ of, run, result }: Props) {
  const { data, error, refetch } = useQuery(evalResult(useScope(), of, run.id, result.id, result.completed));
  return (
    <section
      aria-label={w.evals.caseNumber(result.position + 1)}
      className="flex min-w-0 flex-col gap-4 rounded-md border bg-surface p-4"
    >
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        {w.evals.caseNumber(result.position + 1)} <CaseFate of={result} />
      </h2>
      {result.error_message && <p className="text-danger">{result.error_message}</p>}
      {result.skipped && <p>{w.evals.skippedBecause(translateOrKeep(result.reasoning ?? ''))}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && <Detail detail={data} />}
    </section>
  );
}

function Detail({ detail }: { readonly detail: ResultDetail }) {
  const { input, expected, candidate, reference, scores } = detail;
  const saysWhat = expected !== null && expected !== undefined;
  return (
    <>
      {scores.length > 0 && <Scores scores={scores} />}
      <Part title={w.evals.input}>
        <Value value={input} />
      </Part>
      {saysWhat && (
        <Part title={w.evals.expectation}>
          <Value value={expected} />
        </Part>
      )}
      {Array.isArray(detail.expected_calls) && (
        <Part title={w.evals.expectedCalls}>
          <JsonTree value={detail.expected_calls} openLevels={3} />
        </Part>
      )}
      <div className="grid gap-4 xl:grid-cols-2">
        <SideView title={w.evals.candidate} side={candidate} none={w.evals.noCandidate} />
        <SideView title={w.evals.reference} side={reference} none={w.evals.noReference} />
      </div>
      {candidate && reference && (
        <Part title={w.evals.differs}>
          <Outputs before={reference.output} after={candidate.output} />
        </Part>
      )}
    </>
  );
}

function Outputs({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  if (typeof before === 'string' && typeof after === 'string' && before !== after)
    return <TextDiff label={w.evals.differs} before={before} after={after} collapsesUnchanged />;
  return <JsonDiff label={w.evals.differs} before={before} after={after} />;
}

function Scores({ scores }: Pick<ResultDetail, 'scores'>) {
  return (
    <Part title={w.evals.scores}>
      <ul className="flex flex-col gap-2">
        {scores.map(({ scorer, verdict, score, reasoning, error_message: problem, detail }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same scorer may stand twice
          <li key={at} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{w.evals.scorerNames[scorer as 'same'] ?? scorer}</span>
              <VerdictSign verdict={verdict} />
              {score !== null && <span>{formatPercent(score)}</span>}
            </span>
            <Said lead={sayScore(scorer, verdict)} told={problem ?? reasoning ?? ''} />
            {detail && Object.keys(detail).length > 0 && <JsonTree value={detail} openLevels={0} />}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What a scorer found, and what it says to it where that tells more. */
function Said({ lead, told }: { readonly lead: string | undefined; readonly told: string }) {
  return (
    <>
      {lead && <span className="text-sm">{lead}</span>}
      {translateOrKeep(told) !== lead && (
        <span className="text-sm break-words whitespace-pre-wrap text-muted">
          <ServerText text={told} />
        </span>
      )}
    </>
  );
}

/** What a scorer found, in the page's language; a judge says it itself. */
export function sayScore(scorer: string, verdict: 'pass' | 'fail' | null): string | undefined {
  const known: Readonly<Record<string, { readonly pass: string; readonly fail: string }>> = w.evals.scorerSays;
  return verdict === null ? undefined : known[scorer]?.[verdict];
}

interface SideProps {
  readonly title: string;
  readonly side: Side | null;
  readonly none: string;
}

function SideView({ title, side, none }: SideProps) {
  return (
    <Part title={title}>
      {side === null ? (
        <p className="text-muted">{none}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <Link to="/runs/$runId" params={{ runId: side.run_id }} className="text-accent underline">
              {w.evals.openRun}
            </Link>
            <span>{toRevisionLabel({ id: side.revision_id })}</span>
            {side.duration_ms !== null && <span>{formatDuration(side.duration_ms)}</span>}
            <span>{w.evals.tokens(formatNumber(side.total_tokens))}</span>
            <span>{w.evals.credits(formatDecimal(side.charged_credits))}</span>
          </p>
          {side.error && <p className="text-danger">{side.error.message}</p>}
          <Value value={side.output} />
          <Calls calls={side.calls} />
        </>
      )}
    </Part>
  );
}

function Calls({ calls }: Pick<Side, 'calls'>) {
  if (calls.length === 0) return null;
  return (
    <ol aria-label={w.evals.calls} className="mt-2 flex list-decimal flex-col gap-1 ps-5 text-sm">
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place
        <li key={at} className="break-words">
          <code className="font-mono">
            {call.tool_name} {short(call.edited_arguments ?? call.arguments)}
          </code>
          {call.outcome !== null && <span className="text-muted"> → {short(call.result)}</span>}
          {call.asks_approval && <span className="text-muted"> · {w.evals.asks}</span>}
        </li>
      ))}
    </ol>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <p className="text-muted">{w.evals.nothing}</p>;
  if (typeof value !== 'string') return <JsonTree value={value} openLevels={3} />;
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {value}
    </p>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}
