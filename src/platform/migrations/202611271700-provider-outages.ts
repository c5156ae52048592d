import { type Kysely, sql } from 'kysely';

/** Outages of model providers, shared by all workers, and the runs that wait for their end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table provider_outages (
  key text primary key,
  provider text not null,
  base_url text,
  model text,
  failures integer not null,
  since timestamptz not null default now(),
  opened_at timestamptz,
  reason text not null,
  message text not null,
  last_probe_at timestamptz,
  next_probe_at timestamptz not null,
  next_wake_at timestamptz not null default now()
);
alter table agent_runs add column awaited_outages text[];
alter table task_runs add column awaited_outages text[];
create index agent_runs_awaited_outages on agent_runs (id) where awaited_outages is not null;
create index task_runs_awaited_outages on task_runs (id) where awaited_outages is not null;
alter table agent_revisions add column max_wait text;
alter table task_revisions add column max_wait text;
`;
