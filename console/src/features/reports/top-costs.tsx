import { Link } from '@tanstack/react-router';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { w } from '../../words/index.ts';
import type { CostItem } from './queries.ts';

/** Lists tasks and agents by cost, with a bar relative to the most expensive one. */
export function TopCosts({ rows }: { readonly rows: readonly CostItem[] }) {
  const maxCredits = Math.max(...rows.map(({ credits }) => Number(credits)), 0);
  return (
    <ol className="flex flex-col gap-3">
      {rows.map((item) => (
        <li key={item.id} className="flex flex-col gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0">
              <SubjectLink item={item} /> <span className="text-sm text-muted">{w.reports.kinds[item.kind]}</span>
            </span>
            <span className="text-sm">{w.reports.credits({ credits: formatCredits(item.credits) })}</span>
          </span>
          <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 w-full">
            <rect width="100" height="4" className="fill-surface-muted" />
            <rect
              width={maxCredits > 0 ? (100 * Number(item.credits)) / maxCredits : 0}
              height="4"
              className="fill-accent"
            />
          </svg>
          <span className="text-sm text-muted">
            {w.reports.runsAndTokens({ runs: formatNumber(item.runs), tokens: formatNumber(item.total_tokens) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

const LINK_CLASS = 'break-words link';

function SubjectLink({ item: { kind, id, name, deleted } }: { readonly item: CostItem }) {
  if (deleted)
    return (
      <span className="break-words text-muted">
        {name} ({w.reports.deleted})
      </span>
    );
  if (kind === 'task')
    return (
      <Link to="/tasks/$taskId" params={{ taskId: id }} className={LINK_CLASS}>
        {name}
      </Link>
    );
  return (
    <Link to="/agents/$agentId" params={{ agentId: id }} className={LINK_CLASS}>
      {name}
    </Link>
  );
}
