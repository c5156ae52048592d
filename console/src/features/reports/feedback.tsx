import type { Schemas } from '../../lib/api.ts';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { Empty } from '../../ui/empty.tsx';
import { w } from '../../words/index.ts';
import { OverTime, Read } from './over-time.tsx';
import { type Asked, reportPath } from './queries.ts';

type Report = Pick<Schemas['TaskFeedbackReport'], 'names_left_out'> & {
  readonly scores: readonly Omit<Schemas['TaskFeedbackReport']['scores'][number], 'revisions'>[];
};
type Score = Report['scores'][number];

/** What was thought of the runs of a task or an agent, by name. */
export function FeedbackReport({ asked }: { readonly asked: Asked }) {
  if (asked.of === undefined) return <Empty title={w.reports.needsOne}>{w.reports.needsOneHint}</Empty>;
  return (
    <Read path={reportPath(asked.of, 'feedback_report')} asked={asked}>
      {(data: Report, csv) => (
        <>
          <div className="flex justify-end">{csv}</div>
          {data.scores.length === 0 && <Empty title={w.reports.noFeedback}>{w.reports.noFeedbackHint}</Empty>}
          {data.scores.map((score) => (
            <OfName key={score.name} score={score} asked={asked} />
          ))}
          {data.names_left_out > 0 && <p className="text-quiet">{w.reports.leftOut(sayNumber(data.names_left_out))}</p>}
        </>
      )}
    </Read>
  );
}

const say = (value: number | null) => (value === null ? '–' : sayDecimal(String(value)));

function OfName({ score, asked: { period } }: { readonly score: Score; readonly asked: Asked }) {
  const { given, by_people, numbers, mean, least, most, categories } = score;
  const said = [
    w.reports.thought(sayNumber(given), sayNumber(by_people)),
    numbers > 0 ? w.reports.meanScore(say(mean), say(least), say(most)) : '',
    categories.length > 0
      ? w.reports.categories(categories.map((each) => `${each.value} (${sayNumber(each.given)})`).join(', '))
      : '',
  ];
  return (
    <OverTime
      title={score.name}
      summary={said.filter((part) => part !== '').join(' ')}
      {...period}
      buckets={score.buckets}
      parts={[
        { name: w.reports.yes, look: 'plain', of: ({ yes }) => yes },
        { name: w.reports.no, look: 'bad', of: ({ no }) => no },
        { name: w.reports.other, look: 'quiet', of: (row) => row.given - row.yes - row.no },
      ]}
      columns={[
        { name: w.reports.given, end: true, show: (row) => sayNumber(row.given) },
        { name: w.reports.yes, end: true, show: ({ yes }) => sayNumber(yes) },
        { name: w.reports.no, end: true, show: ({ no }) => sayNumber(no) },
        { name: w.reports.mean, end: true, wide: true, show: (row) => say(row.mean) },
        { name: w.reports.byPeople, end: true, wide: true, show: (row) => sayNumber(row.by_people) },
        { name: w.reports.byPrograms, end: true, wide: true, show: (row) => sayNumber(row.by_programs) },
      ]}
      say={sayNumber}
    />
  );
}
