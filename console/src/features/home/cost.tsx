import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OWN_ZONE, sayPeriod } from '../../lib/days.ts';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { Failed } from '../../ui/failed.tsx';
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
  const maySee = useMay('project', 'view');
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
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data && <p className="text-quiet">{sayPeriod(data.start_date, data.end_date, OWN_ZONE)}</p>}
      {data && data.total.runs === 0 && <p className="text-quiet">{w.home.nothingRan}</p>}
      {data && data.total.runs > 0 && (
        <p className="text-lg">
          {w.reports.total(
            sayDecimal(data.total.credits),
            sayNumber(data.total.runs),
            sayNumber(data.total.total_tokens),
          )}
        </p>
      )}
      <Dearest rows={rows} />
    </Section>
  );
}
