import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** When something is to be done again. */
export interface Rhythm {
  readonly name: string;
  /** Milliseconds from one time to the next. */
  readonly everyMs: number;
}

/** Makes sure that the chores have their rows; new ones are due at once. Answers the time, by the database's clock. */
export async function registerChores(db: Executor, names: readonly string[]): Promise<string> {
  await sql`insert into chores (name) select unnest(${[...names]}::text[]) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not say what time it is');
  return row.now;
}

/**
 * Takes the chore of these that is due for the longest time, and answers its name. It is due again one rhythm after the round
 * began, whatever becomes of whoever took it; a time further away than that is of a slower rhythm that no longer counts.
 */
export async function takeDueChore(
  db: Executor,
  rhythms: readonly Rhythm[],
  roundBegan: string,
): Promise<string | undefined> {
  const names = rhythms.map((rhythm) => rhythm.name);
  const seconds = rhythms.map((rhythm) => rhythm.everyMs / 1000);
  const { rows } = await sql<{ name: string }>`
    with due as (
      select c.name, make_interval(secs => k.seconds) as every
      from chores c join unnest(${names}::text[], ${seconds}::float8[]) as k(name, seconds) on k.name = c.name
      where c.next_due <= now() or c.next_due > now() + make_interval(secs => k.seconds)
      order by c.next_due limit 1 for update of c skip locked
    )
    update chores c set next_due = ${roundBegan}::timestamptz + due.every from due where c.name = due.name
    returning c.name`.execute(db);
  return rows[0]?.name;
}

/** Notes that a chore was done. */
export async function noteChoreDone(db: Executor, name: string): Promise<void> {
  await sql`update chores set last_done = now(), last_error = null where name = ${name}`.execute(db);
}

/** Notes what kept a chore from being done; it is due again with the next round. */
export async function noteChoreFailed(db: Executor, name: string, problem: string): Promise<void> {
  await sql`update chores set last_error = ${problem}, next_due = least(next_due, now()) where name = ${name}`.execute(
    db,
  );
}
