import Type, { type Static } from 'typebox';
import { databaseNow } from '../../src/platform/clock.ts';
import { parseTimestamp } from '../../src/platform/dates.ts';
import { errors } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { scheduleProblems } from '../../src/triggers/problems.ts';
import type { TriggerRow } from '../../src/triggers/queries.ts';
import { CATCH_UPS, MAX_CATCH_UP_RUNS } from '../../src/triggers/schedule/due-decision.ts';
import {
  getScheduleSettings,
  isExpired,
  OVERLAPS,
  SCHEDULE_DEFAULTS,
  type ScheduleSettings,
} from '../../src/triggers/schedule/settings.ts';
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
      'Five cron fields (minute, hour, day of the month, month, day of the week), or an ISO 8601 interval of at least PT1M.',
  }),
  timezone: NonEmpty(100, { description: 'IANA time zone of the cron fields. Default UTC.' }),
  task_input: {
    ...AnyObject,
    description: 'Input of each run: the input of a task, or `message` of an agent.',
  },
  expires_at: Nullable(Timestamp),
  overlap: OneOf(OVERLAPS, {
    description: `allow starts a run at each time; skip starts none while a previous run has not ended. Default ${SCHEDULE_DEFAULTS.overlap}.`,
  }),
  catch_up: OneOf(CATCH_UPS, {
    description: `Handling of times missed by more than a minute: skip starts none, once the last one, all the last ${MAX_CATCH_UP_RUNS} in order. Default ${SCHEDULE_DEFAULTS.catch_up}.`,
  }),
};

/** Fields of a schedule besides those of every trigger. */
export const SCHEDULE_FIELDS = {
  cron_expression: FIELDS.cron_expression,
  timezone: Type.Optional(FIELDS.timezone),
  task_input: Type.Optional(FIELDS.task_input),
  expires_at: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'Time from which no run is started, or null for never.' })),
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
      expired: Type.Boolean({ description: 'Whether `expires_at` is in the past.' }),
    },
    { title: 'ScheduleTrigger' },
  ),
);

export function scheduleRecord(ctx: Pick<ApiContext, 'config'>, caller: Caller, row: TriggerRow) {
  const settings = getScheduleSettings(row);
  return {
    ...triggerRecord(ctx, caller, row),
    ...settings,
    expired: isExpired(settings.expires_at, new Date(databaseNow())),
  };
}

type Body = Partial<Static<ReturnType<typeof Type.Object<typeof SCHEDULE_FIELDS>>>>;

/** Returns the settings in a body. */
export function toSettings(body: Body): Partial<ScheduleSettings> {
  const { cron_expression, timezone, task_input, expires_at, overlap, catch_up } = body;
  return omitUndefined({
    cron_expression: cron_expression?.trim(),
    timezone,
    task_input,
    expires_at: expires_at == null ? expires_at : toExpiry(expires_at),
    overlap,
    catch_up,
  });
}

function toExpiry(text: string): string {
  const moment = parseTimestamp(text);
  if (!moment) throw errors.invalid('expires_at', scheduleProblems.schedule_end_invalid);
  return moment.toISOString();
}
