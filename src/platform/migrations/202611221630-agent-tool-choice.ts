import { type Kysely, sql } from 'kysely';

/** Whether an agent's model may, must or must not ask for tools. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agent_revisions add column tool_choice text`.execute(db);
}
