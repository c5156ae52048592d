import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { DueTrigger } from '../kinds/kind.ts';
import type { TriggerRow } from '../queries.ts';
import { TARGETS } from '../targets.ts';
import { decideDueRun } from './due-decision.ts';
import { toMissedError, toOverlapError } from './reasons.ts';
import { toRecurrence } from './recurrence.ts';
import { getScheduleSettings, toDateOrNull } from './settings.ts';

/** Fires a due schedule. All missed times are one event. */
export async function startDueSchedule(trx: Executor, { trigger, due, now, fire, reject }: DueTrigger) {
  const settings = getScheduleSettings(trigger);
  const expiresAt = toDateOrNull(settings.expires_at);
  const decision = decideDueRun(await toRecurrence(settings, due), { due, now, catchUp: settings.catch_up, expiresAt });
  const { missed, fires, next } = decision;
  if (missed) await reject(missed.first, toMissedError(missed));
  if (!fires) return { next };
  const isSkipped = settings.overlap === 'skip' && (await isRunning(trx, trigger));
  const fired = isSkipped ? await reject(fires, toOverlapError()) : await fire(settings.task_input, fires);
  return { next, ...(fired && { after: fired.after }) };
}

/** Maximum number of newest runs of a trigger that are checked for active ones. */
const MAX_CHECKED_RUNS = 100;

async function isRunning(trx: Executor, { id, target_type }: TriggerRow): Promise<boolean> {
  const runs = sql.table(TARGETS[target_type].run.table);
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select from (select completed from ${runs} where trigger_id = ${id} order by id desc limit ${MAX_CHECKED_RUNS}) newest
      where completed is null
    ) as running`.execute(trx);
  return rows[0]?.running ?? false;
}
