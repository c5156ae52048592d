import { type Kysely, sql } from 'kysely';

/**
 * How a call is made stands with the call. Code of the release before derives it and writes none: what it plans is made
 * as an ordinary call, which does for every kind what the quicker ways do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tool_calls add column how text not null default 'ordinary'`.execute(db);
  await sql`update tool_calls set how = case when tool_type <> 'builtin' then 'task' else 'quick' end
    where tool_type <> 'builtin' or quick`.execute(db);
}
