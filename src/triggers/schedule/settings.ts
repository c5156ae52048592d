import { errors, Problems } from '../../platform/errors.ts';
import { scheduleProblems } from '../problems.ts';
import type { TriggerRow } from '../queries.ts';
import type { TriggerConfig } from '../tables.ts';
import { type CatchUp, findNextTime } from './due-decision.ts';
import { assertValidExpression, assertValidTimezone, type Timing, toRecurrence } from './recurrence.ts';

/** Handling of times while a run is active: start another run, or none. */
export const OVERLAPS = ['allow', 'skip'] as const;
type Overlap = (typeof OVERLAPS)[number];

/** Settings of a schedule. */
export interface ScheduleSettings extends Timing {
  /** Input of its target. */
  readonly task_input: Readonly<Record<string, unknown>>;
  /** Time from which no run starts, in ISO 8601. Null for never. */
  readonly expires_at: string | null;
  readonly overlap: Overlap;
  readonly catch_up: CatchUp;
}

/** Default settings of a schedule. */
export const SCHEDULE_DEFAULTS = {
  timezone: 'UTC',
  task_input: {},
  expires_at: null,
  overlap: 'allow',
  catch_up: 'once',
} as const satisfies Partial<ScheduleSettings>;

/** Returns the settings of a stored schedule trigger. */
export function getScheduleSettings({ config }: { readonly config: TriggerConfig }): ScheduleSettings {
  return config as unknown as ScheduleSettings;
}

/** Throws a 422 with the problems of the given settings. `now` is the database's time. */
export async function assertValidSettings(given: Partial<ScheduleSettings>, now: Date): Promise<void> {
  const { cron_expression, timezone, expires_at } = given;
  const problems = new Problems();
  if (cron_expression !== undefined) await problems.run(() => assertValidExpression(cron_expression));
  if (timezone !== undefined) await problems.run(() => assertValidTimezone(timezone));
  if (expires_at != null && isExpired(expires_at, now))
    problems.add(errors.invalid('expires_at', scheduleProblems.schedule_expired).problems);
  problems.throwIfAny();
}

/** Returns whether a schedule has expired. */
export function isExpired(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

/** Finds the first due time of a schedule that starts to count now. Null if it is paused or expired. */
export async function findFirstRun(
  { status }: Pick<TriggerRow, 'status'>,
  settings: ScheduleSettings,
  now: Date,
): Promise<Date | null> {
  if (status === 'paused') return null;
  return findNextTime(await toRecurrence(settings, now), now, toDateOrNull(settings.expires_at));
}

/** Lists the first times of a valid schedule that starts to count now. */
export async function listTimesAfter(timing: Timing, now: Date, count: number): Promise<Date[]> {
  const recurrence = await toRecurrence(timing, now);
  const times: Date[] = [];
  for (let time = recurrence.after(now); time !== undefined && times.length < count; time = recurrence.after(time))
    times.push(time);
  return times;
}

/** Finds the next due time of a schedule that continues with another expiry. */
export async function findNextRun(
  trigger: Pick<TriggerRow, 'status' | 'next_run'>,
  settings: ScheduleSettings,
  now: Date,
): Promise<Date | null> {
  const { next_run } = trigger;
  if (next_run === null) return findFirstRun(trigger, settings, now);
  return isExpired(settings.expires_at, next_run) ? null : next_run;
}

/** Parses a time. Null for null. */
export function toDateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
