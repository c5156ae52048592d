import type { Decimal, Stamp } from '../platform/db/columns.ts';

/** Credits set aside for a model call that is under way; at most one for a run. */
export interface CreditReservationsTable {
  run_id: string;
  org_id: string;
  /** Exact decimal. */
  amount: Decimal;
  created: Stamp;
}

export interface UsageTables {
  credit_reservations: CreditReservationsTable;
}
