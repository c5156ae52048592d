import type { Decimal, Defaulted, NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';

/** Credits set aside for a call that is under way. */
export interface CreditReservationsTable {
  /** Who holds them: the call; the run where the release before made it. */
  run_id: string;
  org_id: string;
  /** Exact decimal. */
  amount: Decimal;
  /** The call; null where the release before made it. */
  call_id: string | null;
  /** What the call is taken to have cost where nobody learns how it ended: tokens and an exact decimal. */
  input_tokens: Defaulted<number>;
  output_tokens: Defaulted<number>;
  cost: Defaulted<string>;
  /** What it is made for; null where the release before made it. */
  cause_type: string | null;
  cause_id: string | null;
  project_id: string | null;
  /** Ids of what budgets can bound: its project, its task or agent, and the agents that called for it. */
  targets: Defaulted<string[]>;
  created: TimestampColumn;
}

/** What a movement of credits is. */
export type EntryKind =
  | 'opening'
  | 'grant'
  | 'top_up'
  | 'adjustment'
  | 'refund'
  | 'reservation'
  | 'settlement'
  | 'repair';

/** One movement of credits between the accounts of an organization, exact decimals that sum to zero. Never changed. */
export interface CreditEntriesTable {
  id: string;
  org_id: string;
  kind: EntryKind;
  /** What can be spent; with `reserved` it is what the organization has. */
  available: Decimal;
  /** What is set aside for calls under way. */
  reserved: Defaulted<string>;
  /** What calls have cost. */
  spent: Defaulted<string>;
  /** Where credits come from that were given, and that were corrected: below zero by as much as was. */
  granted: Defaulted<string>;
  adjusted: Defaulted<string>;
  /** What moved them: a run, a collection, a query, a person, a top-up, the operator, the product itself. */
  cause_type: string;
  cause_id: string | null;
  /** The call, where the movement is one call's. */
  call_id: string | null;
  project_id: string | null;
  /** What the giver calls it; the same one is never booked twice. */
  reference: string | null;
  note: string | null;
  created: TimestampColumn;
}

/** What a project, a task or an agent may spend in a day or a month. */
export interface CreditBudgetsTable {
  id: string;
  org_id: string;
  project_id: string;
  target_type: 'project' | 'task' | 'task_agent';
  target_id: string;
  /** Days and months are those of UTC. */
  period: 'day' | 'month';
  /** Exact decimals: the bound, what people allowed beyond it in the period, what was spent in it, what is set aside. */
  amount: Decimal;
  extra: Defaulted<string>;
  spent: Defaulted<string>;
  reserved: Defaulted<string>;
  /** The period that `spent` and `extra` are of. */
  period_start: TimestampColumn;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** Credits that an organization asked for by itself. */
export interface CreditTopUpsTable {
  id: string;
  org_id: string;
  /** Exact decimals: what is asked for, and what it had then. */
  amount: Decimal;
  credits: Decimal;
  created: TimestampColumn;
  /** When the operator's billing was told; null while it was not. */
  delivered_at: NullableTimestampColumn;
  attempts: Defaulted<number>;
  next_attempt: TimestampColumn;
  /** Why it could not be told last; null where nothing went wrong. */
  error: string | null;
  /** When credits came for it; null while it is open. */
  granted_at: NullableTimestampColumn;
}

export interface UsageTables {
  credit_top_ups: CreditTopUpsTable;
  credit_reservations: CreditReservationsTable;
  credit_entries: CreditEntriesTable;
  credit_budgets: CreditBudgetsTable;
}
