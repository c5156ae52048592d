import type { Cron } from 'croner';
import { isTimezone } from '../../platform/calendar.ts';
import { parseDurationMs } from '../../platform/duration.ts';
import { errors } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { scheduleProblems } from '../problems.ts';
import { findCronProblem } from './cron.ts';

/** Times of a schedule. */
export interface Recurrence {
  /** First time after a moment. Undefined for none. */
  after(moment: Date): Date | undefined;
  /** Last `count` times up to and including a moment, newest first. */
  upTo(moment: Date, count: number): Date[];
}

/** Timing of a schedule. */
export interface Timing {
  /** Five cron fields, or an ISO 8601 interval. */
  readonly cron_expression: string;
  /** Time zone of the cron fields. */
  readonly timezone: string;
}

/** Minimum milliseconds between two times. */
const MIN_INTERVAL_MS = 60_000;
const DURATION_PREFIX = /^P/;
const MINUTE_MS = 60_000;

/** Throws a 422 for an invalid expression, or one that is due too often or never. */
export function assertValidExpression(text: string): void {
  if (DURATION_PREFIX.test(text)) {
    const ms = parseDurationMs(text);
    if (ms === undefined) throw toCronError(scheduleProblems.schedule_interval_invalid);
    if (ms < MIN_INTERVAL_MS) throw toCronError(scheduleProblems.schedule_interval_too_short);
    return;
  }
  const problem = findCronProblem(text);
  if (problem !== undefined) throw toCronError(problem);
}

const toCronError = (problem: Problem) => errors.invalid('cron_expression', problem);

/** Throws a 422 for an unknown IANA time zone. */
export function assertValidTimezone(name: string): void {
  if (!isTimezone(name)) throw errors.invalid('timezone', scheduleProblems.schedule_timezone_invalid);
}

/** Returns the times of a valid schedule. Intervals count from `begin`. */
export async function toRecurrence({ cron_expression: text, timezone }: Timing, begin: Date): Promise<Recurrence> {
  const ms = parseDurationMs(text);
  if (ms !== undefined) return toIntervalRecurrence(ms, begin);
  const { Cron } = await import('croner');
  return toCronRecurrence(new Cron(text, { mode: '5-part', timezone, paused: true }));
}

function toCronRecurrence(cron: Cron): Recurrence {
  return {
    after: (moment) => cron.nextRun(moment) ?? undefined,
    // Cron times are full minutes, and the library excludes the start.
    upTo: (moment, count) => {
      const minute = Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;
      return cron.previousRuns(count, new Date(minute + MINUTE_MS));
    },
  };
}

function toIntervalRecurrence(ms: number, begin: Date): Recurrence {
  const stepsTo = (moment: Date) => Math.floor((moment.getTime() - begin.getTime()) / ms);
  const at = (steps: number) => new Date(begin.getTime() + steps * ms);
  return {
    after: (moment) => at(stepsTo(moment) + 1),
    upTo: (moment, count) => {
      const last = stepsTo(moment);
      return Array.from({ length: count }, (_, back) => at(last - back));
    },
  };
}
