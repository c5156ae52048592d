import { type Kysely, sql } from 'kysely';

/**
 * Credits reserved before a model call, budgets that people raise, side effects sent more than once under one key, and
 * a mark on runs that were told to go on, so that none is forgotten when the telling gets lost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organization_accounts add column reserved numeric not null default 0`.execute(db);
  await sql`
create table credit_reservations (
  run_id uuid primary key,
  org_id uuid not null,
  amount numeric not null check (amount >= 0),
  created timestamptz not null default now()
)`.execute(db);
  await sql`create index credit_reservations_org on credit_reservations (org_id)`.execute(db);
  await sql`
alter table agent_runs
  add column credit_allowance numeric not null default 0,
  add column resume_asked timestamptz`.execute(db);
  await sql`create index agent_runs_resume_asked on agent_runs (resume_asked) where resume_asked is not null`.execute(
    db,
  );
  await sql`alter table effects add column attempts integer not null default 1`.execute(db);
  await sql`alter table approval_requests alter column tool_call_id drop not null`.execute(db);
  await sql`create unique index approval_requests_pending_budget on approval_requests (run_id) where status = 'pending' and kind = 'budget'`.execute(
    db,
  );
}
