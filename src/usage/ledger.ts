import { type RawBuilder, sql } from 'kysely';
import { newId } from '../platform/ids.ts';
import type { EntryKind } from './tables.ts';

/** Details of a manual or external entry. */
interface EntryDetails {
  readonly id?: string;
  readonly reference?: string | null;
  readonly note?: string | null;
}

/**
 * CTEs that move an organization's credits, update the matching budgets and insert the ledger entry. No other code
 * changes a balance. They read a CTE `moves` of at most one row: org_id, project_id, targets, cause_type, cause_id,
 * call_id and the exact decimals reserved, spent, granted and adjusted. Available credits change by the negated sum.
 * The CTEs are `account`, `budgets` and `entry`.
 */
export function insertMovements(
  kind: EntryKind,
  { id = newId(), reference, note }: EntryDetails = {},
): RawBuilder<unknown> {
  const isEmpty = reference == null && note == null;
  const columns = isEmpty ? sql`` : sql`, reference, note`;
  const values = isEmpty ? sql`` : sql`, ${reference ?? null}::text, ${note ?? null}::text`;
  return sql`account as (
      update organization_accounts a set credits = a.credits - m.spent - m.granted - m.adjusted, reserved = a.reserved + m.reserved,
        modified = now() from moves m where a.org_id = m.org_id returning a.org_id
    ), budgets as (
      update credit_budgets b set reserved = b.reserved + m.reserved, period_start = ${PERIOD},
        spent = case when b.period_start = ${PERIOD} then b.spent else 0 end + m.spent,
        extra = case when b.period_start = ${PERIOD} then b.extra else 0 end
      from moves m join account on true where b.target_id = any(m.targets) and b.org_id = m.org_id
    ), entry as (
      insert into credit_entries (id, org_id, kind, available, reserved, spent, granted, adjusted, cause_type, cause_id, call_id, project_id${columns})
      select ${id}::uuid, m.org_id, ${kind}, -m.reserved - m.spent - m.granted - m.adjusted, m.reserved, m.spent, m.granted, m.adjusted,
        m.cause_type, m.cause_id, m.call_id, m.project_id${values} from moves m join account on true
    )`;
}

/** Current UTC day or month of a budget `b`. */
export const PERIOD = sql`date_trunc(b.period, now(), 'UTC')`;

/** Remaining credits of a budget `b`: an exact decimal, negative if overspent. */
export const BUDGET_LEFT = sql<string>`(b.amount - b.reserved - case when b.period_start = ${PERIOD} then b.spent - b.extra else 0 end)`;
