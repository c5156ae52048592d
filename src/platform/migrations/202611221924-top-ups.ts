import { type Kysely, sql } from 'kysely';

/** Credits that organizations ask for by themselves when theirs run low: once each time that they fall below what was set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
-- What a ledger opened with stands before all that came after.
alter table credit_entries disable trigger credit_entries_stay;
update credit_entries set id = ('00000000-0000-7000-8000-' || right(org_id::text, 12))::uuid where kind = 'opening';
alter table credit_entries enable trigger credit_entries_stay;
alter table organization_accounts add column topup_asked_at timestamptz;
create table credit_top_ups (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  amount numeric not null check (amount > 0),
  credits numeric not null,
  created timestamptz not null default now(),
  delivered_at timestamptz,
  attempts integer not null default 0,
  next_attempt timestamptz not null default now(),
  error text,
  granted_at timestamptz
);
create unique index credit_top_ups_open on credit_top_ups (org_id) where granted_at is null;
create index credit_top_ups_due on credit_top_ups (next_attempt) where delivered_at is null and granted_at is null;
`;
