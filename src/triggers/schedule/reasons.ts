import type { RunError } from '../../runs/contract.ts';
import type { Turn } from './turn.ts';

/** Why times of a schedule are not begun any more. */
export function missedTimes({ first, last, why }: NonNullable<Turn['missed']>): RunError {
  const times =
    first.getTime() === last.getTime()
      ? first.toISOString()
      : `the times from ${first.toISOString()} to ${last.toISOString()}`;
  return why === 'expired'
    ? { reason: 'SCHEDULE_EXPIRED', message: `${times}: the schedule had expired before anything looked` }
    : { reason: 'SCHEDULE_TIMES_MISSED', message: `${times}: over before anything looked, and not caught up with` };
}

/** Why a time of a schedule that may not overlap started nothing. */
export function stillRunning(): RunError {
  return { reason: 'SCHEDULE_STILL_RUNNING', message: 'a run that the schedule started before has not ended' };
}
