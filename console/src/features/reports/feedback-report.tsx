import type { Schemas } from '../../lib/api.ts';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MessageSquare } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { getReportPath, type ReportQuery } from './queries.ts';
import { ReportLoader, TimeSeriesReport } from './time-series-report.tsx';

type Report = Pick<Schemas['TaskFeedbackReport'], 'names_left_out'> & {
  readonly scores: readonly Omit<Schemas['TaskFeedbackReport']['scores'][number], 'revisions'>[];
};
type Score = Report['scores'][number];

/** Shows the feedback on the runs of a task or an agent, by feedback name. */
export function FeedbackReport({ query }: { readonly query: ReportQuery }) {
  if (query.subject === undefined)
    return (
      <EmptyState icon={MessageSquare} title={w.reports.needsOne}>
        {w.reports.needsOneHint}
      </EmptyState>
    );
  return (
    <ReportLoader path={getReportPath(query.subject, 'feedback_report')} query={query}>
      {(data: Report, csv) => (
        <>
          <div className="flex justify-end">{csv}</div>
          {data.scores.length === 0 && (
            <EmptyState icon={MessageSquare} title={w.reports.noFeedback}>
              {w.reports.noFeedbackHint}
            </EmptyState>
          )}
          {data.scores.map((score) => (
            <FeedbackScore key={score.name} score={score} query={query} />
          ))}
          {data.names_left_out > 0 && (
            <p className="text-muted">{w.reports.leftOut({ names: formatNumber(data.names_left_out) })}</p>
          )}
        </>
      )}
    </ReportLoader>
  );
}

const formatScore = (value: number | null) => (value === null ? '–' : formatDecimal(String(value)));

function FeedbackScore({ score, query: { period } }: { readonly score: Score; readonly query: ReportQuery }) {
  const { given, by_people, numbers, mean, least, most, categories } = score;
  const sentences = [
    numbers > 0
      ? w.reports.meanScore({ mean: formatScore(mean), least: formatScore(least), most: formatScore(most) })
      : '',
    categories.length > 0
      ? w.reports.categories({
          all: categories.map((category) => `${category.value} (${formatNumber(category.given)})`).join(', '),
        })
      : '',
  ];
  return (
    <TimeSeriesReport
      title={score.name}
      totals={[
        { name: w.reports.given, value: formatNumber(given) },
        { name: w.reports.byPeople, value: formatNumber(by_people) },
        ...(numbers > 0 ? [{ name: w.reports.mean, value: formatScore(mean) }] : []),
      ]}
      note={sentences.filter((sentence) => sentence !== '').join(' ')}
      {...period}
      buckets={score.buckets}
      series={[
        { name: w.reports.yes, pattern: 'plain', getValue: ({ yes }) => yes },
        { name: w.reports.no, pattern: 'bad', getValue: ({ no }) => no },
        { name: w.reports.other, pattern: 'quiet', getValue: (row) => row.given - row.yes - row.no },
      ]}
      columns={[
        { header: w.reports.given, alignsEnd: true, render: (row) => formatNumber(row.given) },
        { header: w.reports.yes, alignsEnd: true, render: ({ yes }) => formatNumber(yes) },
        { header: w.reports.no, alignsEnd: true, render: ({ no }) => formatNumber(no) },
        { header: w.reports.mean, alignsEnd: true, hidesOnMobile: true, render: (row) => formatScore(row.mean) },
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
      formatValue={formatNumber}
    />
  );
}
