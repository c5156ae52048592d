import type { Recurrence } from './recurrence.ts';

/** Handling of missed times: run none, the last one, or all. */
export const CATCH_UPS = ['skip', 'once', 'all'] as const;
export type CatchUp = (typeof CATCH_UPS)[number];

/** Milliseconds of delay that still count as on time. */
const ON_TIME_MS = 60_000;
/** Maximum number of caught-up runs. Earlier times are skipped. */
export const MAX_CATCH_UP_RUNS = 100;

/** A due schedule. */
export interface DueSchedule {
  /** Due time. */
  readonly due: Date;
  /** Current time, by the database's clock. */
  readonly now: Date;
  readonly catchUp: CatchUp;
  /** Time from which no run starts. */
  readonly expiresAt: Date | null;
}

/** Decision about a due schedule. */
export interface DueDecision {
  /** Time that is run now. Undefined for none. */
  readonly fires?: Date;
  /** First and last skipped time. */
  readonly missed?: { readonly first: Date; readonly last: Date; readonly why: 'missed' | 'expired' };
  /** Next due time, possibly in the past. Null for never. */
  readonly next: Date | null;
}

/** Decides about a due schedule, one time per call. */
export function decideDueRun(recurrence: Recurrence, { due, now, catchUp, expiresAt }: DueSchedule): DueDecision {
  if (expiresAt !== null && now >= expiresAt)
    return { missed: { first: due, last: findLastBefore(recurrence, expiresAt, due), why: 'expired' }, next: null };
  const latest = getLater(due, recurrence.upTo(now, 1)[0]);
  const missed = (last: Date) => ({ first: due, last, why: 'missed' as const });
  if (catchUp === 'skip' && now.getTime() - latest.getTime() > ON_TIME_MS)
    return { missed: missed(latest), next: findNextTime(recurrence, now, expiresAt) };
  const fires = catchUp === 'all' ? getLater(due, recurrence.upTo(now, MAX_CATCH_UP_RUNS).at(-1)) : latest;
  return {
    fires,
    ...(fires > due && { missed: missed(findLastBefore(recurrence, fires, due)) }),
    next: findNextTime(recurrence, fires, expiresAt),
  };
}

/** Finds the first time after a moment. Null if the schedule has expired by then. */
export function findNextTime(recurrence: Recurrence, moment: Date, expiresAt: Date | null): Date | null {
  const time = recurrence.after(moment);
  return time === undefined || (expiresAt !== null && time >= expiresAt) ? null : time;
}

/** Finds the last time before a moment. `due` if there is none since. */
function findLastBefore(recurrence: Recurrence, moment: Date, due: Date): Date {
  return getLater(due, recurrence.upTo(new Date(moment.getTime() - 1), 1)[0]);
}

const getLater = (one: Date, other: Date | undefined) => (other !== undefined && other > one ? other : one);
