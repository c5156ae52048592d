import Type from 'typebox';
import { parseQueryTimestamp } from '../../src/platform/dates.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, throwProblems, type ValidationError } from '../../src/platform/errors.ts';
import { Id, NonBlankText, Nullable, StringEnum, Timestamp, VisibleText } from '../../src/platform/schemas.ts';
import { normalizeAmount } from '../../src/usage/amounts.ts';
import { type Booking, bookEntry } from '../../src/usage/book-entry.ts';
import { listEntries } from '../../src/usage/entries.ts';
import { usageProblems } from '../../src/usage/problems.ts';
import { completeTopUp } from '../../src/usage/top-ups.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { CreditEntry, KINDS, SignedAmount, toEntryRecord } from './schemas.ts';

const ENTRIES = '/org/{org_id}/credit_entry';

const list = operation(
  {
    id: 'credit_entry.list',
    method: 'GET',
    path: ENTRIES,
    tag: 'Credits',
    summary: 'List credit ledger entries, newest first',
    auth: { permission: 'organization:view_credits' },
    request: {
      query: Type.Object({
        ...PAGE_QUERY,
        kind: Type.Optional(StringEnum(KINDS)),
        project_id: Type.Optional(Id),
        cause_id: Type.Optional(Id),
        created_after: Type.Optional(Timestamp),
        created_before: Type.Optional(Timestamp),
      }),
    },
    response: { schemas: { 200: Envelope(CreditEntry) } },
  },
  async ({ ctx, caller, query, page }) => {
    const filter = {
      orgId: caller.orgId,
      kind: query.kind,
      projectId: query.project_id,
      causeId: query.cause_id,
      createdAfter: parseQueryTimestamp('created_after', query.created_after),
      createdBefore: parseQueryTimestamp('created_before', query.created_before),
    };
    return mapPage(await listEntries(ctx.db, filter, page), toEntryRecord);
  },
);

const BookedKinds = StringEnum(['grant', 'top_up', 'adjustment', 'refund']);

const book = operation(
  {
    id: 'credit_entry.book',
    method: 'POST',
    path: ENTRIES,
    tag: 'Credits',
    summary: 'Book a credit grant, top-up, adjustment or refund',
    description: 'Requires a platform administrator. Repeats with the same `reference` return the first entry.',
    auth: { permission: 'system:credits_book' },
    request: {
      checks: 'dry-run',
      dependentFields: { kind: ['amount', 'cause_id'] },
      body: Type.Object({
        kind: BookedKinds,
        amount: SignedAmount,
        cause_id: Type.Optional(Nullable(Id)),
        reference: Type.Optional(Nullable(NonBlankText(200))),
        note: Type.Optional(Nullable(VisibleText(1000))),
      }),
      idempotent: false,
      example: { kind: 'grant', amount: '500', reference: 'invoice-2026-118' },
    },
    response: {
      schemas: { 200: CreditEntry },
      errors: {
        404: ['RESOURCE_NOT_FOUND'],
        409: ['CREDIT_REFERENCE_ALREADY_EXISTS', 'CREDITS_NOT_AVAILABLE', 'REFUND_TOO_HIGH'],
      },
    },
    audit: { event: 'credit_entry.booked', audience: 'organization:view_credits' },
  },
  async ({ caller, body: { kind, amount: bookedAmount, cause_id: causeId, reference, note }, change }) => {
    const amount = normalizeAmount(bookedAmount);
    const problems: ValidationError[] = [];
    if (Number(amount) === 0 || (kind !== 'adjustment' && Number(amount) < 0))
      problems.push(errors.invalid('amount', usageProblems.entry_amount_not_positive));
    if (['refund', 'top_up'].includes(kind) !== (causeId != null))
      problems.push(errors.invalid('cause_id', usageProblems.entry_cause_mismatch));
    throwProblems(problems);
    const cause = causeId == null ? caller.subject : { type: kind, id: causeId };
    // Repeated bookings of one request count once.
    const bookingReference = kind === 'top_up' ? `top_up:${causeId}` : reference;
    const booking: Booking = { kind, orgId: caller.orgId, amount, cause, reference: bookingReference, note };
    const { entry } = await change(async (trx) => {
      if (kind === 'top_up') await completeTopUp(trx, caller.orgId, causeId ?? '');
      const result = await bookEntry(trx, booking);
      const resource = { type: 'credit_entry', id: result.entry.id };
      const payload = { kind, amount, reference: reference ?? null };
      return { result, audited: result.booked ? { resource, name: kind, payload } : 'unchanged' };
    });
    return toEntryRecord(entry);
  },
);

export const ENTRY_OPERATIONS = [list, book];
