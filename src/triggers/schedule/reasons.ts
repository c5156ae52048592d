import type { RunError } from '../../runs/contract.ts';
import { toRunError } from '../../runs/errors.ts';
import { triggerFailures } from '../problems.ts';
import type { DueDecision } from './due-decision.ts';

/** Why times of a schedule are not begun any more. */
export function toMissedError({ first, last, why }: NonNullable<DueDecision['missed']>): RunError {
  const [time, end] = [first.toISOString(), last.toISOString()];
  const isOne = time === end;
  if (why === 'expired')
    return toRunError(
      'SCHEDULE_EXPIRED',
      isOne
        ? triggerFailures.schedule_ended_at({ time })
        : triggerFailures.schedule_ended_between({ first: time, last: end }),
    );
  return toRunError(
    'SCHEDULE_TIMES_MISSED',
    isOne
      ? triggerFailures.schedule_missed_at({ time })
      : triggerFailures.schedule_missed_between({ first: time, last: end }),
  );
}

/** Why a time of a schedule that may not overlap started nothing. */
export function toOverlapError(): RunError {
  return toRunError('SCHEDULE_STILL_RUNNING', triggerFailures.schedule_overlaps);
}
