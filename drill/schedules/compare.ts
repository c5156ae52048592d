import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/client.ts';

/** A time of a schedule in milliseconds since the epoch, and whether a run is expected. */
export interface ExpectedTime {
  readonly due: number;
  readonly runs: boolean;
}

interface StoredEvent {
  readonly trigger_id: string;
  readonly due: Date | null;
  readonly status: string;
  readonly run_id: string | null;
  readonly completed: Date | null;
}

/** Returns unexpected outcomes of schedules: lost or duplicate times, runs without an event or without an end. */
export async function compareSchedules(
  db: Db,
  expected: ReadonlyMap<string, readonly ExpectedTime[]>,
): Promise<string[]> {
  const { rows } = await sql<StoredEvent>`
    select e.trigger_id, e.due, e.status, e.run_id, r.completed
    from trigger_events e left join task_runs r on r.id = e.run_id and r.trigger_id = e.trigger_id order by e.due`.execute(
    db,
  );
  const stored = Map.groupBy(rows, ({ trigger_id }) => trigger_id);
  const violations = [...expected].flatMap(([id, times]) => {
    const said = (stored.get(id) ?? []).map(({ due, status }) =>
      formatTime(due?.getTime() ?? 0, status === 'accepted'),
    );
    const should = times.map(({ due, runs }) => formatTime(due, runs));
    return said.join() === should.join() ? [] : [`${id}: [${said}] instead of [${should}]`];
  });
  const open = rows.filter(({ status, completed }) => status === 'accepted' && completed === null);
  violations.push(...open.map(({ run_id }) => `run ${run_id}: not there, or it never ended`));
  const stray = await sql<{ id: string }>`
    select id from task_runs r where trigger_id is not null
      and not exists (select from trigger_events e where e.run_id = r.id)`.execute(db);
  return [...violations, ...stray.rows.map(({ id }) => `run ${id}: no event has it`)];
}

const formatTime = (due: number, runs: boolean) => `${new Date(due).toISOString()} ${runs ? 'begun' : 'not begun'}`;
