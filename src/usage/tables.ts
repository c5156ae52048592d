import type { Decimal, Defaulted, NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';

/** Credits reserved for a call in flight. */
interface CreditReservationsTable {
  /** Call that holds the reservation; the run in rows of the previous release. */
  run_id: string;
  org_id: string;
  /** Exact decimal. */
  amount: Decimal;
  /** Call; null in rows of the previous release. */
  call_id: string | null;
  /** Estimated cost if the outcome stays unknown: tokens and an exact decimal. */
  input_tokens: Defaulted<number>;
  output_tokens: Defaulted<number>;
  cost: Defaulted<string>;
  /** Cause of the call; null in rows of the previous release. */
  cause_type: string | null;
  cause_id: string | null;
  project_id: string | null;
  /** Budget targets: project, task or agent, and the agents that called it. */
  targets: Defaulted<string[]>;
  created: TimestampColumn;
}

/** Kinds of credit entries. */
export type EntryKind =
  | 'opening'
  | 'grant'
  | 'top_up'
  | 'adjustment'
  | 'refund'
  | 'reservation'
  | 'settlement'
  | 'repair';

/** Credit movement between the accounts of an organization: exact decimals that sum to zero. Immutable. */
export interface CreditEntriesTable {
  id: string;
  org_id: string;
  kind: EntryKind;
  /** Available credits; together with `reserved` they are the organization's balance. */
  available: Decimal;
  /** Credits reserved for calls in flight. */
  reserved: Defaulted<string>;
  /** Cost of calls. */
  spent: Defaulted<string>;
  /** Source accounts of granted and adjusted credits; negative by the total. */
  granted: Defaulted<string>;
  adjusted: Defaulted<string>;
  /** Cause: a run, a collection, a query, a person, a top-up, the operator or the system. */
  cause_type: string;
  cause_id: string | null;
  /** Call, if the entry belongs to one. */
  call_id: string | null;
  project_id: string | null;
  /** Client's reference, unique per organization. */
  reference: string | null;
  note: string | null;
  created: TimestampColumn;
}

/** Daily or monthly spending limit of a project, a task or an agent. */
export interface CreditBudgetsTable {
  id: string;
  org_id: string;
  project_id: string;
  target_type: 'project' | 'task' | 'task_agent';
  target_id: string;
  /** UTC day or month. */
  period: 'day' | 'month';
  /** Exact decimals: limit, extra credits in the period, spent, reserved. */
  amount: Decimal;
  extra: Defaulted<string>;
  spent: Defaulted<string>;
  reserved: Defaulted<string>;
  /** Period of `spent` and `extra`. */
  period_start: TimestampColumn;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** Automatic credit request of an organization. */
export interface CreditTopUpsTable {
  id: string;
  org_id: string;
  /** Exact decimals: requested credits, and available credits at that time. */
  amount: Decimal;
  credits: Decimal;
  created: TimestampColumn;
  /** Time the operator's billing received it; null if it has not. */
  delivered_at: NullableTimestampColumn;
  attempts: Defaulted<number>;
  next_attempt: TimestampColumn;
  /** Last delivery error; null if none. */
  error: string | null;
  /** Time the credits arrived; null while open. */
  granted_at: NullableTimestampColumn;
}

interface OrganizationAccountsTable {
  id: string;
  org_id: string;
  /** Exact decimal; the API rounds it down. */
  credits: Decimal;
  /** Time of the last low-credit alert; null while credits suffice. */
  alerted_at: NullableTimestampColumn;
  /** Time of the last automatic request; null while credits suffice. */
  topup_asked_at: NullableTimestampColumn;
  /** Exact decimal: overdraft limit. */
  overdraft: Defaulted<string>;
  /** Exact decimal: reserved for calls in flight. */
  reserved: Defaulted<string>;
  modified: TimestampColumn;
}

export interface UsageTables {
  organization_accounts: OrganizationAccountsTable;
  credit_top_ups: CreditTopUpsTable;
  credit_reservations: CreditReservationsTable;
  credit_entries: CreditEntriesTable;
  credit_budgets: CreditBudgetsTable;
}
