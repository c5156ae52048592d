import { type Kysely, sql } from 'kysely';

/**
 * MCP servers of projects with their tools. What changes by itself stands apart from the records that people edit, so that
 * it raises no version under their hands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table mcp_servers (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  name text not null,
  slug text not null,
  description text not null,
  server_url text not null,
  transport text not null,
  enabled boolean not null,
  api_key_strategy text not null,
  api_key_header_name text,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create trigger mcp_servers_version before update on mcp_servers for each row execute function raise_version();
create index mcp_servers_project on mcp_servers (project_id, id) where deleted_at is null;

create table mcp_server_states (
  server_id uuid primary key references mcp_servers (id),
  auth_type text not null,
  auth_status text not null,
  credential_id uuid,
  client_credential_id uuid,
  problem text,
  verdict json,
  listed_as_of timestamptz,
  last_refreshed timestamptz
);

create table mcp_tools (
  id uuid primary key,
  server_id uuid not null references mcp_servers (id),
  project_id uuid not null references projects (id),
  tool_name text not null,
  offered_name text not null,
  name text,
  description text,
  enabled boolean not null,
  read_only boolean not null default false,
  status text not null,
  pinned json,
  pinned_digest text,
  listed json,
  listed_digest text,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create trigger mcp_tools_version before update on mcp_tools for each row execute function raise_version();
create unique index mcp_tools_tool on mcp_tools (server_id, tool_name);
create unique index mcp_tools_offered on mcp_tools (server_id, offered_name);
create index mcp_tools_project on mcp_tools (project_id, id) where deleted_at is null;

create table mcp_listings_shown (
  project_id uuid not null references projects (id),
  user_id uuid not null references users (id),
  server_url text not null,
  digests json not null,
  shown timestamptz not null default now(),
  primary key (project_id, user_id, server_url)
);
`;
