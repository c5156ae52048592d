import type { RunError } from '../../runs/contract.ts';
import { toRunError } from '../../runs/errors.ts';
import { triggerFailures } from '../problems.ts';
import type { DueDecision } from './due-decision.ts';

/** Returns why times of a schedule were missed. */
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

/** Returns why a time started no run while another one was active. */
export function toOverlapError(): RunError {
  return toRunError('SCHEDULE_STILL_RUNNING', triggerFailures.schedule_overlaps);
}
