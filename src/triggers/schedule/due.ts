import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { DueRows } from '../../platform/maintenance/due-rows.ts';
import { type FireContext, type Fired, fireTrigger, rejectOccasion } from '../fire.ts';
import { findFiringTrigger, type TriggerRow } from '../queries.ts';
import { TARGETS } from '../targets.ts';
import { missedTimes, stillRunning } from './reasons.ts';
import { rhythmOf } from './rhythm.ts';
import { momentOrNull, type ScheduleSettings, settingsOf } from './settings.ts';
import { type Turn, turnOf } from './turn.ts';

/** A schedule that is due. */
interface DueRow {
  readonly id: string;
  readonly next_run: Date;
  /** Now, by the database's clock. */
  readonly now: Date;
}

/** Schedules whose time has come. Event and run of a time are stored with the time that comes next. */
export function dueSchedules(ctx: FireContext): DueRows<DueRow> {
  return {
    table: 'trigger_states',
    id: 'trigger_id',
    at: 'next_run',
    async start(trx, { id, next_run: due, now }) {
      const trigger = await findFiringTrigger(trx, { id });
      if (trigger?.status !== 'active') return { next: null };
      const settings = settingsOf(trigger);
      const expiresAt = momentOrNull(settings.expires_at);
      const turn = turnOf(await rhythmOf(settings, due), { due, now, catchUp: settings.catch_up, expiresAt });
      await noteMissed(trx, trigger, turn);
      const fired = turn.fires && (await fire(ctx, trx, trigger, settings, turn.fires));
      return { next: turn.next, ...(fired && { after: fired.after }) };
    },
  };
}

/** One event says which times are not begun any more. */
async function noteMissed(trx: Executor, trigger: TriggerRow, { missed }: Turn): Promise<void> {
  if (missed) await rejectOccasion(trx, trigger, { due: missed.first }, missedTimes(missed));
}

async function fire(
  ctx: FireContext,
  trx: Executor,
  trigger: TriggerRow,
  { overlap, task_input: input }: ScheduleSettings,
  due: Date,
): Promise<Fired | undefined> {
  if (overlap === 'skip' && (await isRunning(trx, trigger)))
    return rejectOccasion(trx, trigger, { due }, stillRunning());
  return fireTrigger(ctx, trx, trigger, { input, due });
}

/** Newest runs of a trigger among which one that has not ended is looked for. */
const LOOKED_AT = 100;

async function isRunning(trx: Executor, { id, target_type }: TriggerRow): Promise<boolean> {
  const runs = sql.table(TARGETS[target_type].run.table);
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select from (select completed from ${runs} where trigger_id = ${id} order by id desc limit ${LOOKED_AT}) newest
      where completed is null
    ) as running`.execute(trx);
  return rows[0]?.running ?? false;
}
