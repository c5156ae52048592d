import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { formatCredits, formatNumber, formatPercent } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ArrowDownRight, ArrowUpRight } from '../../ui/icons.ts';
import { Segments } from '../../ui/segments.tsx';
import { TrendChart } from '../../ui/trend-chart.tsx';
import { w } from '../../words/index.ts';
import {
  addRunBuckets,
  countRuns,
  getSuccessRate,
  pairMedians,
  sumCredits,
  TREND_DAYS,
  type Trend,
  type TrendDays,
  toTrend,
  trendQueries,
} from './trends.ts';

/** Shows runs, success, latency and spend of the last days against the days before. */
export function TrendSection({ days }: { readonly days: TrendDays }) {
  const canView = useHasPermission('project', 'view');
  const { trends, error, refetch } = useTrends(days, canView === true);
  if (canView === false) return null;
  return (
    <section aria-label={w.home.trends.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{w.home.trends.title}</h2>
        <PeriodSelect days={days} />
      </div>
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {CARDS.map((card) => (
          <TrendCard key={card.name} card={card} trend={trends[card.name]} days={days} />
        ))}
      </div>
    </section>
  );
}

type TrendName = 'runs' | 'success' | 'latency' | 'spend';

interface Card {
  readonly name: TrendName;
  readonly shape: 'bars' | 'line';
  /** Whether more is better, worse or neither. */
  readonly direction: 'good' | 'bad' | undefined;
  readonly format: (value: number) => string;
  readonly to: LinkProps['to'];
  readonly getSearch: (days: TrendDays) => object;
}

const CARDS: readonly Card[] = [
  {
    name: 'runs',
    shape: 'bars',
    direction: undefined,
    format: formatNumber,
    to: '/runs',
    getSearch: (days) => (days === 7 ? { since: 'week' } : {}),
  },
  {
    name: 'success',
    shape: 'line',
    direction: 'good',
    format: formatPercent,
    to: '/runs',
    getSearch: (days) => (days === 7 ? { state: 'failed', since: 'week' } : { state: 'failed' }),
  },
  {
    name: 'latency',
    shape: 'line',
    direction: 'bad',
    format: (seconds) => formatDuration(seconds * 1000),
    to: '/reports',
    getSearch: (days) => ({ report: 'times', days: String(days) }),
  },
  {
    name: 'spend',
    shape: 'bars',
    direction: 'bad',
    format: formatCredits,
    to: '/reports',
    getSearch: (days) => ({ report: 'spend', days: String(days) }),
  },
];

/** Reads the reports and derives the measures. A missing measure is still loading. */
function useTrends(days: TrendDays, enabled: boolean) {
  const scope = useScope();
  const agentRuns = useQuery({ ...trendQueries.agentRuns(scope, days), enabled });
  const taskRuns = useQuery({ ...trendQueries.taskRuns(scope, days), enabled });
  const spend = useQuery({ ...trendQueries.spend(scope, days), enabled });
  // Agents and tasks take times of different kinds. A project without runs of agents shows those of its tasks.
  const hasAgents = agentRuns.data === undefined || agentRuns.data.total.runs > 0;
  const timesQuery = hasAgents ? trendQueries.agentTimes : trendQueries.taskTimes;
  const times = useQuery({ ...timesQuery(scope, days, false), enabled: enabled && agentRuns.isSuccess });
  const timesBefore = useQuery({ ...timesQuery(scope, days, true), enabled: enabled && agentRuns.isSuccess });
  const runs = agentRuns.data && taskRuns.data && addRunBuckets([agentRuns.data.buckets, taskRuns.data.buckets]);
  const queries = [agentRuns, taskRuns, spend, times, timesBefore];
  const trends: Readonly<Record<TrendName, Trend | undefined>> = {
    runs: runs && toTrend(runs, days, countRuns),
    success: runs && toTrend(runs, days, getSuccessRate),
    latency: times.data && timesBefore.data && pairMedians(times.data, timesBefore.data),
    spend: spend.data && toTrend(spend.data.buckets, days, sumCredits),
  };
  return {
    trends,
    error: queries.find((query) => query.error)?.error,
    refetch: () => void Promise.all(queries.map((query) => query.refetch())),
  };
}

interface TrendCardProps {
  readonly card: Card;
  readonly trend: Trend | undefined;
  readonly days: TrendDays;
}

/** One measure: its value, the change, and a chart. The card links to what it counts. */
function TrendCard({ card: { name, shape, direction, format, to, getSearch }, trend, days }: TrendCardProps) {
  const title = w.home.trends.names[name];
  return (
    <article className="relative flex flex-col gap-1 rounded-lg border bg-surface p-4 shadow-sm transition-colors hover:border-border-strong">
      <h3 className="text-sm font-medium text-muted">
        <Link to={to} search={getSearch(days) as LinkProps['search']} className="after:absolute after:inset-0">
          {title}
        </Link>
      </h3>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {trend === undefined ? '…' : trend.value === null ? '–' : format(trend.value)}
        </span>
        {trend && <Change trend={trend} direction={direction} />}
      </p>
      {trend && !hasValues(trend) && (
        <div className="flex h-18 items-end border-b border-dashed pb-1 text-sm text-muted">{w.home.trends.none}</div>
      )}
      {trend && hasValues(trend) && (
        <TrendChart
          caption={title}
          points={trend.points}
          shape={shape}
          headers={[w.home.trends.day, title, w.home.trends.before]}
          formatValue={format}
        />
      )}
      {!trend && <div className="h-18" />}
    </article>
  );
}

const hasValues = ({ points }: Trend) => points.some(({ value, before }) => Boolean(value) || Boolean(before));

/** The relative change against the period before. */
function Change({
  trend: { value, before },
  direction,
}: Pick<TrendCardProps, 'trend'> & Pick<Card, 'direction'> & { readonly trend: Trend }) {
  if (value === null || before === null || before === 0) return null;
  const change = (value - before) / before;
  if (Math.abs(change) < 0.005) return <span className="text-sm text-muted">{w.home.trends.same}</span>;
  const isGood = direction === undefined ? undefined : change > 0 === (direction === 'good');
  const Icon = change > 0 ? ArrowUpRight : ArrowDownRight;
  const amount = formatPercent(Math.round(Math.abs(change) * 100) / 100);
  return (
    <span
      className={joinClassNames(
        'inline-flex items-center gap-0.5 text-sm',
        isGood === undefined ? 'text-muted' : isGood ? 'text-success' : 'text-danger',
      )}
    >
      <Icon className="size-3.5" />
      <span className="sr-only">{change > 0 ? w.home.trends.up : w.home.trends.down} </span>
      {amount}
    </span>
  );
}

/** Selects the length of the period. The address stores it. */
function PeriodSelect({ days }: { readonly days: TrendDays }) {
  const navigate = useNavigate();
  return (
    <Segments
      label={w.home.trends.period}
      value={String(days)}
      options={TREND_DAYS.map((n) => ({ value: String(n), label: w.home.trends.lastDays({ n }) }))}
      onChange={(value) =>
        void navigate({
          to: '/',
          search: (search: object) => ({ ...search, days: value === String(TREND_DAYS[0]) ? undefined : value }),
          replace: true,
        })
      }
    />
  );
}
