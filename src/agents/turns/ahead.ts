import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { type Beginner, begunAheadElsewhere } from '../../runs/accepted.ts';

/** Further conditions on a row `r` of which a turn is begun beside its workflow or ahead of it. */
export function unlessBegun(by: Beginner | undefined, turn: number): RawBuilder<unknown> {
  if (by === undefined) return sql``;
  if (!by.ahead) return sql` and not ${isBegunElsewhere(by, turn)}`;
  const before = turn - 1;
  const untouched =
    turn === 1 ? sql`r.status = 'queued'` : sql`r.status = 'running' and r.begun_ahead_by = ${by.queue}`;
  return sql` and ${untouched} and r.attempt = ${before} and r.turns = ${before}`;
}

/** A condition on a row `r`: another process has begun this turn ahead of its workflow, as all before it, and none was repeated. */
function isBegunElsewhere(by: Beginner, turn: number): RawBuilder<boolean> {
  return sql<boolean>`(r.attempt = ${turn} and r.begun_turn = ${turn} and r.turns = ${turn - 1} and ${begunAheadElsewhere(by)})`;
}

/** The queue of the process that has begun a turn ahead of its workflow and may still be at it, where that is not `by`. */
export async function begunElsewhere(
  db: Executor,
  runId: string,
  turn: number,
  by: Beginner,
): Promise<string | undefined> {
  const { rows } = await sql<{ begun_ahead_by: string }>`
    select r.begun_ahead_by from agent_runs r where r.id = ${runId} and r.completed is null and ${isBegunElsewhere(by, turn)}`.execute(
    db,
  );
  return rows[0]?.begun_ahead_by;
}
