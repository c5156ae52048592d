import { errors, Problems } from '../../platform/errors.ts';
import { scheduleProblems } from '../problems.ts';
import type { TriggerRow } from '../queries.ts';
import type { TriggerConfig } from '../tables.ts';
import { type CatchUp, findNextTime } from './due-decision.ts';
import { assertValidExpression, assertValidTimezone, type Timing, toRecurrence } from './recurrence.ts';

/** What becomes of a time at which a run of the same schedule has not ended: a run of its own, or none. */
export const OVERLAPS = ['allow', 'skip'] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** What a schedule keeps of its own. */
export interface ScheduleSettings extends Timing {
  /** What its target is run on. */
  readonly task_input: Readonly<Record<string, unknown>>;
  /** From when on it does not come any more, in ISO 8601; null for never. */
  readonly expires_at: string | null;
  readonly overlap: Overlap;
  readonly catch_up: CatchUp;
}

/** What is not said when a schedule is made. */
export const SCHEDULE_DEFAULTS = {
  timezone: 'UTC',
  task_input: {},
  expires_at: null,
  overlap: 'allow',
  catch_up: 'once',
} as const satisfies Partial<ScheduleSettings>;

/** The settings of a schedule trigger, as they were checked when it was stored. */
export function getScheduleSettings({ config }: { readonly config: TriggerConfig }): ScheduleSettings {
  return config as unknown as ScheduleSettings;
}

/** Throws a 422 with what keeps those of the settings that are given from being kept. `now` is the database's. */
export async function assertValidSettings(given: Partial<ScheduleSettings>, now: Date): Promise<void> {
  const { cron_expression, timezone, expires_at } = given;
  const problems = new Problems();
  if (cron_expression !== undefined) await problems.of(() => assertValidExpression(cron_expression));
  if (timezone !== undefined) await problems.of(() => assertValidTimezone(timezone));
  if (expires_at != null && isExpired(expires_at, now))
    problems.add(errors.invalid('expires_at', scheduleProblems.schedule_expired).problems);
  problems.refuse();
}

/** Whether a schedule that expires then does not come any more. */
export function isExpired(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

/** When a schedule that begins to count now comes first; null where it rests or is over by then. */
export async function findFirstRun(
  { status }: Pick<TriggerRow, 'status'>,
  settings: ScheduleSettings,
  now: Date,
): Promise<Date | null> {
  if (status === 'paused') return null;
  return findNextTime(await toRecurrence(settings, now), now, toDateOrNull(settings.expires_at));
}

/** The first times of a checked schedule that begins to count now. */
export async function listTimesAfter(timing: Timing, now: Date, count: number): Promise<Date[]> {
  const recurrence = await toRecurrence(timing, now);
  const times: Date[] = [];
  for (let time = recurrence.after(now); time !== undefined && times.length < count; time = recurrence.after(time))
    times.push(time);
  return times;
}

/** When a schedule comes next that goes on to count, with another expiry. */
export async function findNextRun(
  trigger: Pick<TriggerRow, 'status' | 'next_run'>,
  settings: ScheduleSettings,
  now: Date,
): Promise<Date | null> {
  const { next_run } = trigger;
  if (next_run === null) return findFirstRun(trigger, settings, now);
  return isExpired(settings.expires_at, next_run) ? null : next_run;
}

/** The moment that a text names; null for null. */
export function toDateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
