import { type Kysely, sql } from 'kysely';

/** Tool calls that wait for a connection that is away, and answers that a repeat under the same Idempotency-Key gets again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table tool_calls add column provider_wait json;
alter table tool_calls add column awaited_outages text[];
create index tool_calls_awaited_outages on tool_calls (id) where awaited_outages is not null;
alter table idempotency_keys add column answer json;
`;
