import { type Kysely, sql } from 'kysely';

/** What an authorization came to before its server was made, and the OAuth client that an editor gave for a server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mcp_server_states add column client_id text`.execute(db);
  await sql`create table mcp_auth_grants (
    id uuid primary key,
    org_id uuid not null references organizations (id),
    project_id uuid not null references projects (id),
    user_id uuid not null references users (id),
    server_url text not null,
    credential_id uuid not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index mcp_auth_grants_expires on mcp_auth_grants (expires_at)`.execute(db);
}
