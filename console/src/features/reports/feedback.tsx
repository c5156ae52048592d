import type { Schemas } from '../../lib/api.ts';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { w } from '../../words/index.ts';
import { OverTime, Read } from './over-time.tsx';
import { type Asked, reportPath } from './queries.ts';

type Report = Pick<Schemas['TaskFeedbackReport'], 'names_left_out'> & {
  readonly scores: readonly Omit<Schemas['TaskFeedbackReport']['scores'][number], 'revisions'>[];
};
type Score = Report['scores'][number];

/** What was thought of the runs of a task or an agent, by name. */
export function FeedbackReport({ asked }: { readonly asked: Asked }) {
  if (asked.of === undefined) return <EmptyState title={w.reports.needsOne}>{w.reports.needsOneHint}</EmptyState>;
  return (
    <Read path={reportPath(asked.of, 'feedback_report')} asked={asked}>
      {(data: Report, csv) => (
        <>
          <div className="flex justify-end">{csv}</div>
          {data.scores.length === 0 && <EmptyState title={w.reports.noFeedback}>{w.reports.noFeedbackHint}</EmptyState>}
          {data.scores.map((score) => (
            <OfName key={score.name} score={score} asked={asked} />
          ))}
          {data.names_left_out > 0 && (
            <p className="text-muted">{w.reports.leftOut(formatNumber(data.names_left_out))}</p>
          )}
        </>
      )}
    </Read>
  );
}

const say = (value: number | null) => (value === null ? '–' : formatDecimal(String(value)));

function OfName({ score, asked: { period } }: { readonly score: Score; readonly asked: Asked }) {
  const { given, by_people, numbers, mean, least, most, categories } = score;
  const said = [
    w.reports.thought(formatNumber(given), formatNumber(by_people)),
    numbers > 0 ? w.reports.meanScore(say(mean), say(least), say(most)) : '',
    categories.length > 0
      ? w.reports.categories(categories.map((each) => `${each.value} (${formatNumber(each.given)})`).join(', '))
      : '',
  ];
  return (
    <OverTime
      title={score.name}
      summary={said.filter((part) => part !== '').join(' ')}
      {...period}
      buckets={score.buckets}
      parts={[
        { name: w.reports.yes, pattern: 'plain', of: ({ yes }) => yes },
        { name: w.reports.no, pattern: 'bad', of: ({ no }) => no },
        { name: w.reports.other, pattern: 'quiet', of: (row) => row.given - row.yes - row.no },
      ]}
      columns={[
        { header: w.reports.given, alignsEnd: true, render: (row) => formatNumber(row.given) },
        { header: w.reports.yes, alignsEnd: true, render: ({ yes }) => formatNumber(yes) },
        { header: w.reports.no, alignsEnd: true, render: ({ no }) => formatNumber(no) },
        { header: w.reports.mean, alignsEnd: true, hidesOnMobile: true, render: (row) => say(row.mean) },
        {
          header: w.reports.byPeople,
          alignsEnd: true,
          hidesOnMobile: true,
          render: (row) => formatNumber(row.by_people),
        },
        {
          header: w.reports.byPrograms,
          alignsEnd: true,
          hidesOnMobile: true,
          render: (row) => formatNumber(row.by_programs),
        },
      ]}
      say={formatNumber}
    />
  );
}
