import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getMessageText } from '../../lib/messages.ts';
import { formatCredits, formatNumber, formatPercent } from '../../lib/numbers.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { JsonDiff, TextDiff } from '../../ui/diff.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ServerText } from '../../ui/reason-text.tsx';
import { w } from '../../words/index.ts';
import { CaseOutcomeBadge, VerdictBadge } from './badges.tsx';
import type { EvalSubject } from './eval-kinds.ts';
import { subjectQuery } from './eval-subject.ts';
import { type EvalDetail, type EvalResult, evalResultQuery, type ResultDetail, type ResultSide } from './queries.ts';
import { formatRowValue } from './row-values.ts';

interface Props {
  readonly subject: EvalSubject;
  readonly run: EvalDetail;
  readonly result: EvalResult;
}

/** Shows one case of an eval: input, expectation, the candidate beside the earlier run, and each score. */
export function CaseResult({ subject, run, result }: Props) {
  const { data, error, refetch } = useQuery(evalResultQuery(useScope(), subject, run.id, result.id, result.completed));
  return (
    <section
      aria-label={w.evals.caseNumber({ n: result.position + 1 })}
      className="flex min-w-0 flex-col gap-4 rounded-md border bg-surface p-4"
    >
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        {w.evals.caseNumber({ n: result.position + 1 })} <CaseOutcomeBadge result={result} />
      </h2>
      {result.error_message && <p className="text-danger">{result.error_message}</p>}
      {result.skipped && <p>{w.evals.skippedBecause({ why: formatSkipReason(result) })}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={6} />}
      {data && <CaseResultDetail subject={subject} detail={data} />}
    </section>
  );
}

function CaseResultDetail({ subject, detail }: Pick<Props, 'subject'> & { readonly detail: ResultDetail }) {
  const revisions = useQuery(subjectQuery(useScope(), subject)).data?.revisions ?? [];
  const { input, expected, candidate, reference, scores } = detail;
  const hasExpected = expected !== null && expected !== undefined;
  return (
    <>
      {scores.length > 0 && <ScoreList scores={scores} />}
      <ResultSection title={w.evals.input}>
        <OutputValue value={input} />
      </ResultSection>
      {hasExpected && (
        <ResultSection title={w.evals.expectation}>
          <OutputValue value={expected} />
        </ResultSection>
      )}
      {Array.isArray(detail.expected_calls) && (
        <ResultSection title={w.evals.expectedCalls}>
          <JsonTree value={detail.expected_calls} openLevels={3} />
        </ResultSection>
      )}
      <div className="grid gap-4 xl:grid-cols-2">
        <RunSide title={w.evals.candidate} revisions={revisions} side={candidate} emptyText={w.evals.noCandidate} />
        <RunSide title={w.evals.reference} revisions={revisions} side={reference} emptyText={w.evals.noReference} />
      </div>
      {candidate && reference && (
        <ResultSection title={w.evals.differs}>
          <OutputDiff before={reference.output} after={candidate.output} />
        </ResultSection>
      )}
    </>
  );
}

/** Shows how two outputs differ. */
export function OutputDiff({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  if (typeof before === 'string' && typeof after === 'string' && before !== after)
    return <TextDiff label={w.evals.differs} before={before} after={after} collapsesUnchanged />;
  return <JsonDiff label={w.evals.differs} before={before} after={after} />;
}

function ScoreList({ scores }: Pick<ResultDetail, 'scores'>) {
  return (
    <ResultSection title={w.evals.scores}>
      <ul className="flex flex-col gap-2">
        {scores.map(({ scorer, verdict, score, reasoning, reasons, error_message: errorMessage, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a scorer can appear twice
          <li key={index} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{w.evals.scorerNames[scorer as 'same'] ?? scorer}</span>
              <VerdictBadge verdict={verdict} />
              {score !== null && <span>{formatPercent(score)}</span>}
            </span>
            <ScoreReasoning
              verdictText={formatScore(scorer, verdict)}
              reasoning={errorMessage ?? reasoning}
              reasons={reasons}
            />
            {detail && Object.keys(detail).length > 0 && <JsonTree value={detail} openLevels={0} />}
          </li>
        ))}
      </ul>
    </ResultSection>
  );
}

/** Shows the verdict of a scorer and its reasoning, unless both are the same. */
function ScoreReasoning({
  verdictText,
  reasoning,
  reasons,
}: {
  readonly verdictText: string | undefined;
} & Pick<ResultDetail['scores'][number], 'reasoning' | 'reasons'>) {
  const parts = reasons.length > 0 ? reasons : [{ msg: reasoning }];
  return (
    <>
      {verdictText && <span className="text-sm">{verdictText}</span>}
      {parts.map(({ msg, ...part }) =>
        getMessageText({ msg, ...part }) === verdictText ? null : (
          <span key={msg} className="text-sm break-words whitespace-pre-wrap text-muted">
            <ServerText text={msg} {...part} />
          </span>
        ),
      )}
    </>
  );
}

/** Returns the translated reason for skipping a case. */
export function formatSkipReason({ reasoning, reasoning_code: code, reasoning_params: params }: EvalResult): string {
  return getMessageText({ msg: reasoning ?? '', code, params });
}

/** Returns the translated verdict of a scorer. A judge has no translation, because it writes its own reasoning. */
export function formatScore(scorer: string, verdict: 'pass' | 'fail' | null): string | undefined {
  const texts: Readonly<Record<string, { readonly pass: string; readonly fail: string }>> = w.evals.scorerSays;
  return verdict === null ? undefined : texts[scorer]?.[verdict];
}

interface RunSideProps {
  readonly title: string;
  /** Revisions of the subject, newest first. */
  readonly revisions: readonly { readonly id: string }[];
  readonly side: ResultSide | null;
  readonly emptyText: string;
}

function RunSide({ title, revisions, side, emptyText }: RunSideProps) {
  return (
    <ResultSection title={title}>
      {side === null ? (
        <p className="text-muted">{emptyText}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <Link to="/runs/$runId" params={{ runId: side.run_id }} className="link">
              {w.evals.openRun}
            </Link>
            <span>{getRevisionName({ id: side.revision_id }, revisions)}</span>
            {side.duration_ms !== null && <span>{formatDuration(side.duration_ms)}</span>}
            <span>{w.evals.tokens({ tokens: formatNumber(side.total_tokens) })}</span>
            <span>{w.evals.credits({ credits: formatCredits(side.charged_credits) })}</span>
          </p>
          {side.error && <p className="text-danger">{side.error.message}</p>}
          <OutputValue value={side.output} />
          <CallList calls={side.calls} />
        </>
      )}
    </ResultSection>
  );
}

/** Lists the tool calls of a run. */
export function CallList({ calls }: Pick<ResultSide, 'calls'>) {
  if (calls.length === 0) return null;
  return (
    <ol aria-label={w.evals.calls} className="mt-2 flex list-decimal flex-col gap-1 ps-5 text-sm">
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no identifier
        <li key={index} className="break-words">
          <code className="font-mono">
            {call.tool_name} {formatRowValue(call.edited_arguments ?? call.arguments)}
          </code>
          {call.outcome !== null && <span className="text-muted"> → {formatRowValue(call.result)}</span>}
          {call.asks_approval && <span className="text-muted"> · {w.evals.asks}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Shows an output, or that there is none. */
export function OutputValue({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <p className="text-muted">{w.evals.nothing}</p>;
  if (typeof value !== 'string') return <JsonTree value={value} openLevels={3} />;
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {value}
    </p>
  );
}

function ResultSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}
