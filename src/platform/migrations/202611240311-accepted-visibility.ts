import { type Kysely, sql } from 'kysely';

/** Runs by their table: what they are of, the column that names it, and its setting of who sees its runs. */
const RUNS = [
  ['task_runs', 'tasks', 'task_id', 'task_run_visibility'],
  ['agent_runs', 'agents', 'agent_id', 'task_agent_run_visibility'],
  ['task_eval_runs', 'tasks', 'resource_id', 'task_run_visibility'],
  ['agent_eval_runs', 'agents', 'resource_id', 'task_agent_run_visibility'],
] as const;

/**
 * Who may see a run by the setting that held when it was accepted; null where all viewers may. The database notes it, so that
 * the release before and every way to make a run do. Runs that are there get what holds now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, parent, column, setting] of RUNS) {
    const [runs, name] = [sql.table(table), sql.raw(`note_${table}_visibility`)];
    await sql`alter table ${runs} add column accepted_visibility text`.execute(db);
    await sql`create function ${name}() returns trigger language plpgsql as ${sql.lit(
      `begin
  select nullif(p.${setting}, 'all_viewers') into new.accepted_visibility from ${parent} p where p.id = new.${column};
  return new;
end`,
    )}`.execute(db);
    await sql`create trigger ${sql.raw(`${table}_visibility`)} before insert on ${runs} for each row execute function ${name}()`.execute(
      db,
    );
    await sql`update ${runs} r set accepted_visibility = p.${sql.ref(setting)} from ${sql.table(parent)} p
      where p.id = r.${sql.ref(column)} and p.${sql.ref(setting)} <> 'all_viewers'`.execute(db);
  }
  for (const [table, , column] of RUNS.slice(0, 2))
    await sql`create index ${sql.raw(`${table}_by_visibility`)} on ${sql.table(table)} (${sql.ref(column)}, accepted_visibility)
      where accepted_visibility is not null`.execute(db);
}
