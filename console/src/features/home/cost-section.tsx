import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateRange, LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { w } from '../../words/index.ts';
import { getLastDays, listTopCosts, projectSpendQuery } from '../reports/queries.ts';
import { TopCosts } from '../reports/top-costs.tsx';
import { HomeSection } from './home-section.tsx';

const DAYS = 7;
/** Maximum rows for tasks, and for agents. */
const MAX_ROWS_PER_KIND = 5;

/** Shows the cost of the last seven days, including today, and the most expensive tasks and agents. */
export function CostSection() {
  const canView = useHasPermission('project', 'view');
  const query = useQuery({
    ...projectSpendQuery(useScope(), getLastDays(DAYS), MAX_ROWS_PER_KIND),
    enabled: canView === true,
  });
  if (canView === false) return null;
  const { data } = query;
  const rows = data ? listTopCosts(data) : [];
  return (
    <HomeSection
      title={w.home.cost}
      queries={[query]}
      action={
        <Link to="/reports" className="link text-sm">
          {w.reports.title}
        </Link>
      }
    >
      {data && <p className="text-muted">{formatDateRange(data.start_date, data.end_date, LOCAL_TIME_ZONE)}</p>}
      {data && data.total.runs === 0 && <p className="text-muted">{w.home.nothingRan}</p>}
      <TopCosts rows={rows} />
    </HomeSection>
  );
}
