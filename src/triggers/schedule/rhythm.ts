import type { Cron } from 'croner';
import { durationMs } from '../../platform/duration.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { isTimezone } from '../../platform/timezones.ts';
import { problemOfCronLine } from './cron-line.ts';

/** When a schedule comes. */
export interface Rhythm {
  /** The first of its times after a moment; undefined where none is to come. */
  after(moment: Date): Date | undefined;
  /** The last so many of its times up to a moment and with it, the newest first. */
  upTo(moment: Date, count: number): Date[];
}

/** What says when a schedule comes. */
export interface Timing {
  /** Five plain cron fields, or an ISO 8601 duration from one time to the next. */
  readonly cron_expression: string;
  /** Name of the time zone that the fields are meant in. */
  readonly timezone: string;
}

/** Milliseconds that two times are apart at least. */
const SHORTEST_MS = 60_000;
const IS_DURATION = /^P/;
const MINUTE_MS = 60_000;

/** Throws a 422 on an expression that is neither a cron line nor a duration, comes too often or never. */
export function checkExpression(text: string): void {
  if (IS_DURATION.test(text)) {
    const ms = durationMs(text);
    if (ms === undefined)
      throw refused('is no ISO 8601 duration in weeks, days, hours, minutes and seconds such as PT15M or P1D');
    if (ms < SHORTEST_MS) throw refused('is too often: PT1M is the shortest');
    return;
  }
  const problem = problemOfCronLine(text);
  if (problem !== undefined) throw refused(problem);
}

const refused = (problem: string) => errors.invalid('cron_expression', problem);

/** Throws a 422 on a time zone that the IANA database does not know. */
export function checkTimezone(name: string): void {
  if (!isTimezone(name)) throw errors.invalid('timezone', commonProblems.invalid_timezone);
}

/** The times of a checked schedule; intervals count from `begin`. */
export async function rhythmOf({ cron_expression: text, timezone }: Timing, begin: Date): Promise<Rhythm> {
  const ms = durationMs(text);
  if (ms !== undefined) return everyMs(ms, begin);
  const { Cron } = await import('croner');
  return byCron(new Cron(text, { mode: '5-part', timezone, paused: true }));
}

function byCron(cron: Cron): Rhythm {
  return {
    after: (moment) => cron.nextRun(moment) ?? undefined,
    // A line names whole minutes, and the library leaves out the one that it is asked from.
    upTo: (moment, count) => {
      const minute = Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS;
      return cron.previousRuns(count, new Date(minute + MINUTE_MS));
    },
  };
}

function everyMs(ms: number, begin: Date): Rhythm {
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
