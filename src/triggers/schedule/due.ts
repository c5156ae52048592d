import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { DueRows } from '../../platform/maintenance/due-rows.ts';
import { type FireContext, fireTrigger, rejectInvocation, type TriggerOutcome } from '../fire.ts';
import { findFiringTrigger, type TriggerRow } from '../queries.ts';
import { TARGETS } from '../targets.ts';
import { type DueDecision, decideDueRun } from './due-decision.ts';
import { toMissedError, toOverlapError } from './reasons.ts';
import { toRecurrence } from './recurrence.ts';
import { getScheduleSettings, type ScheduleSettings, toDateOrNull } from './settings.ts';

/** A due schedule. */
interface DueRow {
  readonly id: string;
  readonly next_run: Date;
  /** Current time, by the database's clock. */
  readonly now: Date;
}

/** Fires due schedules. The event and run of a time are stored together with the next time. */
export function createDueSchedules(ctx: FireContext): DueRows<DueRow> {
  return {
    table: 'trigger_states',
    id: 'trigger_id',
    at: 'next_run',
    async start(trx, { id, next_run: due, now }) {
      const trigger = await findFiringTrigger(trx, { id });
      if (trigger?.status !== 'active') return { next: null };
      const settings = getScheduleSettings(trigger);
      const expiresAt = toDateOrNull(settings.expires_at);
      const turn = decideDueRun(await toRecurrence(settings, due), { due, now, catchUp: settings.catch_up, expiresAt });
      await recordMissedTimes(trx, trigger, turn);
      const fired = turn.fires && (await fire(ctx, trx, trigger, settings, turn.fires));
      return { next: turn.next, ...(fired && { after: fired.after }) };
    },
  };
}

/** Records all missed times as one event. */
async function recordMissedTimes(trx: Executor, trigger: TriggerRow, { missed }: DueDecision): Promise<void> {
  if (missed) await rejectInvocation(trx, trigger, { due: missed.first }, toMissedError(missed));
}

async function fire(
  ctx: FireContext,
  trx: Executor,
  trigger: TriggerRow,
  { overlap, task_input: input }: ScheduleSettings,
  due: Date,
): Promise<TriggerOutcome | undefined> {
  if (overlap === 'skip' && (await isRunning(trx, trigger)))
    return rejectInvocation(trx, trigger, { due }, toOverlapError());
  return fireTrigger(ctx, trx, trigger, { input, due });
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
