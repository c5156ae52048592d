import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BarChart, type ChartSeries } from '../../ui/bar-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { type Stat, Stats } from '../../ui/stats.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { language, w } from '../../words/index.ts';
import {
  fetchReportCsv,
  type ReportPath,
  type ReportQuery,
  type ReportResponse,
  reportQuery,
  type Unit,
} from './queries.ts';

export interface Bucket {
  readonly start: string;
}

/** A segment of each bar with its value. */
interface Series<B> extends ChartSeries {
  readonly getValue: (bucket: B) => number;
}

interface Props<B extends Bucket> {
  readonly title: string;
  /** Totals of the whole period. */
  readonly totals: readonly Stat[];
  /** More about the totals. */
  readonly note?: string;
  readonly unit: Unit;
  readonly zone: string;
  readonly buckets: readonly B[];
  readonly series: readonly Series<B>[];
  /** Columns of the table after the time column. */
  readonly columns: readonly Column<B>[];
  /** Formats a value of the axis. */
  readonly formatValue: (value: number) => string;
  readonly csv?: ReactNode;
}

/** Maximum number of rows of a table that is open initially. */
const MAX_OPEN_ROWS = 31;

/** Shows values over time as a chart and as a table. */
export function TimeSeriesReport<B extends Bucket>({
  title,
  totals,
  note,
  unit,
  zone,
  buckets,
  csv,
  ...props
}: Props<B>) {
  const { series, columns, formatValue } = props;
  const dateOptions =
    unit === 'hour' ? ({ timeStyle: 'short', dateStyle: 'short' } as const) : { dateStyle: 'medium' as const };
  const format = new Intl.DateTimeFormat(language, { ...dateOptions, timeZone: zone });
  const formatTime = ({ start }: Bucket) => format.format(new Date(start));
  const bars = buckets.map((bucket) => ({
    key: bucket.start,
    label: formatTime(bucket),
    values: series.map(({ getValue }) => getValue(bucket)),
    description: [
      formatTime(bucket),
      ...series.map(({ name, getValue }) => `${name}: ${formatValue(getValue(bucket))}`),
    ].join('\n'),
  }));
  const isEmpty = bars.every(({ values }) => values.every((value) => value === 0));
  return (
    <Section title={title} actions={csv}>
      <Stats stats={totals} />
      {note && <p className="text-muted">{note}</p>}
      {!isEmpty && (
        <>
          <BarChart label={title} series={series} bars={bars} formatValue={formatValue} />
          <details open={buckets.length <= MAX_OPEN_ROWS}>
            <summary className="cursor-pointer text-sm">{w.reports.asTable}</summary>
            <div className="mt-2">
              <Table
                caption={title}
                columns={[{ header: w.reports.begins, render: formatTime }, ...columns]}
                rows={buckets.toReversed()}
                getRowKey={({ start }) => start}
              />
            </div>
          </details>
        </>
      )}
    </Section>
  );
}

interface ReportLoaderProps<P extends ReportPath> {
  readonly path: P;
  readonly query: ReportQuery;
  readonly children: (data: ReportResponse<P>, csv: ReactNode) => ReactNode;
}

/** Loads a report and offers its CSV download. */
export function ReportLoader<P extends ReportPath>({ path, query, children }: ReportLoaderProps<P>) {
  const { data, error, refetch } = useQuery(reportQuery(path, query) as UseQueryOptions<ReportResponse<P>>);
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading lineCount={8} />}
      {data !== undefined && children(data, <CsvButton path={path} query={query} />)}
    </>
  );
}

function CsvButton({ path, query }: { readonly path: ReportPath; readonly query: ReportQuery }) {
  const download = useMutation({
    mutationFn: () => fetchReportCsv(path, query),
    onSuccess: (csv) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(csv);
      link.download = `${path.split('/').at(-1)}-${query.period.from}-${query.period.to}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
  });
  return (
    <>
      <Button isSmall isPending={download.isPending} onClick={() => download.mutate()}>
        {w.reports.csv}
      </Button>
      {download.error && <ErrorAlert error={download.error} />}
    </>
  );
}
