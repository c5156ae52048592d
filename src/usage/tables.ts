import type { Decimal, Defaulted, Stamp } from '../platform/db/columns.ts';

/** Credits set aside for a model call that is under way; at most one for a run. */
export interface CreditReservationsTable {
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
  created: Stamp;
}

export interface UsageTables {
  credit_reservations: CreditReservationsTable;
}
