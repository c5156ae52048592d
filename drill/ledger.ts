import { RUN_KINDS } from '../src/modules.ts';
import type { Db } from '../src/platform/db/client.ts';
import { findDifferences } from '../src/usage/check.ts';

/** Returns the differences between the credit ledger and balances and runs. */
export async function listLedgerDifferences(db: Db): Promise<string[]> {
  const tables = RUN_KINDS.map(({ table }) => table);
  const found = await findDifferences(db, tables);
  return found.map(({ subject, id, actual, booked }) => `${subject} ${id}: ${actual}, the ledger says ${booked}`);
}
