import { type Kysely, sql } from 'kysely';

/** Sessions that servers gave runs, so that a run's next call goes on with its session in whatever process it is made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table mcp_sessions (
  id uuid primary key,
  run_id uuid not null references agent_runs (id) on delete cascade,
  server_id uuid not null references mcp_servers (id),
  sealed text not null,
  protocol_version text not null,
  created timestamptz not null default now(),
  used timestamptz not null default now(),
  unique (run_id, server_id)
);
create index mcp_sessions_used on mcp_sessions (used);
create index mcp_sessions_server on mcp_sessions (server_id);
`;
