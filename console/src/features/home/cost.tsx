import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateRange, LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { Dearest } from '../reports/dearest.tsx';
import { dearest, lastDays, projectSpend } from '../reports/queries.ts';
import { Section } from './section.tsx';

const DAYS = 7;
/** Of tasks, and of agents. */
const FEW = 5;

/** What tasks and agents of the project cost in the last seven days, today among them, and which the most. */
export function Cost() {
  const maySee = useHasPermission('project', 'view');
  const { data, error, refetch } = useQuery({
    ...projectSpend(useScope(), lastDays(DAYS), FEW),
    enabled: maySee === true,
  });
  if (maySee === false) return null;
  const rows = data ? dearest(data) : [];
  return (
    <Section
      title={w.home.cost}
      wide
      more={
        <Link to="/settings/reports" className="text-sm text-accent underline">
          {w.reports.title}
        </Link>
      }
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data && <p className="text-quiet">{formatDateRange(data.start_date, data.end_date, LOCAL_TIME_ZONE)}</p>}
      {data && data.total.runs === 0 && <p className="text-quiet">{w.home.nothingRan}</p>}
      {data && data.total.runs > 0 && (
        <p className="text-lg">
          {w.reports.total(
            formatDecimal(data.total.credits),
            formatNumber(data.total.runs),
            formatNumber(data.total.total_tokens),
          )}
        </p>
      )}
      <Dearest rows={rows} />
    </Section>
  );
}
