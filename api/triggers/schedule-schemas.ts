import Type, { type Static } from 'typebox';
import { databaseNow } from '../../src/platform/clock.ts';
import { momentOf } from '../../src/platform/dates.ts';
import { errors } from '../../src/platform/errors.ts';
import { given } from '../../src/platform/given.ts';
import { scheduleProblems } from '../../src/triggers/problems.ts';
import type { TriggerRow } from '../../src/triggers/queries.ts';
import {
  isExpired,
  OVERLAPS,
  SCHEDULE_DEFAULTS,
  type ScheduleSettings,
  settingsOf,
} from '../../src/triggers/schedule/settings.ts';
import { CATCH_UPS, MOST_CAUGHT_UP } from '../../src/triggers/schedule/turn.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { versioned } from '../plugins/versions.ts';
import { AnyObject, NonEmpty, Nullable, OneOf, Timestamp } from '../schemas.ts';
import { TRIGGERS } from './paths.ts';
import { TRIGGER_RECORD, triggerRecord } from './schemas.ts';

export const SCHEDULES = `${TRIGGERS}/schedule` as const;

const FIELDS = {
  cron_expression: NonEmpty(200, {
    description:
      'five plain cron fields (minute, hour, day of the month, month, day of the week), or an ISO 8601 duration from one time to the next, PT1M at least',
  }),
  timezone: NonEmpty(100, { description: 'time zone of the IANA database that the fields are meant in; UTC at first' }),
  task_input: {
    ...AnyObject,
    description: "what each run is run on: a task's input, or an agent's `message` alone",
  },
  expires_at: Nullable(Timestamp),
  overlap: OneOf(OVERLAPS, {
    description: `allow: each time starts a run; skip: none while one that it started has not ended. ${SCHEDULE_DEFAULTS.overlap} at first`,
  }),
  catch_up: OneOf(CATCH_UPS, {
    description: `times that nothing looked for within a minute: skip starts none of them, once the last one, all the last ${MOST_CAUGHT_UP} in their order. ${SCHEDULE_DEFAULTS.catch_up} at first`,
  }),
};

/** What a schedule takes besides what every trigger does. */
export const SCHEDULE_FIELDS = {
  cron_expression: FIELDS.cron_expression,
  timezone: Type.Optional(FIELDS.timezone),
  task_input: Type.Optional(FIELDS.task_input),
  expires_at: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'from when on it does not come any more; null for never' })),
  ),
  overlap: Type.Optional(FIELDS.overlap),
  catch_up: Type.Optional(FIELDS.catch_up),
};

export const ScheduleTrigger = versioned(
  { table: 'triggers', path: `${SCHEDULES}/{trigger_id}` },
  Type.Object(
    {
      ...TRIGGER_RECORD,
      ...FIELDS,
      expired: Type.Boolean({ description: 'whether `expires_at` is over, so that it does not come any more' }),
    },
    { title: 'ScheduleTrigger' },
  ),
);

export function scheduleRecord(ctx: Pick<ApiContext, 'config'>, caller: Caller, row: TriggerRow) {
  const settings = settingsOf(row);
  return {
    ...triggerRecord(ctx, caller, row),
    ...settings,
    expired: isExpired(settings.expires_at, new Date(databaseNow())),
  };
}

type Body = Partial<Static<ReturnType<typeof Type.Object<typeof SCHEDULE_FIELDS>>>>;

/** The settings that a body gives. */
export function settingsIn(body: Body): Partial<ScheduleSettings> {
  const { cron_expression, timezone, task_input, expires_at, overlap, catch_up } = body;
  return given({
    cron_expression: cron_expression?.trim(),
    timezone,
    task_input,
    expires_at: expires_at == null ? expires_at : expiryOf(expires_at),
    overlap,
    catch_up,
  });
}

function expiryOf(text: string): string {
  const moment = momentOf(text);
  if (!moment) throw errors.invalid('expires_at', scheduleProblems.schedule_end_invalid);
  return moment.toISOString();
}
