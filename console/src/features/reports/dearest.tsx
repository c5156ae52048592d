import { Link } from '@tanstack/react-router';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import type { Spender } from './queries.ts';

/** Tasks and agents by what they cost, each with its share of the dearest. Shared by the first page. */
export function Dearest({ rows }: { readonly rows: readonly Spender[] }) {
  const most = Math.max(...rows.map(({ credits }) => Number(credits)), 0);
  return (
    <ol className="flex flex-col gap-3">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-col gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0">
              <Named of={row} /> <span className="text-sm text-muted">{w.reports.kinds[row.kind]}</span>
            </span>
            <span className="text-sm">{w.reports.credits(formatDecimal(row.credits))}</span>
          </span>
          <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 w-full">
            <rect width="100" height="4" className="fill-surface-muted" />
            <rect width={most > 0 ? (100 * Number(row.credits)) / most : 0} height="4" className="fill-accent" />
          </svg>
          <span className="text-sm text-muted">
            {w.reports.runsAndTokens(formatNumber(row.runs), formatNumber(row.total_tokens))}
          </span>
        </li>
      ))}
    </ol>
  );
}

const LINK = 'break-words text-accent underline';

function Named({ of: { kind, id, name, deleted } }: { readonly of: Spender }) {
  if (deleted)
    return (
      <span className="break-words text-muted">
        {name} ({w.reports.deleted})
      </span>
    );
  if (kind === 'task')
    return (
      <Link to="/tasks/$taskId" params={{ taskId: id }} className={LINK}>
        {name}
      </Link>
    );
  return (
    <Link to="/agents/$agentId" params={{ agentId: id }} className={LINK}>
      {name}
    </Link>
  );
}
