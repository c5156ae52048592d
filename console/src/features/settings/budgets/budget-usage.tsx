import { formatDecimal } from '../../../lib/numbers.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { w } from '../../../words/index.ts';
import type { Budget } from './queries.ts';

/** Shows the usage of a budget as text and as a bar. */
export function BudgetUsage({ budget: { amount, extra, spent, reserved, left } }: { readonly budget: Budget }) {
  const total = Number(amount) + Number(extra);
  const usedPercent = total === 0 ? 100 : Math.min(100, (100 * (total - Number(left))) / total);
  const isExhausted = Number(left) <= 0;
  return (
    <span className="flex min-w-28 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-2">
        {w.budgets.usedOf({ used: formatDecimal(spent), all: formatDecimal(amount) })}
        {isExhausted && <StatusBadge tone="bad">{w.budgets.over}</StatusBadge>}
      </span>
      <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 w-full">
        <rect width="100" height="4" className="fill-surface-muted" />
        <rect width={usedPercent} height="4" className={isExhausted ? 'fill-danger' : 'fill-accent'} />
      </svg>
      <span className="text-sm text-muted">{w.budgets.creditsLeft({ left: formatDecimal(left) })}</span>
      {Number(extra) > 0 && (
        <span className="text-sm text-muted">{w.budgets.extra({ extra: formatDecimal(extra) })}</span>
      )}
      {Number(reserved) > 0 && (
        <span className="text-sm text-muted">{w.budgets.reserved({ reserved: formatDecimal(reserved) })}</span>
      )}
    </span>
  );
}
