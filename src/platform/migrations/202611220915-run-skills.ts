import { type Kysely, sql } from 'kysely';

/** The skills that runs of agents work with, each by the revision that the run began with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table run_skills (
  run_id uuid not null references agent_runs (id) on delete cascade,
  skill_id uuid not null references skills (id),
  skill_revision_id uuid not null references skill_revisions (id),
  position integer not null,
  name text not null,
  description text not null,
  activated timestamptz,
  loaded_turn integer,
  primary key (run_id, skill_id)
);
`;
