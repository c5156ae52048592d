import type { Recurrence } from './recurrence.ts';

/** What becomes of times that nobody was there to see: none, the last one, or each of them is begun. */
export const CATCH_UPS = ['skip', 'once', 'all'] as const;
export type CatchUp = (typeof CATCH_UPS)[number];

/** Milliseconds by which a time may be seen late and still count as kept. */
export const ON_TIME_MS = 60_000;
/** Most times that are caught up with; the ones before are over. */
export const MAX_CATCH_UP_RUNS = 100;

/** A schedule that is due. */
export interface DueSchedule {
  /** The time that it is due for. */
  readonly due: Date;
  /** Now, by the database's clock. */
  readonly now: Date;
  readonly catchUp: CatchUp;
  /** From when on it does not come any more. */
  readonly expiresAt: Date | null;
}

/** What is to be done about a schedule that is due. */
export interface DueDecision {
  /** The time that is begun now; undefined where none is. */
  readonly fires?: Date;
  /** Times that are not begun any more, the first and the last of them. */
  readonly missed?: { readonly first: Date; readonly last: Date; readonly why: 'missed' | 'expired' };
  /** When it is due again, which may be over as well; null where never. */
  readonly next: Date | null;
}

/** What is to be done about a schedule that is due, one time at a time. */
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

/** The first time after a moment at which a schedule comes; null where it is over by then. */
export function findNextTime(recurrence: Recurrence, moment: Date, expiresAt: Date | null): Date | null {
  const time = recurrence.after(moment);
  return time === undefined || (expiresAt !== null && time >= expiresAt) ? null : time;
}

/** The last time before a moment, `due` where there was none since. */
function findLastBefore(recurrence: Recurrence, moment: Date, due: Date): Date {
  return getLater(due, recurrence.upTo(new Date(moment.getTime() - 1), 1)[0]);
}

const getLater = (one: Date, other: Date | undefined) => (other !== undefined && other > one ? other : one);
