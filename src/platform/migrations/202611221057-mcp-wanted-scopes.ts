import { type Kysely, sql } from 'kysely';

/** The scopes that an MCP server wanted when it refused a call, for the next authorization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mcp_server_states add column wanted_scope text`.execute(db);
}
