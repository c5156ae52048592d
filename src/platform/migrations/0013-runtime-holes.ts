import { type Kysely, sql } from 'kysely';

/**
 * What a call was planned with, every message that waits for a run's next turn, which turn it has begun, and what a model call that ends badly costs. Code of the
 * release before writes none of it and finds the same rows as ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tool_calls add column tool_digest text, add column tool_names text[] not null default '{}'`.execute(
    db,
  );
  await sql`alter table agent_turns add column notes text[] not null default '{}'`.execute(db);
  await sql`alter table agent_runs add column next_messages text[] not null default '{}', add column begun_turn integer not null default 0,
    add column usage_estimated boolean not null default false`.execute(db);
  await sql`alter table task_runs add column usage_estimated boolean not null default false`.execute(db);
  await sql`alter table credit_reservations add column call_id uuid, add column input_tokens integer not null default 0,
    add column output_tokens integer not null default 0, add column cost numeric not null default 0`.execute(db);
}
