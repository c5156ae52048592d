import { type Kysely, sql } from 'kysely';

/**
 * The ledger of credits: every movement is an entry whose legs sum to zero, and what an organization has is their sum. It
 * opens with what each has today. Budgets bound what projects, tasks and agents spend in a day or a month; they count with
 * the same movements.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table credit_entries (
  id uuid primary key,
  org_id uuid not null,
  kind text not null,
  available numeric not null default 0,
  reserved numeric not null default 0,
  spent numeric not null default 0,
  granted numeric not null default 0,
  adjusted numeric not null default 0,
  cause_type text not null,
  cause_id uuid,
  call_id uuid,
  project_id uuid,
  reference text,
  note text,
  created timestamptz not null default now(),
  constraint credit_entries_balanced check (available + reserved + spent + granted + adjusted = 0)
);
create index credit_entries_org on credit_entries (org_id, id desc);
create index credit_entries_cause on credit_entries (cause_id);
create unique index credit_entries_reference on credit_entries (org_id, reference) where reference is not null;

create function credit_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the ledger are never changed';
end $$;
create trigger credit_entries_stay before update or delete on credit_entries
  for each row execute function credit_entries_stay();

insert into credit_entries (id, org_id, kind, available, reserved, granted, cause_type)
select gen_random_uuid(), org_id, 'opening', credits - reserved, reserved, -credits, 'opening' from organization_accounts;

alter table organization_accounts add column overdraft numeric not null default 0 check (overdraft >= 0);

alter table credit_reservations
  add column cause_type text,
  add column cause_id uuid,
  add column project_id uuid,
  add column targets uuid[] not null default '{}';
create index credit_reservations_cause on credit_reservations (coalesce(cause_id, run_id));

alter table task_runs add column calling_agents uuid[] not null default '{}';
alter table agent_runs add column calling_agents uuid[] not null default '{}';

create table credit_budgets (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  target_type text not null,
  target_id uuid not null,
  period text not null check (period in ('day', 'month')),
  amount numeric not null check (amount >= 0),
  extra numeric not null default 0,
  spent numeric not null default 0,
  reserved numeric not null default 0,
  period_start timestamptz not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  unique (target_id, period)
);
create index credit_budgets_project on credit_budgets (project_id, id desc);
`;
