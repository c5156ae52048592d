import { sql } from 'kysely';
import { type Db, UNSYNCED } from '../platform/db/client.ts';
import type { RunKind } from './kind.ts';
import { RUN_KINDS } from './kinds.ts';
import { type RunContext, type StartingRun, startOnceMore, startPutOff } from './start.ts';

/** Runs that are taken up in one look, so that one which dies leaves few of them for later. */
const AT_ONCE = 50;
/** Seconds after which a start that was taken up is due again. */
const AGAIN_SECONDS = 5;

/** Starts the workflow of a run, by its kind's name, whose next step only that can take. */
export async function startLeftRun(ctx: RunContext, name: string, id: string): Promise<void> {
  const kind = RUN_KINDS.find((each) => each.name === name);
  if (kind) await startOnceMore(ctx, kind, id);
}

/** Starts workflows that were put off by processes which have died since, or could not reach Temporal. */
export async function startOverdue(ctx: RunContext): Promise<void> {
  for (const kind of RUN_KINDS.filter(({ begunAhead }) => begunAhead)) {
    for (;;) {
      const runs = await takeOverdue(ctx.db, kind);
      await startPutOff(ctx, kind, runs);
      if (runs.length < AT_ONCE) break;
    }
  }
}

/** Takes up runs whose workflows are due, each by one process. */
async function takeOverdue(db: Db, { table, turns }: RunKind): Promise<StartingRun[]> {
  const { rows } = await sql<StartingRun>`
    with ${UNSYNCED}, due as (
      select id from ${sql.table(table)} where workflow_due < now() and completed is null
      order by workflow_due limit ${AT_ONCE} for update skip locked
    )
    update ${sql.table(table)} r set workflow_due = now() + make_interval(secs => ${AGAIN_SECONDS}) from due, unsynced
    where r.id = due.id returning r.id, r.restarts, r.org_id as share, ${turns} as turns`.execute(db);
  return rows;
}
