import { sql } from 'kysely';
import type { Executor } from '../db/client.ts';

/** A job and the time between two of its runs. */
interface JobInterval {
  readonly name: string;
  readonly intervalMs: number;
}

/** Inserts a row for each job that has none; new jobs are due at once. Returns the database's time. */
export async function registerJobs(db: Executor, names: readonly string[]): Promise<string> {
  await sql`insert into maintenance_jobs (name) select unnest(${[...names]}::text[]) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database returned no time');
  return row.now;
}

/**
 * Takes the job that has been due longest and returns its name; undefined if none is due. The job is due again one
 * interval after the cycle began, whether or not it succeeds. A due time further away than one interval comes from a
 * longer interval of an earlier configuration and is ignored.
 */
export async function takeDueJob(
  db: Executor,
  intervals: readonly JobInterval[],
  cycleBegan: string,
): Promise<string | undefined> {
  const names = intervals.map((interval) => interval.name);
  const seconds = intervals.map((interval) => interval.intervalMs / 1000);
  const { rows } = await sql<{ name: string }>`
    with due as (
      select j.name, make_interval(secs => k.seconds) as every
      from maintenance_jobs j join unnest(${names}::text[], ${seconds}::float8[]) as k(name, seconds) on k.name = j.name
      where j.next_due <= now() or j.next_due > now() + make_interval(secs => k.seconds)
      order by j.next_due limit 1 for update of j skip locked
    )
    update maintenance_jobs j set next_due = ${cycleBegan}::timestamptz + due.every from due where j.name = due.name
    returning j.name`.execute(db);
  return rows[0]?.name;
}

/** Stores that a job succeeded. A job that ran is never shown as overdue. */
export async function setJobDone(db: Executor, name: string): Promise<void> {
  await sql`
    update maintenance_jobs set last_done = now(), last_error = null, next_due = greatest(next_due, now())
    where name = ${name}`.execute(db);
}

/** Stores why a job failed. It is due again in the next cycle. */
export async function setJobFailed(db: Executor, name: string, problem: string): Promise<void> {
  await sql`
    update maintenance_jobs set last_error = ${problem}, next_due = least(next_due, now())
    where name = ${name}`.execute(db);
}
