import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BarChart, type ChartSeries } from '../../ui/bar-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { language, w } from '../../words/index.ts';
import { type Asked, type ReportAt, type ReportPath, report, reportCsv, type Unit } from './queries.ts';

export interface Bucket {
  readonly start: string;
}

/** A part of each bar, and a column of the table beside. */
export interface Measured<B> extends ChartSeries {
  readonly of: (bucket: B) => number;
}

interface Props<B extends Bucket> {
  readonly title: string;
  /** All of the time in one line. */
  readonly summary: string;
  readonly unit: Unit;
  readonly zone: string;
  readonly buckets: readonly B[];
  readonly parts: readonly Measured<B>[];
  /** The table's columns after that of the time. */
  readonly columns: readonly Column<B>[];
  /** Writes a number of the axis. */
  readonly say: (value: number) => string;
  readonly csv?: ReactNode;
}

/** Tables up to so long stand open beside their chart. */
const OPEN_ROWS = 31;

/** What came to what over time: a chart, and the same as a table. */
export function OverTime<B extends Bucket>({ title, summary, unit, zone, buckets, csv, ...props }: Props<B>) {
  const { parts, columns, say } = props;
  const timed =
    unit === 'hour' ? ({ timeStyle: 'short', dateStyle: 'short' } as const) : { dateStyle: 'medium' as const };
  const format = new Intl.DateTimeFormat(language, { ...timed, timeZone: zone });
  const timeOf = ({ start }: Bucket) => format.format(new Date(start));
  const bars = buckets.map((bucket) => ({
    key: bucket.start,
    label: timeOf(bucket),
    values: parts.map(({ of }) => of(bucket)),
    description: [timeOf(bucket), ...parts.map(({ name, of }) => `${name}: ${say(of(bucket))}`)].join('\n'),
  }));
  const isEmpty = bars.every(({ values }) => values.every((value) => value === 0));
  return (
    <Section title={title} actions={csv}>
      <p className="text-lg">{summary}</p>
      {!isEmpty && <BarChart label={title} series={parts} bars={bars} formatValue={say} />}
      <details open={buckets.length <= OPEN_ROWS && !isEmpty}>
        <summary className="cursor-pointer text-sm">{w.reports.asTable}</summary>
        <div className="mt-2">
          <Table
            caption={title}
            columns={[{ header: w.reports.begins, render: timeOf }, ...columns]}
            rows={buckets.toReversed()}
            getRowKey={({ start }) => start}
          />
        </div>
      </details>
    </Section>
  );
}

interface ReadProps<P extends ReportPath> {
  readonly path: P;
  readonly asked: Asked;
  readonly children: (data: ReportAt<P>, csv: ReactNode) => ReactNode;
}

/** Reads a report, and offers it as a table of CSV. */
export function Read<P extends ReportPath>({ path, asked, children }: ReadProps<P>) {
  const { data, error, refetch } = useQuery(report(path, asked) as UseQueryOptions<ReportAt<P>>);
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading lineCount={8} />}
      {data !== undefined && children(data, <Csv path={path} asked={asked} />)}
    </>
  );
}

function Csv({ path, asked }: { readonly path: ReportPath; readonly asked: Asked }) {
  const save = useMutation({
    mutationFn: () => reportCsv(path, asked),
    onSuccess: (table) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(table);
      link.download = `${path.split('/').at(-1)}-${asked.period.from}-${asked.period.to}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
  });
  return (
    <>
      <Button isSmall isPending={save.isPending} onClick={() => save.mutate()}>
        {w.reports.csv}
      </Button>
      {save.error && <ErrorAlert error={save.error} />}
    </>
  );
}
