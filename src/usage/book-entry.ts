import { Decimal } from 'decimal.js';
import { type Selectable, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { orNotFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { usageErrors } from './errors.ts';
import { insertMovements } from './ledger.ts';
import type { CreditEntriesTable } from './tables.ts';

/** Credit entry as stored. */
export type CreditEntryRow = Selectable<CreditEntriesTable>;

/** Kinds of entries without a call. */
export type BookableKind = 'grant' | 'top_up' | 'adjustment' | 'refund';

/** Entry to book. */
export interface Booking {
  readonly kind: BookableKind;
  readonly orgId: string;
  /** Exact decimal added to the available credits; negative only for adjustments. */
  readonly amount: string;
  /** Cause of the entry; for a refund, the refunded charge. */
  readonly cause: { readonly type: string; readonly id: string | null };
  /** Client's reference. A second booking with the same reference returns the first. */
  readonly reference?: string | null;
  readonly note?: string | null;
}

/** Result of a booking. */
interface Booked {
  readonly entry: CreditEntryRow;
  /** Whether the entry is new; false if its reference was booked before. */
  readonly booked: boolean;
}

/** Account that each kind debits. */
const SOURCE_ACCOUNTS: Readonly<Record<BookableKind, 'granted' | 'adjusted' | 'spent'>> = {
  grant: 'granted',
  top_up: 'granted',
  adjustment: 'adjusted',
  refund: 'spent',
};

/**
 * Books an entry within a transaction. Repeating a reference returns the first entry. Throws a 404 if the organization
 * does not exist. Throws a 409 if the reference names a different entry, credits are insufficient, or a refund exceeds
 * its charge.
 */
export async function bookEntry(trx: Executor, booking: Booking): Promise<Booked> {
  const available = await lockAccount(trx, booking.orgId);
  const before = await findEntryByReference(trx, booking);
  if (before) return { entry: before, booked: false };
  const amount = new Decimal(booking.amount);
  if (amount.lt(0) && amount.neg().gt(available)) throw usageErrors.notAvailable(available);
  const projectId = booking.kind === 'refund' ? await assertRefundable(trx, booking) : null;
  return { entry: await insertEntry(trx, booking, projectId), booked: true };
}

/** Locks an organization's account and returns its available credits. */
async function lockAccount(trx: Executor, orgId: string): Promise<string> {
  const { rows } = await sql<{ available: string }>`
    select credits - reserved as available from organization_accounts where org_id = ${orgId} for update`.execute(trx);
  return orNotFound(rows[0], 'organization', orgId).available;
}

/** Finds the entry of a booking's reference. Throws a 409 if it differs from the booking. */
async function findEntryByReference(
  trx: Executor,
  { orgId, kind, amount, reference }: Booking,
): Promise<CreditEntryRow | undefined> {
  if (reference == null) return undefined;
  const entry = await trx
    .selectFrom('credit_entries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (entry && (entry.kind !== kind || !new Decimal(entry.available).equals(amount)))
    throw usageErrors.referenceTaken(reference);
  return entry;
}

/** Throws a 409 if a refund exceeds the unrefunded charge. Returns the charged project. */
async function assertRefundable(trx: Executor, { orgId, amount, cause }: Booking): Promise<string | null> {
  const charged = await trx
    .selectFrom('credit_entries')
    .select(sql<string>`coalesce(sum(spent), 0)`.as('spent'))
    .select(sql<string | null>`min(project_id::text)`.as('project_id'))
    .where('org_id', '=', orgId)
    .where('cause_id', '=', cause.id)
    .executeTakeFirstOrThrow();
  if (new Decimal(amount).gt(charged.spent)) throw usageErrors.refundTooHigh(cause.id ?? '', charged.spent);
  return charged.project_id;
}

async function insertEntry(trx: Executor, booking: Booking, projectId: string | null): Promise<CreditEntryRow> {
  const { kind, orgId, amount, cause, reference, note } = booking;
  const toLeg = (account: (typeof SOURCE_ACCOUNTS)[BookableKind]) =>
    SOURCE_ACCOUNTS[kind] === account ? sql`-${amount}::numeric` : sql`0::numeric`;
  const id = newId();
  await sql`
    with moves as (
      select ${orgId}::uuid as org_id, ${projectId}::uuid as project_id, null::uuid[] as targets, ${cause.type} as cause_type,
        ${cause.id}::uuid as cause_id, null::uuid as call_id, 0::numeric as reserved, ${toLeg('spent')} as spent,
        ${toLeg('granted')} as granted, ${toLeg('adjusted')} as adjusted
    ), ${insertMovements(kind, { id, reference, note })} select 1`.execute(trx);
  return trx.selectFrom('credit_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
